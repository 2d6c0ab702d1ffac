/**
 * Boards with a mirror: figures on mirror checkers stand behind it, all others in front.
 *
 * One may look at both sides at once, at one with the other dimmed, or at the two side by side.
 */
import type { Board } from "./wire/play";

export const SIGHTS = ["both", "front", "behind", "apart"] as const;
export type Sight = (typeof SIGHTS)[number];

/** A board as it is drawn. */
export interface Drawn {
  /** Which sides it shows. */
  sight: Exclude<Sight, "apart">;
  board: Board;
  /** Squares whose things are drawn pale. */
  dimmed: ReadonlySet<string>;
}

export function hasMirror(board: Board): boolean {
  return board.tokens.some(({ token }) => token.token === "mirror");
}

/** The boards to draw for one that lies on the table. */
export function drawn(board: Board, sight: Sight): Drawn[] {
  const behind = new Set(
    board.tokens.filter(({ token }) => token.token === "mirror").map(({ square }) => square),
  );
  const inFront = ({ square }: { square: string }) => !behind.has(square);
  const isBehind = ({ square }: { square: string }) => behind.has(square);
  const squares = (keep: (figure: { square: string }) => boolean) =>
    new Set(board.figures.filter(keep).map(({ square }) => square));
  const alone = (keep: (thing: { square: string }) => boolean): Board => ({
    ...board,
    figures: board.figures.filter(keep),
    tokens: board.tokens.filter(keep),
  });
  const none = new Set<string>();
  switch (sight) {
    case "both":
      return [{ sight, board, dimmed: none }];
    case "front":
      return [{ sight, board, dimmed: squares(isBehind) }];
    case "behind":
      return [{ sight, board, dimmed: squares(inFront) }];
    case "apart":
      return [
        { sight: "front", board: alone(inFront), dimmed: none },
        { sight: "behind", board: alone(isBehind), dimmed: none },
      ];
  }
}

/** What comes next when somebody asks for another sight. */
export function nextSight(sight: Sight): Sight {
  return SIGHTS[(SIGHTS.indexOf(sight) + 1) % SIGHTS.length] ?? "both";
}
