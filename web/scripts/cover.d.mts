/** The picture of a game, as `cover.mjs` reads it. */
import type { Token } from "../src/lib/wire/play";

/** A place in squares from the upper left corner. */
export interface Place {
  x: number;
  y: number;
}

export interface Picture {
  columns: number;
  rows: number;
  /** Whether there is a board; else cards lie on the table. */
  board: boolean;
  figures: (Place & { piece: string })[];
  tokens: (Place & { token: Token; hatched: boolean })[];
  marks: (Place & { kind: string })[];
  arrows: { from: Place; to: Place; kind: string }[];
  zones: (Place & { width: number; height: number })[];
  cards: (Place & { face: string; tilt: number })[];
}

export function readCover(text: string): Picture;
export function closeUp(board: string): Picture;
