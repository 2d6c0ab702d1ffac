/**
 * From pointing to acting.
 *
 * An offer comes with a gesture: the spots to point at, in order.
 * A {@link Pointing} holds what has been pointed at so far and says which spots continue
 * some gesture.
 * It compares texts and decides nothing: what is not in an offer cannot be done.
 *
 * Two kinds of gestures forgive the order in which one points:
 * cells of one grid or cards of one part that follow each other (circling boxes, choosing
 * two cards), and squares that are chosen freely until a word such as `done`, which is
 * recognized by that word alone being on offer, too.
 */
import type { Barred, Offer } from "./wire/play";

export type Spot =
  | { kind: "square"; square: string }
  | { kind: "card"; part: string; index: number }
  | { kind: "cell"; part: string; row: number; column: number }
  | { kind: "word"; word: string };

/** Reads a spot as it is written: `e4`, `hand 2`, `mask 0 3`, or a word. */
export function readSpot(text: string): Spot {
  if (/^[a-h][1-8]$/.test(text)) return { kind: "square", square: text };
  const cell = /^([a-z][a-z0-9-]*) (\d+) (\d+)$/i.exec(text);
  if (cell?.[1]) return { kind: "cell", part: cell[1], row: Number(cell[2]), column: Number(cell[3]) };
  const card = /^([a-z][a-z0-9-]*) (\d+)$/i.exec(text);
  if (card?.[1]) return { kind: "card", part: card[1], index: Number(card[2]) };
  return { kind: "word", word: text };
}

export const cardSpot = (part: string, index: number): string => `${part} ${index}`;
export const cellSpot = (part: string, row: number, column: number): string => `${part} ${row} ${column}`;

/** Spots of a gesture that follow each other, and whether their order matters. */
interface Run {
  spots: string[];
  anyOrder: boolean;
}

interface Path {
  offer: Offer;
  runs: Run[];
}

/** What happened when somebody pointed at a spot. */
export type Pointed =
  | { did: "acted"; offer: Offer }
  | { did: "continued"; picks: string[] }
  | { did: "took back"; picks: string[] }
  | { did: "nothing" };

/** Offers laid out for pointing. Make a new one for each glimpse. */
export class Pointing {
  readonly #paths: Path[];
  /** Every spot of every gesture, and whether it is one of those that come in any order. */
  readonly #spots = new Map<string, boolean>();
  /** What was asked before: many parts of one table ask the same. */
  readonly #asked = new Map<string, Set<string>>();

  constructor(offers: readonly Offer[]) {
    const endings = new Set(offers.filter(isLoneWord).map((offer) => offer.gesture[0]));
    const strict = partsWhereOrderMatters(offers);
    this.#paths = offers.map((offer) => ({ offer, runs: runsOf(offer.gesture, endings, strict) }));
    for (const { runs } of this.#paths) {
      for (const { spots, anyOrder } of runs) {
        for (const spot of spots) this.#spots.set(spot, anyOrder || (this.#spots.get(spot) ?? false));
      }
    }
  }

  /** Where to begin: what all offers have in common, if only words are left to be said then. */
  start(): string[] {
    const [first, ...others] = this.#paths.map((path) => path.offer.gesture);
    if (!first || others.length === 0) return [];
    const shared = first.findIndex((spot, place) => others.some((gesture) => gesture[place] !== spot));
    const picks = first.slice(0, Math.max(shared, 0));
    return [...this.next(picks)].every((spot) => readSpot(spot).kind === "word") ? picks : [];
  }

  /** The offers that the picks are on the way to. */
  towards(picks: readonly string[]): Offer[] {
    return this.#paths.filter((path) => rest(path, picks) !== null).map((path) => path.offer);
  }

  /** The offers that the picks complete; by the laws of the games there is at most one. */
  complete(picks: readonly string[]): Offer | null {
    return this.#paths.find((path) => rest(path, picks)?.length === 0)?.offer ?? null;
  }

