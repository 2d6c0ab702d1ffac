/**
 * The tables that this browser found, so that its player finds them again.
 *
 * Seats themselves are kept in cookies that no script can read; here is only where to look,
 * and the invitations that the host has not yet handed out.
 */
import { keptAs } from "./base";
import type { Invitation } from "./wire/wire";

/** A table that was opened, entered or looked at here. */
export interface MyTable {
  table: string;
  game: string;
  /** When it was last on the screen, in milliseconds. */
  seen: number;
  /** Whether it is over. */
  over: boolean;
  /** Links and codes of seats, kept by the host until they are used. */
  invitations: Invitation[];
  /** The server to which its game was taken from here. */
  moved?: string | undefined;
  /** The page from which its game came. */
  home?: string;
}

const KEY = keptAs("chess-kit-tables");
const MOST = 40;

/** The tables, the latest first. */
export function myTables(): MyTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isTable).sort((one, other) => other.seen - one.seen) : [];
  } catch {
    return [];
  }
}

function isTable(value: unknown): value is MyTable {
  const table = value as Partial<MyTable> | null;
  return typeof table?.table === "string" && typeof table.game === "string" && typeof table.seen === "number";
}

/** The table, if it was here before. */
export function myTable(table: string): MyTable | null {
  return myTables().find((mine) => mine.table === table) ?? null;
}

/** Notes that a table was on the screen. */
export function remember(table: string, game: string, change: Partial<MyTable> = {}): void {
  const before = myTable(table) ?? { table, game, seen: 0, over: false, invitations: [] };
  const others = myTables().filter((mine) => mine.table !== table);
  keep([{ ...before, game, seen: Date.now(), ...change }, ...others]);
}

/** Adds a link that was made for a seat; an older one for the seat no longer works. */
export function rememberInvitation(table: string, game: string, invitation: Invitation): void {
  const kept = (myTable(table)?.invitations ?? []).filter((other) => other.seat !== invitation.seat);
  remember(table, game, { invitations: [...kept, invitation] });
}

/** Forgets a link that no longer works. */
export function forgetInvitation(table: string, seat: string): void {
  const mine = myTable(table);
  const left = mine?.invitations.filter((other) => other.seat !== seat) ?? [];
  if (mine && left.length < mine.invitations.length) remember(table, mine.game, { invitations: left });
}

/** Forgets a table. */
export function forget(table: string): void {
  keep(myTables().filter((mine) => mine.table !== table));
}

function keep(tables: MyTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still plays; its tables are found again by their links.
  }
}

const NAME = "chess-kit-name";

/** The name that the player gave last. */
export function myName(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the player's name for the next table. */
export function keepName(name: string): void {
  try {
    localStorage.setItem(NAME, name.trim());
  } catch {
    // See above.
  }
}

const SERVER = "chess-kit-server";

/** The server on which the player met others last. */
export function myServer(): string {
  try {
    return localStorage.getItem(SERVER) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the address of a server for the next time. */
export function keepServer(address: string): void {
  try {
    localStorage.setItem(SERVER, address);
  } catch {
    // See above.
  }
}
