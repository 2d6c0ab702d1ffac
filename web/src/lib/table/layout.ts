/**
 * How a table is laid out in a window.
 *
 * The board is whole and as large as the window allows.
 * `rail` has seats and log left of the board, `bars` has seats above and below it, both with the rest at
 * the right; `stack` and `pocket` are for upright windows, `side` is for low ones.
 */
export type Layout = "rail" | "bars" | "stack" | "pocket" | "side";

/** Below these a window has no room for a column of sheets beside the board. */
const LOW = 480;
const NARROW = 900;
/** A tablet held upright has room for two columns below the board. */
const TABLET = 700;
/** By how much a window must be wider than tall for a rail to leave the larger board. */
const RAIL = 562;

export function layoutOf(width: number, height: number): Layout {
  if (width < height * 1.05) return width < TABLET ? "pocket" : "stack";
  if (height < LOW || width < NARROW) return "side";
  return width - height > RAIL ? "rail" : "bars";
}

/** Whether there is only room for a bar of buttons, and everything else is a touch away. */
export const isCompact = (layout: Layout): boolean => layout !== "rail" && layout !== "bars";

/** What may be drawn over a small table. */
export type Drawer = "log" | "sheets";

/** What the table tells whoever draws its buttons. */
export interface Ways {
  compact: boolean;
  /** Whether the window is so low that there is no head above the table. */
  low: boolean;
  /** What is drawn over the table now. */
  open: Drawer | null;
  /** Whether there is anything beside the board. */
  sheets: boolean;
  /** On how many of them there is something that the viewer has not seen. */
  news: number;
  /** Draws something over the table, or puts it away. */
  toggle: (drawer: Drawer) => void;
  /** Puts away whatever is drawn over the table. */
  close: () => void;
}
