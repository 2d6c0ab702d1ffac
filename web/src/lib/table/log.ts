/** What was said, as a log: by turns, and in columns where somebody moved. */
import { readPiece } from "../theme/sets";
import type { Color, Role, Span } from "../wire/play";
import { type Stretch, stretches } from "./spans";
import type { Line, SeatNote } from "./table";

/** A move that words speak of. */
export interface LogMove {
  role: Role;
  color: Color | null;
  from: string;
  to: string;
  takes: boolean;
  promotion: Role | null;
  castles: "short" | "long" | null;
  /** The answer, if somebody only asked whether the piece may take. */
  asked?: "yes" | "no";
  /** The move in algebraic notation without the letters of pieces, where that is all that was said. */
  san?: string;
  /** What stands behind it: a check or mate. */
  check?: string;
}

/** One move of a line, with the words that belong to it and are not said by the column. */
export interface LogCell {
  line: Line;
  /** Whether it is the first or only one of its line. */
  first: boolean;
  column: number;
  /** What it was done with, such as a card: only what has a picture. */
  before: Span[];
  move: LogMove;
  /** What came of it, in words. */
  after: string;
  /** Whether it only asks whether the piece may take. */
  question?: boolean;
  /** What was said in the same moment of nothing but the square that was left: its words stand behind the move. */
  echoes: Line[];
}

/** Moves side by side, and what else was said until the next ones. */
export interface LogRow {
  cells: (LogCell | null)[];
  rest: Line[];
}

/** Everything that was said in one turn. */
export interface LogTurn {
  /** Its number; 0 is the deal. */
  number: number;
  rows: LogRow[];
  lines: Line[];
}

const MOVE = /^([KQRBNP])([a-h][1-8])(x?)([a-h][1-8])([QRBN]?)$/;

/** Reads a move as spans have it: `Ng1f3`, `Pe4xd5`, `Pe7e8Q`. */
export function readMove(value: string, color: Color | null = null): LogMove | null {
  const [, letter, from, takes, to, promotion] = MOVE.exec(value) ?? [];
  const role = letter ? readPiece(letter)?.role : null;
  if (!role || !from || !to) return null;
  const became = promotion ? (readPiece(promotion)?.role ?? null) : null;
  const castles = castling(role, from, to, takes === "x");
  return { role, color, from, to, takes: takes === "x", promotion: became, castles };
}

