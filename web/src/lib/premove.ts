/**
 * A move that somebody has decided on before it is their turn.
 *
 * It stays in this browser until the turn comes and is then done like any other, or dropped with a word.
 * Nobody can learn of it earlier, because nothing is sent.
 */
import type { Board, Color, Offer } from "./wire/play";
import type { GameNote } from "./wire/wire";

/** Where it starts, and where it ends once that is pointed at. */
export interface Premove {
  from: string;
  to: string | null;
}

/**
 * The color whose pieces a seat may plan with.
 *
 * Only where nothing is secret, everybody sees whose turn it is and two sides take turns: elsewhere a move that
 * comes without a pause could tell that it had been decided before.
 */
export function plannedColor(
  game: Pick<GameNote, "open" | "shows_turns" | "colors">,
  seat: string,
): Color | null {
  const sides = new Set(Object.values(game.colors));
  return game.open && game.shows_turns && sides.size === 2 ? (game.colors[seat] ?? null) : null;
}

/** The squares of the pieces that may be planned with. */
export function ownSquares(board: Board, color: Color): Set<string> {
  return new Set(board.figures.filter((figure) => figure.color === color).map(({ square }) => square));
}

/**
 * Whether a move between two squares could be one's own.
 *
 * Partners share a color's pieces and each has an area of the board, which is framed: what neither starts nor
 * ends there is the partner's to do.
 */
export function isOwnMove(board: Board, from: string, to: string): boolean {
  const areas = board.zones.filter((zone) => zone.from !== zone.to);
  return areas.length === 0 || areas.some((area) => lies(area, from) || lies(area, to));
}

function lies({ from, to }: Board["zones"][number], square: string): boolean {
  return [0, 1].every((at) => {
    const [one, other, here] = [from.charCodeAt(at), to.charCodeAt(at), square.charCodeAt(at)];
    return Math.min(one, other) <= here && here <= Math.max(one, other);
  });
}

/** What pointing at a square makes of a plan; whatever cannot begin one wipes it away. */
export function planOn(
  plan: Premove | null,
  square: string,
  own: ReadonlySet<string>,
  board: Board,
): Premove | null {
  if (plan && plan.to === null && square !== plan.from && isOwnMove(board, plan.from, square))
    return { from: plan.from, to: square };
  return own.has(square) && square !== plan?.from ? { from: square, to: null } : null;
}

/** The offer that a plan has become; a pawn that may become several things becomes a queen. */
export function offerFor({ from, to }: Premove, offers: readonly Offer[]): Offer | null {
  const meant = offers.filter(({ gesture }) => gesture[0] === from && gesture[1] === to);
  const whole = meant.find(({ gesture }) => gesture.length === 2);
  return whole ?? meant.find(({ gesture }) => gesture.length === 3 && gesture[2] === "queen") ?? null;
}
