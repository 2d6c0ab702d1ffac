/** Opening tables: what one click on the start page asks for. */
import { openTable, scoresheet } from "./api";
import { isForOthers } from "./ends";
import { isNew } from "./learning";
import { myName, remember } from "./mine";
import { isHere } from "./page/here";
import { ALONE } from "./page/site";
import type { Company } from "./plan";
import { shortSheet } from "./sheet";
import type { GameNote, OpenTable, Sitter, TableOpened } from "./wire/wire";

/** How many seats a table has unless somebody wants more: two, or as many as the game needs. */
export function usualSeats(game: GameNote): number {
  return Math.min(game.seats.length, Math.max(game.fewest_seats, 2));
}

/** How many seats a table of the game may have. */
export function seatCounts(game: GameNote): number[] {
  return Array.from(
    { length: game.seats.length - game.fewest_seats + 1 },
    (_, more) => game.fewest_seats + more,
  );
}

/** Opens a table, keeps its invitations in this browser and gives its address. */
export async function open(wish: OpenTable): Promise<string> {
  const name = myName();
  const whole = { ...(name === "" ? {} : { name }), ...wish, ...(await fromHere(wish)) };
  if (ALONE && isForOthers(wish)) {
    // Nobody finds the way to a table that lies in this browser.
    away.wish = whole;
    return `/away?game=${encodeURIComponent(wish.game)}`;
  }
  return opened(await openTable(whole), wish.game);
}

/** The table for which somebody looks for a server. */
export const away: { wish: OpenTable | null } = { wish: null };

/** Keeps the invitations of a table that was opened, and gives its address. */
export function opened(note: TableOpened, game: string): string {
  const room = note.room ? [{ seat: "room", ...note.room }] : [];
  remember(note.table, game, { invitations: [...note.invitations, ...room] });
  return `/t/${note.table}`;
}

/** A server does not know a game that was played in this browser, so it is told. */
async function fromHere(wish: OpenTable): Promise<Partial<OpenTable>> {
  const { table, ...moment } = wish.from ?? {};
  if (!table || !isHere(table) || !isForOthers(wish)) return {};
  return { from: { ...moment, scoresheet: shortSheet(await scoresheet(table)) } };
}

/** A table for me and others of one kind; where nobody is missing, the server starts it at once. */
export function openWith(game: GameNote, company: Company, count: number, level: string): Promise<string> {
  const OTHERS: Record<Company, Sitter> = {
    bots: { sitter: "bot", level },
    friends: { sitter: "invited" },
    screen: { sitter: "me" },
    public: { sitter: "free" },
  };
  const name = myName();
  const me: Sitter = name === "" || company === "screen" ? { sitter: "me" } : { sitter: "me", name };
  const others = Array.from({ length: count - 1 }, () => OTHERS[company]);
  return open({ game: game.game, seats: [me, ...others] });
}

/** A table for me and bots, with as many seats as usual. */
export const openAgainstBots = (game: GameNote, level: string): Promise<string> =>
  openWith(game, "bots", usualSeats(game), level);

/** Where "Play now" leads: to a new table, or before the first game of a kind to a guided turn. */
export async function playNow(game: GameNote, level: string): Promise<string> {
  return isNew(game.game) ? `/learn/${game.game}/turn?then=play` : openAgainstBots(game, level);
}
