/** Opening tables: what one click on the start page asks for. */
import { command, openTable } from "./api";
import { myName, remember } from "./mine";
import type { GameNote, OpenTable, Sitter, TableOpened } from "./wire/wire";

/** How many seats a table has unless somebody wants more: two, or as many as the game needs. */
export function usualSeats(game: GameNote): number {
  return Math.min(game.seats.length, Math.max(game.fewest_seats, 2));
}

/** Opens a table, keeps its invitations in this browser and gives its address. */
export async function open(wish: OpenTable): Promise<string> {
  const name = myName();
  const opened = await openTable(name === "" ? wish : { name, ...wish });
  remember(opened.table, wish.game, { invitations: opened.invitations });
  if (isComplete(wish)) await startAtOnce(opened);
  return `/t/${opened.table}`;
}

/** A table for me and bots that begins at once. */
export function openAgainstBots(game: GameNote, level: string): Promise<string> {
  const others: Sitter[] = Array.from({ length: usualSeats(game) - 1 }, () => ({ sitter: "bot", level }));
  return open({ game: game.game, seats: [{ sitter: "me" }, ...others] });
}

/** Whether nobody has to be waited for. */
function isComplete(wish: OpenTable): boolean {
  return wish.seats.every(({ sitter }) => sitter === "me" || sitter === "bot");
}

/** The server may have started a complete table already; then there is nothing to do. */
async function startAtOnce(opened: TableOpened): Promise<void> {
  await command(opened.table, "host", { start: {} }).catch(() => undefined);
}
