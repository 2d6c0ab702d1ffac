/** Who else is at a table, in words. */
import { say, sayCount } from "./messages/messages.svelte";
import { type Called, seatName } from "./names";
import { settings } from "./settings.svelte";
import type { SeatNote, Standing } from "./wire/wire";

/** What somebody is called by: the name they gave, or what sits there, or the seat. */
export function callOf(seat: SeatNote, game: Called | null): string {
  if (seat.name) return seat.name;
  if (seat.sitter === "bot") return say("sitter.bot");
  return seatName(seat.seat, game);
}

/** Names as a list: "Ben, Cleo and Dan". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);

/** The others at a table whom I play with, or nothing if nobody is there yet. */
export function othersAt({ note, seats }: Pick<Standing, "note" | "seats">, game: Called | null): string {
  const others = note.seats.filter(
    ({ seat, sitter }) => !seats.includes(seat) && sitter !== "free" && sitter !== "invited",
  );
  const bots = others.filter(({ sitter, name }) => sitter === "bot" && !name);
  const people = others.filter((seat) => !bots.includes(seat)).map((seat) => callOf(seat, game));
  const rest = bots.length > 1 ? say("sitter.bots") : bots.length === 1 ? say("sitter.bot") : "";
  return listed([...people, ...(rest ? [rest] : [])]);
}

/** How a table stands, in a few words: whose turn it is, or what it waits for. */
export function turnWords(
  { note, seats, turns }: Pick<Standing, "note" | "seats" | "turns">,
  game: Called | null,
): string {
  if (turns.length > 0) return say("mine.turn");
  if (note.status !== "playing") return say(`status.${note.status}`);
  const acting = note.seats.filter(({ seat }) => note.acting.includes(seat) && !seats.includes(seat));
  if (acting.length === 0) return say("status.playing");
  return sayCount("mine.theirs", acting.length, { name: listed(acting.map((seat) => callOf(seat, game))) });
}
