/**
 * The own move before the server has answered.
 *
 * A move is guessed only where its notation is just the two squares that were pointed at; a question or a
 * card is never guessed.
 * In a game with secrets a move may be sealed instead of made, so there a kind of move is guessed only
 * once one like it was seen to be made in this browser.
 */
import { keptAs } from "./base";
import type { Board, Figure, GlimpseAnswer, Offer, Part, Role } from "./wire/play";
import type { GameNote } from "./wire/wire";

const SQUARE = /^[a-h][1-8]$/;
const ROLES: readonly string[] = ["queen", "rook", "bishop", "knight"] satisfies Role[];
const KEY = "chess-kit-moves";

/** A figure that goes from one square to another, and what it is then. */
export interface Move {
  from: string;
  to: string;
  figure: Figure;
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
  const figures = boardOf(glimpse)?.figures ?? [];
  const mover = figures.find(({ square }) => square === from);
  const target = figures.find(({ square }) => square === to);
  // A king that goes to its own rook castles; where both end up the server knows.
  if (!mover || target?.color === mover.color) return null;
  return { from, to, figure: { ...mover, square: to, role: (word as Role | undefined) ?? mover.role } };
}

/** The glimpse as it will probably be. */
export function ahead(glimpse: GlimpseAnswer, { from, to, figure }: Move): GlimpseAnswer {
  const parts = glimpse.tabletop.parts.map((part) => {
    if (part.part !== "board") return part;
    return {
      ...part,
      figures: [...part.figures.filter(({ square }) => square !== from && square !== to), figure],
      tokens: part.tokens
        .filter(({ square }) => square !== to)
        .map((placed) => (placed.square === from ? { ...placed, square: to } : placed)),
      marks: [
        { square: from, kind: "left" as const },
        { square: to, kind: "reached" as const },
      ],
    };
  });
  return { ...glimpse, tabletop: { ...glimpse.tabletop, parts }, barred: [] };
}

const read = (): Record<string, boolean> => {
  try {
    return JSON.parse(localStorage.getItem(keptAs(KEY)) ?? "{}") as Record<string, boolean>;
  } catch {
    return {};
  }
};

/** The kind of a move: the game and the step of the turn. */
function kindOf(game: Pick<GameNote, "game">, { tabletop }: GlimpseAnswer): string {
  return `${game.game} ${tabletop.prompt.step ?? "-"} ${tabletop.prompt.rule ?? ""}`;
}

/** Whether moves of this kind are made when they are chosen. */
export function isMade(game: Pick<GameNote, "game" | "open">, glimpse: GlimpseAnswer): boolean {
  return game.open || read()[kindOf(game, glimpse)] === true;
}

/** Keeps whether a move was made, now that the server has answered. */
export function learn(
  game: Pick<GameNote, "game">,
  before: GlimpseAnswer,
  move: Move,
  now: GlimpseAnswer,
): void {
  const figures = boardOf(now)?.figures ?? [];
  const made = !figures.some(({ square, color }) => square === move.from && color === move.figure.color);
  const kept = read();
  const kind = kindOf(game, before);
  if (kept[kind] === made || (made && kept[kind] === false)) return;
  try {
    localStorage.setItem(keptAs(KEY), JSON.stringify({ ...kept, [kind]: made }));
  } catch {
    // Without a store the next move waits for the server again.
  }
}
