/**
 * The own move before the server has answered.
 *
 * A move is guessed only where the table says that moves are made at once now, and where its notation is just
 * the two squares that were pointed at; a sealed choice, a question or a card is never guessed.
 * That what is guessed here is true in every game is a law of the rules (`kit_play::laws`, *moves*).
 */
import type { Board, Figure, GlimpseAnswer, Offer, Part, Role } from "./wire/play";

const SQUARE = /^[a-h][1-8]$/;
const ROLES: readonly string[] = ["queen", "rook", "bishop", "knight"] satisfies Role[];

/** A figure that goes from one square to another, and what it is then. */
export interface Move {
  from: string;
  to: string;
  figure: Figure;
  /** Where the pawn stands that it takes in passing. */
  passed?: string;
  /** The rook that comes along when the king castles. */
  rook?: { from: string; to: string; figure: Figure };
}

export const boardOf = (glimpse: GlimpseAnswer): Board | null =>
  glimpse.tabletop.parts.find((part): part is Extract<Part, { part: "board" }> => part.part === "board") ??
  null;

/** The move that an offer makes, if it is nothing but a move. */
export function moveOf(glimpse: GlimpseAnswer, { gesture, action }: Offer): Move | null {
  const [from = "", to = "", word, ...more] = gesture;
  if (!SQUARE.test(from) || !SQUARE.test(to) || more.length > 0) return null;
  if (![`${from}${to}`, `${from}x${to}`, `>${to}`].some((text) => action.includes(text))) return null;
  if (word !== undefined && !ROLES.includes(word)) return null;
  const board = boardOf(glimpse);
  const mover = figureOn(board, from);
  if (!board || !mover) return null;
  const castled = mover.role === "king" ? castling(board, mover, to) : null;
  if (castled) return castled;
  if (figureOn(board, to)?.color === mover.color) return null;
  const passed = mover.role === "pawn" ? passedBy(board, mover, to) : null;
  const figure = { ...mover, square: to, role: (word as Role | undefined) ?? mover.role };
  return { from, to, figure, ...(passed ? { passed } : {}) };
}

const figureOn = (board: Board | null, square: string) =>
  board?.figures.find((figure) => figure.square === square);

/**
 * The king's step of two files to the side of a rook in the corner, or to its own rook.
 *
 * Wherever both started, they end on the same squares, so both are known.
 */
function castling(board: Board, king: Figure, to: string): Move | null {
  const [, rank] = king.square;
  if (to[1] !== rank) return null;
  const side = to > king.square ? "h" : "a";
  const target = figureOn(board, to);
  const steps = Math.abs(to.charCodeAt(0) - king.square.charCodeAt(0));
  const corner = king.square[0] === "e" && steps === 2 && !target ? figureOn(board, `${side}${rank}`) : null;
  const rook = target ?? corner;
  if (rook?.role !== "rook" || rook.color !== king.color) return null;
  const [kingTo, rookTo] = side === "h" ? [`g${rank}`, `f${rank}`] : [`c${rank}`, `d${rank}`];
  return {
    from: king.square,
    to: kingTo,
    figure: { ...king, square: kingTo },
    rook: { from: rook.square, to: rookTo, figure: { ...rook, square: rookTo } },
  };
}

/** The pawn that has just gone two squares and is passed by one that goes aside to the empty square behind it. */
function passedBy(board: Board, pawn: Figure, to: string): string | null {
  const passed = `${to[0]}${pawn.square[1]}`;
  const [there, start] = [figureOn(board, passed), `${to[0]}${2 * Number(to[1]) - Number(pawn.square[1])}`];
  const isMarked = (square: string, kind: "left" | "reached") =>
    board.marks.some((mark) => mark.square === square && mark.kind === kind);
  if (to[0] === pawn.square[0] || figureOn(board, to) || there?.role !== "pawn") return null;
  return there.color !== pawn.color && isMarked(passed, "reached") && isMarked(start, "left") ? passed : null;
}

/** The glimpse as it will probably be. */
export function ahead(glimpse: GlimpseAnswer, { from, to, figure, passed, rook }: Move): GlimpseAnswer {
  const emptied = [from, to, passed, rook?.from, rook?.to];
  const taken = [to, passed].filter((square) => square !== from && square !== rook?.from);
  const goes: Record<string, string> = { [from]: to, ...(rook ? { [rook.from]: rook.to } : {}) };
  const parts = glimpse.tabletop.parts.map((part) => {
    if (part.part !== "board") return part;
    return {
      ...part,
      figures: [
        ...part.figures.filter(({ square }) => !emptied.includes(square)),
        figure,
        ...(rook ? [rook.figure] : []),
      ],
      tokens: part.tokens
        .filter(({ square }) => !taken.includes(square))
        .map((placed) => ({ ...placed, square: goes[placed.square] ?? placed.square })),
      marks: [
        { square: from, kind: "left" as const },
        { square: to, kind: "reached" as const },
      ],
    };
  });
  return { ...glimpse, tabletop: { ...glimpse.tabletop, parts }, barred: [] };
}

/** Whether a move that is chosen now is made at once, and not sealed first: the table says so to everybody. */
export const isMade = ({ tabletop }: GlimpseAnswer): boolean => tabletop.prompt.makes === true;
