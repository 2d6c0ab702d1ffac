/** Piece sets and board themes one can choose, and where their pictures come from. */
import type { Color, Role } from "../wire/play";
import classic from "./pieces/classic.svg?url";
import solid from "./pieces/solid.svg?url";

export const PIECE_SETS = { classic, solid } as const;
export type PieceSet = keyof typeof PIECE_SETS;

export const BOARD_THEMES = ["wood", "paper", "slate", "contrast"] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];

const LETTERS: Record<Role, string> = {
  king: "k",
  queen: "q",
  rook: "r",
  bishop: "b",
  knight: "n",
  pawn: "p",
};

/** The address of one picture of a set. */
export function pictureOf(set: PieceSet, color: Color, role: Role): string {
  return `${PIECE_SETS[set]}#${color === "white" ? "w" : "b"}${LETTERS[role]}`;
}

/** The letter of a piece: a capital for White. */
export function letterOf({ color, role }: { color: Color; role: Role }): string {
  return color === "white" ? LETTERS[role].toUpperCase() : LETTERS[role];
}

/** The color and role of a piece letter; capitals are white. */
export function readPiece(letter: string): { color: Color; role: Role } | null {
  const role = (Object.keys(LETTERS) as Role[]).find((name) => LETTERS[name] === letter.toLowerCase());
  return role ? { color: letter === letter.toUpperCase() ? "white" : "black", role } : null;
}