  /** Every spot that continues some gesture. */
  next(picks: readonly string[]): Set<string> {
    const question = picks.join("|");
    const asked = this.#asked.get(question);
    if (asked) return asked;
    const spots = new Set<string>();
    for (const path of this.#paths) for (const spot of nextOf(path, picks)) spots.add(spot);
    this.#asked.set(question, spots);
    return spots;
  }

  /** The offers that pointing at this spot would complete. */
  completedBy(picks: readonly string[], spot: string): Offer | null {
    return this.complete([...picks, spot]);
  }

  /** Whether the spot is anywhere in a gesture. */
  knows(spot: string): boolean {
    return this.#spots.has(spot);
  }

  /** How to draw a square that continues a gesture. */
  lightOf(square: string, picks: readonly string[], occupied: ReadonlySet<string>): Light {
    if (!occupied.has(square)) return "go";
    const others = picks.findLastIndex((pick) => readSpot(pick).kind !== "square");
    const moving = (picks.length - 1 - others) % 2 === 1 && !this.#forgives([square]);
    if (!moving) return "pick";
    const asks = this.completedBy(picks, square)?.asks;
    if (!asks?.no) return "take";
    return asks.yes ? "may" : "cannot";
  }

  /** Points at a spot. */
  point(picks: readonly string[], spot: string): Pointed {
    if (this.next(picks).has(spot)) return this.#settle([...picks, spot]);
    if (picks.includes(spot)) return { did: "took back", picks: this.#without(picks, spot) };
    const kept = this.#keep(picks, spot);
    if (kept) return this.#settle([...kept, spot]);
    return picks.length > 0 ? { did: "took back", picks: [] } : { did: "nothing" };
  }

  /** Acts as soon as nothing else could be meant. */
  #settle(picks: string[]): Pointed {
    const offer = this.complete(picks);
    const goesOn = this.next(picks).size > 0;
    return offer && !goesOn ? { did: "acted", offer } : { did: "continued", picks };
  }

  /** The picks without one of them; what came after it stays if that still makes sense. */
  #without(picks: readonly string[], spot: string): string[] {
    const place = picks.lastIndexOf(spot);
    const others = picks.filter((_, index) => index !== place);
    return this.towards(others).length > 0 && this.#forgives(picks) ? others : picks.slice(0, place);
  }

  /** The most of the picks that can stay when the spot is added to them. */
  #keep(picks: readonly string[], spot: string): string[] | null {
    if (this.#forgives([...picks, spot])) {
      let kept: string[] = [];
      for (const pick of [...picks].reverse()) {
        if (this.next([pick, ...kept]).has(spot)) kept = [pick, ...kept];
      }
      if (this.next(kept).has(spot)) return kept;
    }
    for (let length = picks.length - 1; length >= 0; length--) {
      const start = picks.slice(0, length);
      if (this.next(start).has(spot)) return start;
    }
    return null;
  }

  /** Whether all picks lie in runs whose order does not matter. */
  #forgives(picks: readonly string[]): boolean {
    return picks.every((pick) => this.#spots.get(pick) === true);
  }
}

/** Why a spot cannot be pointed at now, though it looks as if it could. */
export function reasonAgainst(
  barred: readonly Barred[],
  picks: readonly string[],
  spot: string,
): string | null {
  const meant = [...picks, spot];
  const begun = barred.filter(({ gesture }) => meant.every((pick, place) => gesture[place] === pick));
  const reasons = new Set(begun.map(({ reason }) => reason.text));
  return reasons.size > 0 ? [...reasons].join("; ") : null;
}

/** How a lit square is drawn: one may pick it up, go there, or take what stands there. */
export type Light = "pick" | "go" | "take" | "may" | "cannot";

function isLoneWord(offer: Offer): boolean {
  const [first] = offer.gesture;
  return offer.gesture.length === 1 && first !== undefined && readSpot(first).kind === "word";
}

/** The part of a spot whose neighbors in a gesture may be pointed at in any order. */
function looseGroup(text: string): string | null {
  const spot = readSpot(text);
  return spot.kind === "cell" || spot.kind === "card" ? spot.part : null;
}

/** Parts for which two offers differ only in the order of their spots. */
function partsWhereOrderMatters(offers: readonly Offer[]): Set<string> {
  const parts = new Set<string>();
  const seen = new Map<string, string>();
  for (const { gesture } of offers) {
    const sorted = [...gesture].sort().join("|");
    const before = seen.get(sorted);
    seen.set(sorted, gesture.join("|"));
    if (before === undefined || before === gesture.join("|")) continue;
    for (const spot of gesture) parts.add(looseGroup(spot) ?? "squares");
  }
  return parts;
}

function runsOf(gesture: readonly string[], endings: Set<string | undefined>, strict: Set<string>): Run[] {
  const free = gesture.length > 1 && endings.has(gesture.at(-1));
  const runs: Run[] = [];
  let group: string | null = null;
  for (const spot of gesture) {
    const square = readSpot(spot).kind === "square";
    const own: string | null = square ? (free ? "squares" : null) : looseGroup(spot);
    const loose: boolean = own !== null && !strict.has(own);
    const last = runs.at(-1);
    if (loose && own === group && last) last.spots.push(spot);
    else runs.push({ spots: [spot], anyOrder: loose });
    group = own;
  }
  return runs;
}

/** What is still to be pointed at, or nothing if the picks lead elsewhere. */
function rest(path: Path, picks: readonly string[]): Run[] | null {
  let runs = path.runs;
  for (const pick of picks) {
    const [run, ...later] = runs;
    if (!run?.spots.includes(pick)) return null;
    const spots = withoutOne(run.spots, pick);
    runs = spots.length > 0 ? [{ ...run, spots }, ...later] : later;
  }
  return runs;
}

function nextOf(path: Path, picks: readonly string[]): string[] {
  return rest(path, picks)?.[0]?.spots ?? [];
}

function withoutOne(spots: readonly string[], spot: string): string[] {
  const place = spots.indexOf(spot);
  return spots.filter((_, index) => index !== place);
}
