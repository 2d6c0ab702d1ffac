/** What each side has lost since the game began, where nothing on the table says it. */
import { letterOf } from "../theme/sets";
import type { Color, Figure, Role } from "../wire/play";

const ROLES: readonly Role[] = ["queen", "rook", "bishop", "knight", "pawn"];

/** The pieces of a color that have left the board, by letter; a pawn that became something is not lost. */
export function lostBetween(first: readonly Figure[], now: readonly Figure[], color: Color): string[] {
  const count = (figures: readonly Figure[], role: Role) =>
    figures.filter((figure) => figure.color === color && figure.role === role).length;
  const gone = new Map(ROLES.map((role) => [role, count(first, role) - count(now, role)]));
  const became = [...gone.values()].reduce((sum, lost) => sum + Math.max(0, -lost), 0);
  gone.set("pawn", (gone.get("pawn") ?? 0) - became);
  return ROLES.flatMap((role) =>
    Array<string>(Math.max(0, gone.get(role) ?? 0)).fill(letterOf({ color, role })),
  );
}