/** Reads a move in algebraic notation: `Nbd7`, `exd5`, `e8=Q+`, `O-O`. */
export function readSan(value: string, color: Color | null = null): LogMove | null {
  const [, letter = "", rest = "", became = "", check = ""] =
    /^([KQRBN]?)([^=+#]+)(?:=([QRBN]))?([+#]?)$/.exec(value) ?? [];
  const long = rest.startsWith("O-O-O");
  const castles = rest.startsWith("O-O") ? (long ? "long" : "short") : null;
  const to = /[a-h][1-8](?!.*[a-h][1-8])/.exec(rest)?.[0] ?? "";
  if (!castles && !to) return null;
  const role = castles ? "king" : ((letter ? readPiece(letter)?.role : null) ?? "pawn");
  const takes = rest.includes("x");
  const promotion = became ? (readPiece(became)?.role ?? null) : null;
  return { role, color, from: to, to, takes, promotion, castles, san: rest.replace("x", "×"), check };
}

function castling(role: Role, from: string, to: string, takes: boolean): LogMove["castles"] {
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  if (role !== "king" || takes || from[1] !== to[1] || Math.abs(files) < 2) return null;
  return files > 0 ? "short" : "long";
}

/** The color that a seat plays, by its number in spans. */
export const colorOfSeat = (seats: readonly SeatNote[], value: string): Color | null =>
  seats[Number(value)]?.color ?? null;

/** The columns of a table: one for each color, or for each team where seats have no color. */
export function columnsOf(seats: readonly SeatNote[]): string[] {
  const keys = [...new Set(seats.map(keyOf))];
  return keys.length > MOST_COLUMNS ? [] : keys.sort(whiteFirst);
}

const MOST_COLUMNS = 3;
const keyOf = (seat: SeatNote): string => seat.color ?? seat.team ?? seat.seat;
const whiteFirst = (one: string, other: string): number =>
  Number(other === "white") - Number(one === "white");

/** The lines by turns, the oldest first. */
export function turnsOf(lines: readonly Line[], seats: readonly SeatNote[]): LogTurn[] {
  const columns = columnsOf(seats);
  const turns: LogTurn[] = [];
  for (const line of lines) {
    const number = line.turn ?? line.number;
    let turn = turns.at(-1);
    if (turn?.number !== number) {
      turn = { number, rows: [], lines: [] };
      turns.push(turn);
    }
    turn.lines.push(line);
    add(turn.rows, line, cellsOf(line, seats, columns), columns.length);
  }
  return turns;
}

function add(rows: LogRow[], line: Line, cells: LogCell[], columns: number): void {
  let last = rows.at(-1);
  const answered = cells.length === 0 && last ? cellAnswered(last, line) : undefined;
  if (answered) {
    answered.move = { ...answered.move, asked: tellsOf(line, answered.move.to) ? "yes" : "no" };
    answered.echoes.push(line);
    return;
  }
  const left = cells.length === 0 && last ? cellLeft(last, line) : undefined;
  if (left) {
    left.echoes.push(line);
    left.after ||= wordsOf(line);
    return;
  }
  const free = (row: LogRow) => cells.every((cell) => row.cells.slice(cell.column).every((there) => !there));
  if (!last || (cells.length > 0 && !free(last))) {
    last = { cells: Array<LogCell | null>(columns).fill(null), rest: [] };
    rows.push(last);
  }
  if (cells.length === 0) last.rest.push(line);
  for (const cell of cells) last.cells[cell.column] = cell;
}

/**
 * The question of the same moment that a line answers: the first line after it, which nobody says.
 *
 * A yes tells what is taken on its square; a no tells of nothing.
 */
function cellAnswered({ cells }: LogRow, { number, spans = [], private: secret }: Line): LogCell | undefined {
  if (secret || spans.some(({ kind }) => kind === "seat")) return undefined;
  const asks = (cell: LogCell | null) => cell?.question && cell.line.number === number && !cell.move.asked;
  return cells.find(asks) ?? undefined;
}

const tellsOf = ({ spans = [] }: Line, square: string): boolean =>
  spans.some(({ kind, value }) => kind === "square" && value === square);

/** The move of the same moment that left the one square of which a line speaks. */
function cellLeft({ cells }: LogRow, { number, spans = [], private: secret }: Line): LogCell | undefined {
  const [only, ...more] = spans;
  if (only?.kind !== "square" || more.length > 0 || secret) return undefined;
  return cells.find((cell) => cell?.line.number === number && cell.move.from === only.value) ?? undefined;
}

/** The short form of a line, before its colon if it has one: `No zombies anywhere`. */
const wordsOf = ({ text }: Line): string => trimmed(text.split(":")[0] ?? "");

/** The moves of a line that begins with whoever moves; nothing for other lines. */
function cellsOf(line: Line, seats: readonly SeatNote[], columns: readonly string[]): LogCell[] {
  const parts = stretches(line.text, line.spans);
  const cells: LogCell[] = [];
  for (const [at, { span }] of parts.entries()) {
    if (span?.kind !== "move" && span?.kind !== "san") continue;
    const start = parts.findLastIndex((part, index) => index < at && part.span?.kind === "seat");
    const seat = seats[Number(parts[start]?.span?.value)];
    const column = seat ? columns.indexOf(keyOf(seat)) : -1;
    const read = span.kind === "san" ? readSan : readMove;
    const move = read(span.value, seat?.color ?? null);
    if (!move || column < 0 || cells.some((cell) => cell.column === column)) return [];
    cells.push({
      line,
      first: cells.length === 0,
      column,
      before: parts.slice(start + 1, at).flatMap((part) => (isPicture(part.span) ? [part.span] : [])),
      move,
      after: wordsAfter(parts, at),
      echoes: [],
    });
  }
  return cells.length > 0 ? cells : questionOf(line, seats, columns);
}

/** A question whether one piece may take another: whoever asks, the piece, its square, the other, and its square. */
function questionOf(line: Line, seats: readonly SeatNote[], columns: readonly string[]): LogCell[] {
  const spans = line.spans ?? [];
  const [who, piece, from, , to] = spans;
  const seat = seats[Number(who?.value)];
  const column = seat ? columns.indexOf(keyOf(seat)) : -1;
  const role = piece && readPiece(piece.value)?.role;
  if (
    spans
      .slice(0, 5)
      .map(({ kind }) => kind)
      .join() !== QUESTION ||
    !role ||
    !from ||
    !to ||
    column < 0
  )
    return [];
  const move = {
    role,
    color: seat?.color ?? null,
    from: from.value,
    to: to.value,
    takes: false,
    promotion: null,
    castles: null,
  };
  return [{ line, first: true, column, before: [], move, after: "", question: true, echoes: [] }];
}

const QUESTION = "seat,role,square,role,square";

const isPicture = (span: Span | null): span is Span =>
  span?.kind === "card" || span?.kind === "piece" || span?.kind === "role";

/** The words after a move, up to whoever comes next. */
function wordsAfter(parts: readonly Stretch[], at: number): string {
  const rest = parts.slice(at + 1);
  const end = rest.findIndex(({ span }) => span?.kind === "seat");
  const words = (end < 0 ? rest : rest.slice(0, end)).map(({ text }) => text).join("");
  return trimmed(words);
}

const trimmed = (words: string): string => words.replace(/^[\s,;:.]+|[\s,;:.]+$/g, "");
