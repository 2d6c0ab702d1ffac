/** Whose turn to look it is when several seats share a screen, and from which side. */
import type { Color, GameNote } from "./wire/play";

/** The colors that seats play, by their names. */
type Colors = GameNote["colors"];

/** The next of `seats`, after `current` and around the table, that has something to decide. */
export function seatAfter(
  seats: readonly string[],
  turns: readonly string[],
  current: string,
): string | null {
  const start = seats.indexOf(current) + 1;
  const around = [...seats.slice(start), ...seats.slice(0, start)];
  return around.find((seat) => turns.includes(seat)) ?? null;
}

/** The side of the table that somebody sits at, when the screen lies flat between two of them. */
export type Side = "near" | "far";

/** Where a seat sits: the first one and whoever plays its color near, the others far. */
export function sideOf(seats: readonly string[], seat: string, colors: Colors): Side {
  const [first = ""] = seats;
  const [mine, theirs] = [colors[seat], colors[first]];
  const near = mine && theirs ? mine === theirs : seats.indexOf(seat) < seats.length / 2;
  return near ? "near" : "far";
}

/** The color at the bottom of the board for a side: so the board itself stays where it lies. */
export function bottomFor(seats: readonly string[], side: Side, colors: Colors): Color {
  const near = colors[seats[0] ?? ""] ?? "white";
  return side === "near" ? near : near === "white" ? "black" : "white";
}
