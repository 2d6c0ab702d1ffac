/**
 * The best scores of games that one team plays for points, kept in this browser.
 *
 * They are kept apart for each game, edition, choice of options and number of seats, because
 * only like can be compared with like.
 */
import type { OutcomeNote } from "./wire/play";
import type { GameNote, TableNote } from "./wire/wire";

const KEY = "chess-kit-best";

/** What a score is worth beside those before it. */
export interface Best {
  points: number;
  /** Whether it is better than all before; the first one is not. */
  isNew: boolean;
}

/** Notes how a table ended, once, and tells the best score of its kind; nothing where teams play each other. */
export function keepBest(game: GameNote, table: TableNote, outcome: OutcomeNote): Best | null {
  const scores = Object.values(outcome.scores ?? {});
  const [points] = scores;
  if (scores.length !== 1 || points === undefined) return null;
  const options = Object.entries(table.options).sort().join();
  const kind = [table.game, table.edition, table.seats.length, options].join(" ");
  const all = read();
  const before = all[kind];
  if (before?.table === table.table) return { points: before.points, isNew: before.isNew };
  const better = before && (game.few_points ? points < before.points : points > before.points);
  if (before && !better) return { points: before.points, isNew: false };
  const best = { points, isNew: better === true };
  write({ ...all, [kind]: { ...best, table: table.table } });
  return best;
}

type Kept = Record<string, Best & { table: string }>;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still shows the score.
  }
}
