/**
 * Boards with layers: figures on different layers share the squares and do not meet.
 *
 * One may look at all layers at once, at one with the others dimmed, or at all side by side.
 */
import type { Board } from "./wire/play";

/** All layers at once, the number of one, or each on a board of its own. */
export type Sight = "all" | number | "apart";

/** A board as it is drawn. */
export interface Drawn {
  /** The layer it shows, if it shows one. */
  layer: number | null;
  board: Board;
  /** Squares whose things are drawn pale. */
  dimmed: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Whether something stands elsewhere than on the layer where everything starts. */
export function isLayered(board: Board): boolean {
  return board.layers.slice(1).some(({ squares }) => squares.length > 0);
}

/** Whether what stands on a square is on another layer than the one where everything starts. */
export function isBeyond(board: Board, square: string): boolean {
  return board.layers.slice(1).some(({ squares }) => squares.includes(square));
}

/** The layer of whatever stands on a square, or nothing for an empty square. */
export function layerOf(board: Board, square: string): number | null {
  const layer = board.layers.findIndex(({ squares }) => squares.includes(square));
  return layer < 0 ? null : layer;
}

/** The boards to draw for one that lies on the table. */
export function drawn(board: Board, sight: Sight): Drawn[] {
  if (sight === "all") return [{ layer: null, board, dimmed: NOTHING }];
  if (sight === "apart")
    return board.layers.map((_, layer) => ({ layer, board: alone(board, layer), dimmed: NOTHING }));
  const others = board.layers.filter((_, layer) => layer !== sight);
  return [{ layer: sight, board, dimmed: new Set(others.flatMap(({ squares }) => squares)) }];
}

/** The board with nothing but one layer on it. */
function alone(board: Board, layer: number): Board {
  const squares = new Set(board.layers[layer]?.squares ?? []);
  const keep = ({ square }: { square: string }) => squares.has(square);
  const layers = board.layers.map((other, index) => (index === layer ? other : { ...other, squares: [] }));
  return { ...board, layers, figures: board.figures.filter(keep), tokens: board.tokens.filter(keep) };
}

/** What comes next when somebody asks for another sight. */
export function nextSight(board: Board, sight: Sight): Sight {
  if (sight === "apart") return "all";
  const next = sight === "all" ? 0 : sight + 1;
  return next < board.layers.length ? next : "apart";
}
