/**
 * The addresses of golf, and what they name.
 *
 * `/golf/2026-11-18` is the hole of a day, `/golf/course/2026-11-18` its course and
 * `/golf/course/2026-11-18/3` the third hole of that, and `/golf/hole/…` is any hole at all: the rows of
 * its board from the eighth rank down, with digits for empty squares, and then its cards.
 */
import { readPiece } from "../../lib/theme/sets";
import type { Figure } from "../../lib/wire/play";

/** What an address of golf names. */
export type Spot =
  | { kind: "clubhouse" }
  | { kind: "day"; date: string }
  | { kind: "course"; date: string }
  | { kind: "course-hole"; date: string; number: number }
  | { kind: "hole"; text: string }
  | { kind: "unknown" };

const UNKNOWN: Spot = { kind: "unknown" };
const HOLES = 9;

/** Reads the words of an address that come after `golf`. */
export function readSpot(words: readonly string[]): Spot {
  const [name = "", second = "", third] = words;
  if (name === "") return { kind: "clubhouse" };
  if (isDate(name) && words.length === 1) return { kind: "day", date: name };
  if (name === "hole" && words.length === 2) {
    const text = textOf(second);
    return text === null ? UNKNOWN : { kind: "hole", text };
  }
  if (name !== "course" || !isDate(second)) return UNKNOWN;
  if (third === undefined) return { kind: "course", date: second };
  const number = Number(third);
  const there = words.length === 3 && Number.isInteger(number) && number >= 1 && number <= HOLES;
  return there ? { kind: "course-hole", date: second, number } : UNKNOWN;
}

/** The address of what is named. */
export function pathTo(spot: Exclude<Spot, { kind: "unknown" }>): string {
  switch (spot.kind) {
    case "clubhouse":
      return "/golf";
    case "day":
      return `/golf/${spot.date}`;
    case "course":
      return `/golf/course/${spot.date}`;
    case "course-hole":
      return `/golf/course/${spot.date}/${spot.number}`;
    case "hole":
      return `/golf/hole/${wordOf(spot.text)}`;
  }
}

/** Whether a word is a day of the calendar, as in `2026-11-18`. */
export function isDate(word: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return false;
  const date = new Date(`${word}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(word);
}

/** Today, by the clock of the whole world, so that everybody has the same hole. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A day so many days later. */
export function daysLater(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** A hole as one word of an address: `5Q2-b6K-…-2B3R1-Kb`. */
export function wordOf(text: string): string {
  const rows = rowsOf(text).map((row) => row.replaceAll(/\.+/g, (gap) => String(gap.length)));
  return [...rows, cardsOf(text).join("")].join("-");
}

/** The hole that a word of an address means, as an arrangement; nothing if it means none. */
export function textOf(word: string): string | null {
  const [cards = "", ...upwards] = word.split("-").reverse();
  const rows = upwards.reverse().map((row) => row.replaceAll(/[1-8]/g, (gap) => ".".repeat(Number(gap))));
  const whole = rows.length === 8 && rows.every((row) => /^[.KQRBNkqrbn]{8}$/.test(row));
  if (!whole || !/^[KQRBNkqrbn]{2,4}$/.test(cards)) return null;
  return [...rows.map((row) => [...row].join(" ")), `chosen: ${cards}`].join("\n");
}

/** The rows of a hole without spaces, the eighth rank first. */
export function rowsOf(text: string): string[] {
  return text
    .split("\n")
    .slice(0, 8)
    .map((row) => row.replaceAll(" ", ""));
}

/** The letters on the cards of a hole. */
export function cardsOf(text: string): string[] {
  const line = text.split("\n").find((line) => line.startsWith("chosen:")) ?? "";
  return [...line.slice("chosen:".length).replaceAll(" ", "")];
}

/** The figures of a hole before its first move. */
export function figuresOf(text: string): Figure[] {
  return rowsOf(text).flatMap((row, down) =>
    [...row].flatMap((letter, across) => {
      const piece = readPiece(letter);
      return piece ? [{ square: `${"abcdefgh"[across]}${8 - down}`, ...piece }] : [];
    }),
  );
}

/** The figures after a move; what stood where it ends is gone. */
export function moved(figures: readonly Figure[], from: string, to: string): Figure[] {
  const others = figures.filter(({ square }) => square !== to);
  return others.map((figure) => (figure.square === from ? { ...figure, square: to } : figure));
}
