/** What screen readers say about spots. */
import { type MessageKey, say, sayCount, sayWord } from "../messages/messages.svelte";
import { settings } from "../settings.svelte";
import { letterOf, readPiece } from "../theme/sets";
import type { Board, Borrowed, Card, Figure, MarkKind, Possible, Token } from "../wire/play";
import { inZone } from "./squares";

export function figureName({ color, role }: Pick<Figure, "color" | "role">): string {
  return say(`piece.${color}.${role}`);
}

export function tokenName(token: Token): string {
  switch (token.token) {
    case "checker":
      return say("token.checker", { color: say(`color.${token.color}`) });
    case "coin":
      return say("token.coin");
    case "stack":
      return sayCount("token.stack", token.count);
    case "numbered":
      return say("token.numbered", { color: say(`color.${token.color}`), number: token.number });
  }
}

/** A square in words: `e4, white pawn, carrying a white checker, can be picked`. */
export function squareLabel(board: Board, square: string, light: MessageKey | null): string {
  const figure = board.figures.find((figure) => figure.square === square);
  const tokens = board.tokens.filter((placed) => placed.square === square).map(({ token }) => token);
  const words = [square];
  if (figure) words.push(figureName(figure));
  for (const token of tokens) words.push(lyingWords(token, figure !== undefined));
  if (!figure && tokens.length === 0) words.push(say("board.empty"));
  for (const mark of board.marks.filter((mark) => mark.square === square))
    words.push(say(`mark.${mark.kind}`));
  for (const zone of board.zones.filter((zone) => inZone(zone, square)))
    words.push(say("board.zone", { label: zone.label }));
  for (const figure of board.under.filter((figure) => figure.square === square))
    words.push(say("board.under", { piece: figureName(figure) }));
  for (const maybe of (board.possible ?? []).filter((maybe) => maybe.square === square))
    words.push(possibleWords(maybe));
  const borrowed = (board.borrowed ?? []).filter((way) => way.square === square);
  if (borrowed.length > 0) words.push(borrowedWords(borrowed));
  for (const { name } of board.layers.slice(1).filter(({ squares }) => squares.includes(square)))
    words.push(sayWord("layer", name));
  if (light) words.push(say(light));
  return words.join(", ");
}

/** What may be on or under a square, in words. */
function possibleWords({ under, pieces }: Possible): string {
  const list = new Intl.ListFormat(settings.language, { type: "disjunction" });
  return say(under ? "board.mayLie" : "board.mayBe", { pieces: list.format(pieces.map(itemName)) });
}

/** How a figure moves that does not move like itself, in words. */
export function borrowedWords(borrowed: readonly Borrowed[]): string {
  const list = new Intl.ListFormat(settings.language, { type: "disjunction" });
  const names = borrowed.map(({ role, lender }) =>
    lender ? `${say(`role.${role}`)} ${lender}` : say(`role.${role}`),
  );
  return say("board.borrows", { pieces: list.format([...new Set(names)]) });
}

/** The figures that lend their moves to the one on a square, as letters. */
function lendersOf(board: Board, square: string): string[] {
  const squares = (board.borrowed ?? []).filter((way) => way.square === square).map(({ lender }) => lender);
  return board.figures.filter((figure) => squares.includes(figure.square)).map(letterOf);
}

/** A sign on a square and what it means. */
export interface Explained {
  mark: MarkKind | null;
  /** The pieces that it is about, by letter. */
  pieces: string[];
  text: string;
}

/** What stands or lies on a square, and where the square is. */
export function lyingThere(board: Board, square: string): Explained[] {
  const here = (thing: { square: string }) => thing.square === square;
  const figure = board.figures.find(here);
  const tell = (text: string, ...pieces: string[]): Explained => ({ mark: null, pieces, text });
  const beyond = board.layers.slice(1).filter(({ squares }) => squares.includes(square));
  return [
    ...(figure ? [tell(figureName(figure), letterOf(figure))] : []),
    ...board.tokens.filter(here).map(({ token }) => tell(lyingWords(token, figure !== undefined))),
    ...beyond.map(({ name }) => tell(sayWord("layer", name))),
    ...board.zones
      .filter((zone) => inZone(zone, square))
      .map(({ label }) => tell(say("board.zone", { label }))),
  ];
}

