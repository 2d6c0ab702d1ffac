/** Recorded moments of all games, and ways to make glimpses by hand. */
import type { Recorded } from "../src/dev/recorded";
import type { Board, GlimpseAnswer, Offer, Part } from "../src/lib/wire/play";

export const RECORDED: Recorded[] = Object.entries(
  import.meta.glob<Recorded>("./fixtures/*.json", { eager: true, import: "default" }),
)
  .filter(([path]) => !path.endsWith("catalogue.json"))
  .map(([, recorded]) => recorded);

/** An offer by its action and the spots of its gesture, with commas between them. */
export function offer(action: string, gesture: string, label = action): Offer {
  return { action, gesture: gesture.split(",").map((spot) => spot.trim()), label };
}

export function boardOf(change: Partial<Board> = {}): { part: "board" } & Board {
  const board = {
    id: "board",
    bottom: "white",
    figures: [],
    tokens: [],
    marks: [],
    zones: [],
    under: [],
    layers: [],
  } as const;
  return { part: "board", ...structuredClone(board), ...change } as { part: "board" } & Board;
}

export function glimpseOf(parts: Part[], offers: Offer[] = []): GlimpseAnswer {
  const prompt = { text: "Do something.", steps: [], step: null, rule: null };
  return { viewer: "white", tabletop: { prompt, parts }, offers, barred: [], outcome: null };
}
