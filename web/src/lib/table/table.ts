/** What the table is given besides a glimpse. */
import type { Cell, Color, Span } from "../wire/play";

/** Somebody's own marks on a grid, by `row column`; blank boxes are left out. */
export type PencilMarks = Record<string, Cell>;

/** Marks on all grids, by the grid's id. */
export type Notes = Record<string, PencilMarks>;

/** A seat as the table shows it. */
export interface SeatNote {
  seat: string;
  /** The player's name; the seat's own if nothing is said. */
  name?: string;
  /** What people call whoever sits there. */
  role?: string;
  team?: string;
  /** The color that the seat plays, if it plays one. */
  color?: Color | null;
  bot?: boolean;
  away?: boolean;
  /** Whether this seat has to decide something, if the viewer may know that. */
  acting?: boolean;
  /** Whether this seat has sealed a choice, as everybody knows. */
  sealed?: boolean;
  won?: boolean;
  clock?: { milliseconds: number; running: boolean } | null;
}

/** Something that was said to this viewer. */
export interface Line {
  /** The number of the viewer's own frame in which it was said. */
  number: number;
  /** The turn in which it was said, as players count in this game; 0 for the deal. */
  turn?: number | undefined;
  text: string;
  /** What the words speak of. */
  spans?: Span[] | undefined;
  /** Whether only this viewer heard it. */
  private?: boolean;
}

/** The seats above and below the board: my team and I below, or white if I only look on. */
export function sidesOf(seats: readonly SeatNote[], viewer: string, bottom: Color) {
  const own = seats.find(({ seat }) => seat === viewer);
  const near = (note: SeatNote) => {
    if (note.color) return note.color === bottom;
    return own ? note === own || (note.team !== undefined && note.team === own.team) : false;
  };
  return { above: seats.filter((note) => !near(note)), below: seats.filter(near) };
}
