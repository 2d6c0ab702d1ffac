/** What `scripts/record.mjs` writes. */
import type { Line } from "../lib/table/table";
import type { GlimpseAnswer } from "../lib/wire/play";

export interface Recorded {
  game: string;
  edition: string;
  seats: string[];
  moments: { number: number | "last"; glimpse: GlimpseAnswer; lines: Line[] }[];
}
