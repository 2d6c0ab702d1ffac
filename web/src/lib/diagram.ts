/** From a picture of the rules to a position that can be played. */
import { sandbox } from "./api";
import { rowsOf } from "./rulebook";
import type { SandboxAnswer, SandboxRequest } from "./wire/wire";

/** Asks the server for a start that fits the picture; nothing if the rules cannot play it as it stands. */
export async function playableStart(
  game: string,
  text: string,
): Promise<{ start: SandboxRequest; first: SandboxAnswer } | null> {
  for (const arrangement of arrangementsOf(text)) {
    const start: SandboxRequest = { game, arrangement, seed: 1 };
    try {
      const first = await sandbox(start);
      if (first.glimpse.offers.length > 0) return { start, first };
    } catch {
      // Another way of writing it may fit the game better.
    }
  }
  return null;
}

/**
 * The ways in which a picture can be written as an arrangement, the likeliest first.
 *
 * Arrows show moves that were made, so the pieces go back to where the arrows begin.
 * What a picture shows beside the pieces cannot be told from it alone, so such a picture is not played.
 */
export function arrangementsOf(text: string): string[] {
  const rows = rowsOf(text);
  if (!rows || /^(checkers|coins?|rect):/m.test(text)) return [];
  const board = beforeArrows(rows, text).join("\n");
  const mover = /^arrow:\s*\w+\s*,\s*\w+\s*,\s*(white|black)/m.exec(text)?.[1] ?? "white";
  const keys = text
    .split("\n")
    .slice(8)
    .filter((line) => /^chosen:/.test(line));
  const withKeys = [board, ...keys].join("\n");
  return [...new Set([`${withKeys}\nturn: ${mover}`, withKeys])];
}

/** The rows with every arrow's piece back where it came from, the last arrow first. */
function beforeArrows(rows: readonly string[], text: string): string[] {
  const cells = rows.map((row) => row.split(/\s+/));
  const arrows = [...text.matchAll(/^arrow:\s*([a-h][1-8])\s*,\s*([a-h][1-8])\s*,\s*(?:white|black)/gm)];
  for (const [, from = "", to = ""] of arrows.reverse()) {
    const [start, end] = [placeOf(from), placeOf(to)];
    const piece = cells[end.row]?.[end.column];
    if (piece === undefined || piece === "." || cells[start.row]?.[start.column] !== ".") continue;
    (cells[start.row] as string[])[start.column] = piece;
    (cells[end.row] as string[])[end.column] = ".";
  }
  return cells.map((row) => row.join(" "));
}

const placeOf = (square: string): { row: number; column: number } => ({
  row: 8 - Number(square[1]),
  column: square.charCodeAt(0) - "a".charCodeAt(0),
});
