/**
 * How the tables of this browser stood when somebody last looked at them.
 *
 * Nothing happens at them while nobody looks, so a list of tables needs no referee.
 */
import { keptAs } from "../base";
import type { Standing } from "../wire/wire";

const KEY = keptAs("chess-kit-standings");
/** As many as a list of tables has. */
const MOST = 40;

function kept(): Record<string, Standing> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Standing>) : {};
  } catch {
    return {};
  }
}

function keep(standings: [string, Standing][]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(standings.slice(-MOST))));
  } catch {
    // Then the list says less.
  }
}

const others = (table: string): [string, Standing][] =>
  Object.entries(kept()).filter(([other]) => other !== table);

/** How a table stood; nothing where nobody knows. */
export const standingThen = (table: string): Standing | null => kept()[table] ?? null;

/** Keeps how a table stands. */
export const keepStanding = (standing: Standing): void =>
  keep([...others(standing.table), [standing.table, standing]]);

/** Forgets how a table stood. */
export const dropStanding = (table: string): void => keep(others(table));
