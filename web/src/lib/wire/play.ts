/**
 * The objects of the wire, as `kit-play` writes them in `tabletop.rs` and `wire.rs`.
 *
 * Names and fields are those of Rust, so that generated types can take this file's place.
 */

export type Color = "white" | "black";
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** Everything one viewer has in front of them. */
export interface Tabletop {
  prompt: Prompt;
  /** What lies there, the most important first. */
  parts: Part[];
}

/** What to do now. */
export interface Prompt {
  text: string;
  steps: string[];
  step: number | null;
  rule: string | null;
}

/** One thing on a table. */
export type Part =
  | ({ part: "board" } & Board)
  | ({ part: "cards" } & Cards)
  | ({ part: "grid" } & Grid)
  | ({ part: "tray" } & Tray)
  | ({ part: "track" } & Track)
  | ({ part: "sheet" } & Sheet)
  | ({ part: "clock" } & Clock);

/** A chess board: figures, tokens under them, marks and zones. */
export interface Board {
  id: string;
  bottom: Color;
  figures: Figure[];
  tokens: PlacedToken[];
  marks: Mark[];
  zones: Zone[];
}

export interface Figure {
  square: string;
  color: Color;
  role: Role;
}

export interface PlacedToken {
  square: string;
  token: Token;
}

/** Something that lies under a figure, or stands for one. */
export type Token =
  | { token: "checker"; color: Color }
  | { token: "coin" }
  | { token: "stack"; count: number }
  | { token: "numbered"; color: Color; number: number };

export interface Mark {
  square: string;
  kind: MarkKind;
}

export type MarkKind = "left" | "reached" | "refused" | "check" | "danger" | "spent" | "named";

/** A framed area of the board, by two opposite corners. */
export interface Zone {
  label: string;
  from: string;
  to: string;
}

/** Cards that lie together. */
export interface Cards {
  id: string;
  title: string;
  layout: Layout;
  seat: string | null;
  private: boolean;
  cards: Card[];
}

export type Layout = "hand" | "row" | "pile";

export interface Card {
  /** A code of the deck (`N`, `q`, `C2`, `10H`), or `back`. */
  face: string;
  /** A word about its state, such as `used`, `cancelled` or `next`. */
  state: string | null;
}

/** A table of cells. */
export interface Grid {
  id: string;
  title: string;
  private: boolean;
  columns: string[];
  rows: GridRow[];
  note: string | null;
}

export interface GridRow {
  label: string;
  cells: Cell[];
  note: string;
}

export type Cell = "blank" | "circle" | "cross";

/** Pieces or tokens beside the board, by letter or word. */
export interface Tray {
  id: string;
  title: string;
  items: string[];
}

/** A token on a line of places. */
export interface Track {
  id: string;
  title: string;
  places: string[];
  at: number | null;
}

/** Lines of labels and values. */
export interface Sheet {
  id: string;
  title: string;
  lines: [string, string][];
}

/** Time for a seat. */
export interface Clock {
  id: string;
  title: string;
  milliseconds: number;
  running: boolean;
}

/** Something a seat may do now. */
export interface Offer {
  action: string;
  gesture: string[];
  label: string;
}

/** What a viewer may know. */
export interface GlimpseAnswer {
  viewer: string;
  tabletop: Tabletop;
  offers: Offer[];
  outcome: OutcomeNote | null;
}

/** How a game ended. */
export interface OutcomeNote {
  verdict: "win" | "draw" | "scores";
  winner: string | null;
  scores: Record<string, number> | null;
  reason: string;
  text: string;
}

/** The table that was laid. */
export interface Opened {
  game: string;
  edition: string;
  options: Record<string, string>;
  seats: string[];
}

/** An accepted action. */
export interface RulingAnswer {
  entry: number;
  said: SaidNote[];
  outcome: OutcomeNote | null;
}

/** Words and whom they are for: `all`, or a seat's name. */
export interface SaidNote {
  to: string;
  text: string;
}

/** What was wrong. */
export interface Complaint {
  code: string;
  text: string;
}

/** A line of the catalogue. */
export interface GameNote {
  game: string;
  name: string;
  blurb: string;
  seats: string[];
  fewest_seats: number;
  teams: string[];
  open: boolean;
  editions: EditionNote[];
  options: OptionNote[];
  ways: WayNote[];
}

export interface EditionNote {
  edition: string;
  note: string;
}

export interface OptionNote {
  option: string;
  meaning: string;
  words: WordNote[];
  numbers: [number, number] | null;
  default: string;
  defaults: Record<string, string>;
}

export interface WordNote {
  word: string;
  meaning: string;
}

export interface WayNote {
  way: string;
  meaning: string;
  takes_number: boolean;
}
