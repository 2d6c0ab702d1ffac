/**
 * Pictures of positions that nobody plays on: of the steps of a guide, and of rule books.
 *
 * Places count in squares from the upper left corner of the board.
 */
import { readSpot } from "./gesture";
import { placeOf } from "./table/squares";
import { readPiece } from "./theme/sets";
import type { Board, Card, Color, GlimpseAnswer, Role, Token } from "./wire/play";

/** A thing on a square. */
export interface Thing {
  x: number;
  y: number;
}

/** A picture of a board. */
export interface BoardDrawing {
  figures: (Thing & { color: Color; role: Role })[];
  tokens: (Thing & { token: Token; under: boolean })[];
  /** What is known to lie below a figure. */
  graves: (Thing & { color: Color; role: Role })[];
  arrows: { from: Thing; to: Thing; tone: Tone }[];
  rings: (Thing & { tone: Tone })[];
}

/** What an arrow or a ring is for: something to do, or a move by a color. */
export type Tone = "can" | "white" | "black" | "gray";

/** What is to be seen at a step of a guide, with an arrow or a ring for what is to be done. */
export function drawingOf(glimpse: GlimpseAnswer): { board: BoardDrawing; cards: Card[] } {
  const part = glimpse.tabletop.parts.find((found) => found.part === "board");
  const board = part?.part === "board" ? part : null;
  const at = (square: string): Thing => {
    const { column, row } = placeOf(square, board?.bottom ?? "white");
    return { x: column, y: row };
  };
  const gesture = (glimpse.offers[0]?.gesture ?? []).map(readSpot);
  const squares = gesture.flatMap((spot) => (spot.kind === "square" ? [at(spot.square)] : []));
  const [from, to] = squares;
  return {
    board: {
      ...thingsOn(board, at),
      arrows: from && to ? [{ from, to, tone: "can" }] : [],
      rings: from && !to ? [{ ...from, tone: "can" }] : [],
    },
    cards: gesture.flatMap((spot) => {
      if (spot.kind !== "card") return [];
      const cards = glimpse.tabletop.parts.find((found) => found.part === "cards" && found.id === spot.part);
      const card = cards?.part === "cards" ? cards.cards[spot.index] : undefined;
      return card && card.face !== "back" ? [card] : [];
    }),
  };
}

function thingsOn(board: Board | null, at: (square: string) => Thing) {
  const occupied = new Set((board?.figures ?? []).map(({ square }) => square));
  return {
    figures: (board?.figures ?? []).map(({ square, color, role }) => ({ ...at(square), color, role })),
    tokens: (board?.tokens ?? []).map(({ square, token }) => ({
      ...at(square),
      token,
      under: occupied.has(square),
    })),
    graves: (board?.under ?? []).map(({ square, color, role }) => ({ ...at(square), color, role })),
  };
}

/** A diagram of a rule book, read. */
export interface Diagram {
  /** Nothing for a table of words. */
  board: BoardDrawing | null;
  /** Extra room in squares: left, top, right, bottom. */
  margins: [number, number, number, number];
  cards: (Thing & { face: string })[];
  texts: (Thing & { text: string; corner: boolean })[];
  boxes: (Thing & { width: number; height: number })[];
  /** The checkers in front of White and Black. */
  checkers: [number, number] | null;
  /** The rows of a table of words. */
  rows: string[][];
}

/** Reads a diagram; what it does not know it leaves out. */
export function readDiagram(text: string): Diagram {
  const lines = text.split("\n").map((line) => line.trim());
  const diagram: Diagram = {
    board: null,
    margins: [0, 0, 0, 0],
    cards: [],
    texts: [],
    boxes: [],
    checkers: null,
    rows: [],
  };
  if (lines[0]?.startsWith("type:")) {
    diagram.rows = lines.slice(1).map((line) => line.split(/\s+/));
    return diagram;
  }
  const board: BoardDrawing = { figures: [], tokens: [], graves: [], arrows: [], rings: [] };
  diagram.board = board;
  lines.slice(0, 8).forEach((line, y) => {
    line.split(/\s+/).forEach((letter, x) => {
      const piece = readPiece(letter);
      if (piece) board.figures.push({ x, y, ...piece });
    });
  });
  for (const line of lines.slice(8)) {
    const cut = line.indexOf(":");
    const fields = line
      .slice(cut + 1)
      .split(",")
      .map((field) => field.trim());
    direct(diagram, board, line.slice(0, cut), fields);
  }
  return diagram;
}

function direct(diagram: Diagram, board: BoardDrawing, name: string, fields: string[]): void {
  const [one = "", two = "", three = "", four = ""] = fields;
  const numbers = fields.map(Number);
  switch (name) {
    case "arrow":
      if (one === two) mark(board, placed(one), three);
      else board.arrows.push({ from: placed(one), to: placed(two), tone: toneOf(three) });
      break;
    case "margins": {
      const [left = 0, top = 0, right = left, bottom = top] = numbers;
      diagram.margins = [left, top, right, bottom];
      break;
    }
    case "card":
      diagram.cards.push({ face: one, x: Number(two), y: Number(three) });
      break;
    case "text":
    case "corner text":
      diagram.texts.push({
        text: one,
        x: Number(two) - 1,
        y: 8 - Number(three),
        corner: name === "corner text",
      });
      break;
    case "rect": {
      const [left, right] = [Math.min(Number(one), Number(three)), Math.max(Number(one), Number(three))];
      const [low, high] = [Math.min(Number(two), Number(four)), Math.max(Number(two), Number(four))];
      diagram.boxes.push({ x: left - 1, y: 8 - high, width: right - left + 1, height: high - low + 1 });
      break;
    }
    case "checkers":
      diagram.checkers = [Number(one), Number(two)];
      break;
  }
}

/** A ring in a player's color is a checker below the piece; any other only points something out. */
function mark(board: BoardDrawing, at: Thing, color: string): void {
  const tone = toneOf(color);
  const under = board.figures.some(({ x, y }) => x === at.x && y === at.y);
  if (tone === "white" || tone === "black")
    board.tokens.push({ ...at, token: { token: "checker", color: tone }, under });
  else board.rings.push({ ...at, tone });
}

const toneOf = (color: string): Tone => (color === "white" || color === "black" ? color : "gray");

/** A square, or a place above or below the board. */
function placed(square: string): Thing {
  return { x: square.charCodeAt(0) - "a".charCodeAt(0), y: 8 - Number(square.slice(1)) };
}
