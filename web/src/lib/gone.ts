/**
 * The title page of a game that this server does not have any more: what a table of it tells.
 *
 * It is loaded only where it is needed.
 */
import type { GameNote, TableNote } from "./wire/wire";

export function gone(note: TableNote): GameNote {
  const seats = note.seats.map(({ seat }) => seat);
  return {
    game: note.game,
    name: note.game,
    blurb: "",
    seats,
    roles: seats,
    fewest_seats: seats.length,
    colors: {},
    teams: [...new Set(note.seats.map(({ team }) => team))],
    open: false,
    shows_turns: false,
    deals_hands: false,
    few_points: false,
    needs: { cards: [], things: [], shelf: [], minutes: 0 },
    sheet: null,
    formats: [],
    puzzle: null,
    editions: [],
    options: [],
    ways: [],
    tools: [],
  };
}