/** The signs on a square that do not explain themselves. */
export function explained(board: Board, square: string): Explained[] {
  const here = (thing: { square: string }) => thing.square === square;
  const marks = new Set(board.marks.filter(here).map(({ kind }) => kind));
  return [
    ...[...marks]
      .filter((kind) => kind !== "left" && kind !== "reached")
      .map((mark) => ({ mark, pieces: [], text: say(`mark.${mark}`) })),
    ...board.under.filter(here).map((figure) => ({
      mark: null,
      pieces: [letterOf(figure)],
      text: say("board.under", { piece: figureName(figure) }),
    })),
    ...[(board.borrowed ?? []).filter(here)]
      .filter((borrowed) => borrowed.length > 0)
      .map((borrowed) => ({
        mark: null,
        pieces: lendersOf(board, square),
        text: borrowedWords(borrowed),
      })),
    ...(board.possible ?? []).filter(here).map((maybe) => ({
      mark: null,
      pieces: maybe.pieces,
      text: possibleWords(maybe),
    })),
  ];
}

function lyingWords(token: Token, underFigure: boolean): string {
  const name = tokenName(token);
  if (token.token === "numbered") return name;
  return say(underFigure ? "board.carrying" : "board.lying", { token: name });
}

const SUITS = { H: "hearts", D: "diamonds", S: "spades", C: "clubs" } as const;
const COURT = { J: "jack", Q: "queen", K: "king", A: "ace" } as const;

/** What is printed on a card. */
export type Face =
  | { kind: "back" }
  | {
      kind: "piece";
      letter: string;
      color: "white" | "black";
      role: NonNullable<ReturnType<typeof readPiece>>["role"];
    }
  | { kind: "checker"; color: "white" | "black"; pips: number | null }
  | { kind: "playing"; rank: string; suit: keyof typeof SUITS }
  | { kind: "other"; text: string };

/** Reads the code of a card: `N`, `q`, `C`, `c7`, `10H`, `back`. */
export function readFace(code: string): Face {
  if (code === "back") return { kind: "back" };
  const checker = /^([Cc])(\d+)?$/.exec(code);
  if (checker) {
    const color = checker[1] === "C" ? "white" : "black";
    return { kind: "checker", color, pips: checker[2] ? Number(checker[2]) : null };
  }
  const playing = /^(10|[2-9JQKA])([HDSC])$/.exec(code);
  if (playing) return { kind: "playing", rank: playing[1] ?? "", suit: playing[2] as keyof typeof SUITS };
  const piece = code.length === 1 ? readPiece(code) : null;
  return piece ? { kind: "piece", letter: code.toUpperCase(), ...piece } : { kind: "other", text: code };
}

export function cardName({ face, state }: Card): string {
  const name = faceName(readFace(face));
  return state ? `${name}, ${sayWord("state", state)}` : name;
}

function faceName(face: Face): string {
  switch (face.kind) {
    case "back":
      return say("card.back");
    case "piece":
      return say("card.piece", { color: say(`color.${face.color}`), role: say(`role.${face.role}`) });
    case "checker":
      return say("card.checker", { color: say(`color.${face.color}`) });
    case "playing": {
      const court = COURT[face.rank as keyof typeof COURT];
      const rank = court ? say(`rank.${court}`) : face.rank;
      return say("card.playing", { rank, suit: say(`suit.${SUITS[face.suit]}`) });
    }
    case "other":
      return face.text;
  }
}

/** The name of what lies in a tray or on a track, by letter or word. */
export function itemName(item: string): string {
  const face = readFace(item);
  if (face.kind === "piece") return figureName(face);
  if (face.kind === "checker") return say("token.checker", { color: say(`color.${face.color}`) });
  return item;
}

/** Time as `4:05`, with hours if there are any. */
export function timeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (number: number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
