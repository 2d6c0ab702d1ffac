/** What a seat may know, as it is shown now. */
import { percent } from "../percent";
import type { BeliefNote, SurmiseNote } from "../wire/wire";

let belief = $state.raw<BeliefNote | null>(null);

/** Whether a spot is a square of the board. */
const isSquare = (spot: string): boolean => /^[a-h][1-8]$/.test(spot);

/** Of each square what is likeliest, unless it is sure to be so for all that can be seen. */
export function likeliest(surmises: readonly SurmiseNote[]): { square: string; chance: number }[] {
  const best = new Map<string, number>();
  for (const { spot, chance } of surmises) {
    if (isSquare(spot) && chance > (best.get(spot) ?? 0)) best.set(spot, chance);
  }
  return [...best].map(([square, chance]) => ({ square, chance }));
}

/** What is said of several spots alike and is as likely there, in percent as people read it. */
export type Together = Omit<SurmiseNote, "spot"> & { spots: string[] };

/** Surmises that say the same with the same chance, put together, the likeliest first. */
export function together(surmises: readonly SurmiseNote[]): Together[] {
  const found = new Map<string, Together>();
  for (const { spot, ...surmise } of surmises) {
    const key = `${percent(surmise.chance)} ${surmise.text}`;
    const alike = found.get(key);
    if (alike) alike.spots.push(spot);
    else found.set(key, { ...surmise, spots: [spot] });
  }
  return [...found.values()].sort((one, two) => two.chance - one.chance);
}

export const known = {
  get belief(): BeliefNote | null {
    return belief;
  },
  get squares(): { square: string; chance: number }[] {
    return likeliest(belief?.surmises ?? []);
  },
  show(next: BeliefNote | null): void {
    belief = next;
  },
};
