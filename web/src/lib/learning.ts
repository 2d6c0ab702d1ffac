/**
 * Which games somebody has been shown, so that a guided turn is offered once and never again.
 *
 * A game that was played here is known, too.
 */
import { keptAs } from "./base";
import { myTables } from "./mine";

const KEY = keptAs("chess-kit-shown");

/** The word that stands for all games, for somebody who wants no guided turns. */
const ALL = "*";

function shown(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((game) => typeof game === "string") : [];
  } catch {
    return [ALL];
  }
}

/** Whether somebody may want to see a turn of this game before playing it. */
export function isNew(game: string): boolean {
  const kept = shown();
  const known = kept.includes(ALL) || kept.includes(game);
  return !known && !myTables().some((mine) => mine.game === game);
}

/** Notes that a turn was shown or that nobody wanted to see it. */
export function noteShown(game: string): void {
  try {
    const others = shown().filter((other) => other !== game);
    localStorage.setItem(KEY, JSON.stringify([...others, game]));
  } catch {
    // A browser that keeps nothing is never asked.
  }
}
