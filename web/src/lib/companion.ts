/** What a phone beside a real board does without a game: it stays awake, calls, speaks and remembers. */
import { keptAs } from "./base";
import { boardOf } from "./predict";
import { settings } from "./settings.svelte";
import { play } from "./sound";
import type { GlimpseAnswer, Offer } from "./wire/play";

const KEY = "chess-kit-hands";
const ALOUD = "chess-kit-aloud";
/** How many tables are remembered. */
const MOST = 40;

const SQUARE = /^[a-h][1-8]$/;

function read(key: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(keptAs(key)) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function keep(key: string, table: string, number: number): void {
  const others = Object.entries(read(key)).filter(([other]) => other !== table);
  try {
    const kept = Object.fromEntries([...others.slice(1 - MOST), [table, number]]);
    localStorage.setItem(keptAs(key), JSON.stringify(kept));
  } catch {
    // Without a store it is told once more after a reload.
  }
}

/** The moment from which hands came to where they are now. */
const BEFORE = "chess-kit-hands-before";

/** How many public lines this phone's people have read. */
const HEARD = "chess-kit-heard";

/** The moment up to which this phone's people have done everything. */
export const doneAt = (table: string): number => read(KEY)[table] ?? 0;

/** Remembers that everything is done up to a moment. */
export const keepDone = (table: string, moment: number): void => keep(KEY, table, moment);

/** The moment before those hands that were done last. */
export const beforeAt = (table: string): number => read(BEFORE)[table] ?? 0;

/** Remembers from where hands came, so that their steps can be shown once more. */
export const keepBefore = (table: string, moment: number): void => keep(BEFORE, table, moment);

/** How many public lines were read on this phone. */
export const heardAt = (table: string): number => read(HEARD)[table] ?? 0;

/** Remembers how many public lines were read. */
export const keepHeard = (table: string, lines: number): void => keep(HEARD, table, lines);

/** Whether steps are spoken aloud by themselves. */
export const isAloud = (): boolean => {
  try {
    return localStorage.getItem(keptAs(ALOUD)) === "yes";
  } catch {
    return false;
  }
};

export function keepAloud(aloud: boolean): void {
  try {
    localStorage.setItem(keptAs(ALOUD), aloud ? "yes" : "no");
  } catch {
    // Without a store it lasts as long as the page.
  }
}

/** Speaks in the language of whoever reads, and nothing else at the same time. */
export function speakAloud(texts: readonly string[]): void {
  const voice = globalThis.speechSynthesis;
  if (!voice) return;
  voice.cancel();
  for (const text of texts) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = settings.language;
    voice.speak(words);
  }
}

export const hush = (): void => globalThis.speechSynthesis?.cancel();

/** Calls somebody whose eyes are on the wood: a short buzz and a small sound. */
export function call(): void {
  navigator.vibrate?.(60);
  play(["turn"]);
}

/** Keeps the screen on for as long as the page is seen; says whether it is. */
export function stayAwake(tell: (awake: boolean) => void): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const take = async (): Promise<void> => {
    if (ended || document.visibilityState === "hidden" || !("wakeLock" in navigator)) return;
    try {
      const taken = await navigator.wakeLock.request("screen");
      if (ended || lock?.released === false) return void taken.release();
      lock = taken;
      tell(true);
      taken.addEventListener("release", () => tell(false));
    } catch {
      // The battery is low, or the browser does not allow it: the phone sleeps as it always does.
      tell(false);
    }
  };
  const seen = (): void => void take();
  document.addEventListener("visibilitychange", seen);
  void take();
  return () => {
    if (ended) return;
    ended = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
    lock = null;
  };
}

/** How many offers are shown as buttons. */
const FEW = 3;

/**
 * The offers that are meant most often, the likeliest first: the only ones, what takes back on the square
 * where something has just arrived, and what has just become possible.
 *
 * They are found in what the viewer may do and sees, so they tell nothing else and need no game.
 */
export function likely(now: GlimpseAnswer, before: readonly string[]): Offer[] {
  if (now.offers.length <= FEW) return now.offers;
  const board = boardOf(now);
  const reached = new Set(board?.marks.filter(({ kind }) => kind === "reached").map(({ square }) => square));
  const colors = new Map(board?.figures.map(({ square, color }) => [square, color]));
  const weigh = ({ action, gesture: [from = "", to = ""] }: Offer): number => {
    if (!SQUARE.test(from) || !SQUARE.test(to)) return 0;
    const takes = colors.has(to) && colors.get(to) !== colors.get(from);
    const fresh = before.length > 0 && !before.includes(action);
    return (takes && reached.has(to) ? 8 : 0) + (fresh && takes ? 4 : 0) + (fresh ? 1 : 0);
  };
  const weighed = now.offers.map((offer) => ({ offer, weight: weigh(offer) }));
  const wanted = weighed.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return wanted.slice(0, FEW).map(({ offer }) => offer);
}

/** What one may do, by notation: to know the next time what is new. */
export const actionsOf = (glimpse: GlimpseAnswer): string[] => glimpse.offers.map(({ action }) => action);
