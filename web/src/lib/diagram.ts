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

/** The ways in which a picture can be written as an arrangement, the likeliest first. */
export function arrangementsOf(text: string): string[] {
  const rows = rowsOf(text);
  if (!rows) return [];
  const board = rows.join("\n");
  const mover = /^arrow:\s*\w+\s*,\s*\w+\s*,\s*(white|black)/m.exec(text)?.[1] ?? "white";
  const keys = text
    .split("\n")
    .slice(8)
    .filter((line) => /^chosen:/.test(line));
  const withKeys = [board, ...keys].join("\n");
  return [...new Set([`${withKeys}\nturn: ${mover}`, withKeys])];
}
