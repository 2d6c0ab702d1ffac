/**
 * A game on its way from one place to another: as a wish to open a table, and as a text that fits into
 * an address.
 *
 * The text stands behind the hash of a link to the other place, so the only ones who get it are the
 * browser and the page at the address that somebody has named; no server needs to take anything from
 * pages of other sites.
 */
import { Failure } from "../failure";
import type { OpenTable, Sitter, TableNote } from "../wire/wire";

/** The name behind the hash. */
export const GAME = "game";
const SITTERS: readonly unknown[] = ["me", "invited", "free"];
/** Nobody has played more than that. */
const LONGEST = 1 << 20;

export interface Luggage {
  wish: OpenTable;
  /** Where the game comes from, so that it can go back; an address of a page. */
  home?: string;
}

/**
 * The wish to lay a running game elsewhere, as it was agreed here; people stay where they sit, and so do
 * bots.
 */
export function wishFor(note: TableNote, scoresheet: string): OpenTable {
  return { ...wishAsAgreed(note), from: { scoresheet } };
}

/** The wish to open another table that is played as this one, by the same people and bots. */
export function wishAsAgreed(note: TableNote): OpenTable {
  const seats = note.seats.map(({ sitter, name, level }): Sitter => {
    if (sitter === "bot") return { sitter: "bot", level: level ?? "casual" };
    return { sitter: "me", ...(name === null ? {} : { name }) };
  });
  const wish: OpenTable = { game: note.game, seats, spectators: note.spectators };
  if (note.clock) wish.clock = note.clock;
  // What one person against bots is helped with by custom is not agreed where a friend takes a seat.
  const alone = seats.filter(({ sitter }) => sitter !== "bot").length === 1;
  if (!(note.hints && alone)) wish.hints = note.hints ?? false;
  if (!(note.knowledge && alone)) wish.knowledge = note.knowledge ?? false;
  if (note.real_board) {
    const { phones, checkers, cards_by_hand } = note.real_board;
    wish.real_board = {
      phones,
      ...(checkers === undefined ? {} : { checkers }),
      ...(cards_by_hand === undefined ? {} : { cards_by_hand }),
    };
  }
  return wish;
}

/**
 * Packs a game into a text of letters that addresses may have. Throws a {@link Failure} `too-long` where
 * nobody would unpack it.
 */
export async function pack(luggage: Luggage): Promise<string> {
  const text = JSON.stringify(luggage);
  if (text.length > LONGEST) throw new Failure("too-long", "the game is too long to be taken along");
  const bytes = new Blob([text]).stream();
  const packed = new Response(bytes.pipeThrough(new CompressionStream("deflate-raw")));
  const letters = Array.from(new Uint8Array(await packed.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpacks a game; nothing where it is none. */
export async function unpack(text: string): Promise<Luggage | null> {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]).stream();
    const plain = await atMost(LONGEST, packed.pipeThrough(new DecompressionStream("deflate-raw")));
    const found: unknown = JSON.parse(plain);
    return isLuggage(found) ? found : null;
  } catch {
    return null;
  }
}

/** A small text can be unpacked into a large one, which nobody reads to its end. */
async function atMost(most: number, stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > most) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return text;
}

function isLuggage(value: unknown): value is Luggage {
  const { wish, home } = (value ?? {}) as Partial<Luggage>;
  const { game, seats, from } = (wish ?? {}) as Partial<OpenTable>;
  const isSeat = (seat: unknown): boolean => {
    const { sitter, name, level } = (seat ?? {}) as { sitter?: unknown; name?: unknown; level?: unknown };
    if (sitter === "bot") return typeof level === "string";
    return SITTERS.includes(sitter) && (name === undefined || typeof name === "string");
  };
  return (
    typeof game === "string" &&
    Array.isArray(seats) &&
    seats.every(isSeat) &&
    (from === undefined || typeof from.scoresheet === "string") &&
    (home === undefined || readPlace(home) !== null)
  );
}

/** The address of a place, however much of it was typed; nothing where it is none. */
export function readPlace(text: string): URL | null {
  try {
    const found = new URL(text.includes("://") ? text : `https://${text}`);
    if (found.protocol !== "http:" && found.protocol !== "https:") return null;
    found.pathname = found.pathname.replace(/\/?$/, "/");
    found.search = "";
    found.hash = "";
    return found;
  } catch {
    return null;
  }
}
