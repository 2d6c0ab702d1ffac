/** What the app asks of the server for hints, for what a seat may know, and to look at a game again. */
import { ask } from "./api";
import type { Analysis, HintDepth, HintNote, KnowledgeNote } from "./wire/wire";

const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const hint = (table: string, seat: string, prompt: number, depth: HintDepth): Promise<HintNote> =>
  ask("POST", `${tablePath(table)}/hint`, { seat, prompt, depth });

export const knowledge = (table: string, seat: string): Promise<KnowledgeNote> =>
  ask("GET", `${tablePath(table)}/knowledge?seat=${encodeURIComponent(seat)}`);

export const analysis = (table: string): Promise<Analysis> => ask("GET", `${tablePath(table)}/analysis`);

/** A chance in hundredths; what is not sure is neither 0 nor 100. */
export function percent(chance: number): number {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole <= 0) return 1;
  return chance < 1 && whole >= 100 ? 99 : whole;
}
