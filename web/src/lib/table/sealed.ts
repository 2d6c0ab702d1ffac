/** Choices that are sealed: made, and not shown to the others yet. */
import type { Board, Sheet } from "../wire/play";
import { type LogMove, readMove } from "./log";

/**
 * The moves that a sheet says I have chosen while their pieces still stand where they stood.
 *
 * A line with one move is a choice; what has been played stands in lines of several, or is no longer
 * possible on the board.
 */
export function sealedMoves(board: Board, sheets: readonly Sheet[]): LogMove[] {
  const lines = sheets.flatMap(({ lines }) => lines);
  return lines.flatMap(({ spans = [] }) => {
    const [only, ...others] = spans.filter(({ kind }) => kind === "move" || kind === "san");
    const move = only && others.length === 0 ? readMove(only.value) : null;
    const mover = move ? board.figures.find(({ square }) => square === move.from) : null;
    return move && mover?.role === move.role && mover.color === board.bottom ? [move] : [];
  });
}
