/**
 * "What shall we play?": what people wish for, which games fit, and what to loosen if none does.
 *
 * Everything is judged by what the title pages say; the wish is kept in this browser.
 */
import { keptAs } from "./base";
import type { GameNote } from "./wire/wire";

/** How many people; the last stands for all that are more. */
export const PEOPLE = [1, 2, 3, 4, 5] as const;
/** Minutes at most; the last is an evening, which is long enough for everything. */
export const MINUTES = [15, 30, 45, 0] as const;
/** What lies on the shelf; every game needs the set. */
export const SHELF = ["set", "checkers", "cards"] as const;
export const KINDS = ["secrets", "teams", "puzzle", "classic"] as const;

export type OnShelf = (typeof SHELF)[number];
export type Kind = (typeof KINDS)[number];

/** What people wish for. */
export interface Wish {
  /** How many play; 0 if nobody has said. */
  people: number;
  /** Whether bots may have the chairs that stay empty. */
  bots: boolean;
  /** How long they have; 0 for as long as they like. */
  minutes: number;
  /** What they have for a real board; nothing if they play on screens, which have everything. */
  shelf: OnShelf[];
  /** Which kinds they like; nothing if all. */
  kinds: Kind[];
}

export const ANYTHING: Wish = { people: 0, bots: false, minutes: 0, shelf: [], kinds: [] };

const OF_KIND: Record<Kind, (game: GameNote) => boolean> = {
  secrets: (game) => !game.open,
  teams: (game) => game.teams.length < game.seats.length,
  puzzle: (game) => game.puzzle !== null || game.seats.length === 1,
  classic: (game) => game.open && game.seats.length === 2 && Object.keys(game.colors).length === 2,
};

/** The tests that a game must pass, by the part of the wish that they are about. */
const TESTS: Record<Part, (game: GameNote, wish: Wish) => boolean> = {
  people: (game, { people, bots }) =>
    people === 0 || (people <= game.seats.length && (bots || people >= game.fewest_seats)),
  minutes: (game, { minutes }) => minutes === 0 || game.needs.minutes <= minutes,
  shelf: (game, { shelf }) => shelf.length === 0 || game.needs.shelf.every((thing) => shelf.includes(thing)),
  kinds: (game, { kinds }) => kinds.length === 0 || kinds.some((kind) => OF_KIND[kind](game)),
};

/** A part of the wish. */
export type Part = "people" | "minutes" | "shelf" | "kinds";
export const PARTS: readonly Part[] = ["people", "minutes", "shelf", "kinds"];

/** Whether a game fits. */
export const fits = (game: GameNote, wish: Wish): boolean => PARTS.every((part) => TESTS[part](game, wish));

/** The wish without one of its parts. */
export const without = (wish: Wish, part: Part): Wish => ({ ...wish, [part]: ANYTHING[part] });

/** Each part that alone stands in the way, with how many games fit without it, the most first. */
export function loosened(games: readonly GameNote[], wish: Wish): { part: Part; count: number }[] {
  const counted = PARTS.map((part) => ({
    part,
    count: games.filter((game) => fits(game, without(wish, part))).length,
  }));
  return counted.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

/** The shelf after something was put there or taken away: without a set nothing can be played on it. */
export function shelved(shelf: readonly OnShelf[], thing: OnShelf): OnShelf[] {
  if (shelf.includes(thing)) return thing === "set" ? [] : shelf.filter((other) => other !== thing);
  return SHELF.filter((other) => other === thing || other === "set" || shelf.includes(other));
}

const KEY = keptAs("chess-kit-wish");

/** What somebody wished for last, as far as it makes sense. */
export function readWish(text: string | null): Wish {
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Record<keyof Wish, unknown>>;
    const among = <T>(all: readonly T[], found: unknown): T[] =>
      Array.isArray(found) ? all.filter((one) => found.includes(one)) : [];
    return {
      people: among(PEOPLE, [kept.people])[0] ?? 0,
      bots: kept.bots === true,
      minutes: among(MINUTES, [kept.minutes])[0] ?? 0,
      shelf: among(SHELF, kept.shelf),
      kinds: among(KINDS, kept.kinds),
    };
  } catch {
    return { ...ANYTHING };
  }
}

class Choosing {
  #wish = $state.raw(readWish(stored()));

  get wish(): Wish {
    return this.#wish;
  }

  /** Wishes for something else and keeps it. */
  change(change: Partial<Wish>): void {
    this.#wish = { ...this.#wish, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#wish));
    } catch {
      // Without a store the wish lasts as long as the page.
    }
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const choosing = new Choosing();
