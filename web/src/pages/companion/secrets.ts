/** What only one seat sees of its table, found in what it is shown, so that no game needs code for it. */
import type { GlimpseAnswer, Part } from "../../lib/wire/play";
import type { GameNote } from "../../lib/wire/wire";

type Kind<Name extends Part["part"]> = Extract<Part, { part: Name }>;

export interface Secrets {
  /** Hands and grids of its own. */
  parts: (Kind<"cards"> | Kind<"grid">)[];
  sheets: Kind<"sheet">[];
  /** The board, if something lies under it or may be there for all that the seat knows. */
  board: Kind<"board"> | null;
  /** Whether there is anything of that. */
  any: boolean;
}

const NOTHING: Secrets = { parts: [], sheets: [], board: null, any: false };

export function secretsOf(game: GameNote, glimpse: unknown): Secrets {
  if (game.open || !glimpse) return NOTHING;
  const { parts: all } = (glimpse as GlimpseAnswer).tabletop;
  const parts = all.filter(
    (part): part is Kind<"cards"> | Kind<"grid"> =>
      (part.part === "cards" || part.part === "grid") && part.private,
  );
  const sheets = all.filter((part) => part.part === "sheet");
  const board =
    all.find(
      (part): part is Kind<"board"> =>
        part.part === "board" && part.under.length + (part.possible?.length ?? 0) > 0,
    ) ?? null;
  return { parts, sheets, board, any: parts.length + sheets.length > 0 || board !== null };
}
