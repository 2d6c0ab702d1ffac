/**
 * The holes that were played in this browser, and how it went.
 *
 * Each is kept by the path of its address, with what was done there, so that a reload goes on where one was.
 */
import { keptAs } from "../../lib/base";
import { daysLater, today } from "./address";

/** One hole as it was played. */
export interface Round {
  /** What was done, in the game's notation. */
  actions: string[];
  /** The number that was said, if one is said at this hole. */
  said: number | null;
  /** What the hole counts; nothing while it is being played. */
  score: number | null;
  /** Whether the capture was shown. */
  solved: boolean;
  /** The least number of moves; nothing until it was opened. */
  par: number | null;
  /** How many hints were taken. */
  hints: number;
  /** The day on which it was scored. */
  on: string | null;
}

const KEY = keptAs("chess-kit-golf");
const MOST = 500;

/** A hole that nobody has touched. */
export const fresh = (): Round => ({
  actions: [],
  said: null,
  score: null,
  solved: false,
  par: null,
  hints: 0,
  on: null,
});

type Rounds = Record<string, Round>;

function all(): Rounds {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, round]) => isRound(round)));
  } catch {
    return {};
  }
}

function isRound(value: unknown): value is Round {
  const round = value as Partial<Round> | null;
  return Array.isArray(round?.actions) && typeof round.hints === "number" && round.score !== undefined;
}

/** How a hole went, by its path. */
export const roundAt = (path: string): Round | null => all()[path] ?? null;

/** Keeps how a hole goes; the oldest are forgotten when there are too many. */
export function keepRound(path: string, round: Round): void {
  const { [path]: _, ...others } = all();
  const kept = Object.entries({ ...others, [path]: round }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** How the hole of a day went, if it was scored on that very day. */
function onItsDay(date: string): Round | null {
  const round = roundAt(`/golf/${date}`);
  return round !== null && round.score !== null && round.on === date ? round : null;
}

/** How many days in a row the hole of the day was played, today or up to yesterday. */
export function streak(now = today()): number {
  let days = 0;
  let date = onItsDay(now) ? now : daysLater(now, -1);
  while (onItsDay(date)) {
    days += 1;
    date = daysLater(date, -1);
  }
  return days;
}

/** A day of the week that goes on. */
export interface WeekDay {
  date: string;
  played: boolean;
  today: boolean;
  /** Whether it has not come yet. */
  ahead: boolean;
}

/** This week, from Monday on. */
export function week(now = today()): WeekDay[] {
  const monday = daysLater(now, -((new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7));
  return [0, 1, 2, 3, 4, 5, 6].map((days) => {
    const date = daysLater(monday, days);
    return { date, played: onItsDay(date) !== null, today: date === now, ahead: date > now };
  });
}
