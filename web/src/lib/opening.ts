/** Opening tables: what one click on the start page asks for. */
import { openTable } from "./api";
import { myName, remember } from "./mine";
import type { GameNote, OpenTable, Sitter } from "./wire/wire";

/** How many seats a table has unless somebody wants more: two, or as many as the game needs. */
export function usualSeats(game: GameNote): number {
  return Math.min(game.seats.length, Math.max(game.fewest_seats, 2));
}

/** Opens a table, keeps its invitations in this browser and gives its address. */
export async function open(wish: OpenTable): Promise<string> {
  const name = myName();
  const opened = await openTable(name === "" ? wish : { name, ...wish });
  remember(opened.table, wish.game, { invitations: opened.invitations });
  return `/t/${opened.table}`;
}

/** A table for me and bots; the server starts it at once, because nobody is missing. */
export function openAgainstBots(game: GameNote, level: string): Promise<string> {
  const others: Sitter[] = Array.from({ length: usualSeats(game) - 1 }, () => ({ sitter: "bot", level }));
  return open({ game: game.game, seats: [{ sitter: "me" }, ...others] });
}
