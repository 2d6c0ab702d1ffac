/**
 * Who has to decide now, as far as this viewer may know.
 *
 * The viewer's own offers say it of the viewer, a running clock says it of others; without clocks it is
 * the only other seat, or whoever the words of the prompt begin with.
 */
import type { Prompt } from "./wire/play";
import type { ClockNote, Frame, GameNote } from "./wire/wire";

/** Between two names of one list there is hardly more than a comma or an "and". */
const LIST = 7;

export function actingSeats(
  frame: Pick<Frame, "body" | "clocks">,
  viewer: string,
  game: Pick<GameNote, "shows_turns" | "seats">,
): Set<string> {
  const { table, glimpse } = frame.body;
  if (table.status !== "playing" || !glimpse || glimpse.outcome || !game.shows_turns) return new Set();
  const own = glimpse.offers.length > 0 ? [viewer] : [];
  const timed = runningOf(frame.clocks, viewer);
  if (own.length > 0 || timed.length > 0) return new Set([...own, ...timed]);
  const others = table.seats.map(({ seat }) => seat).filter((seat) => seat !== viewer);
  if (others.length === 1) return new Set(others);
  return new Set(named(glimpse.tabletop.prompt, game.seats).filter((seat) => others.includes(seat)));
}

/** The others whose clocks run; the viewer's own offers are known better. */
function runningOf(clocks: readonly ClockNote[], viewer: string): string[] {
  return clocks.filter(({ running, seat }) => running && seat !== viewer).map(({ seat }) => seat);
}

/** The seats that the last sentence begins with: "A moves", "A and B are writing", "A predicts B's move". */
function named({ text, spans = [] }: Prompt, seats: readonly string[]): string[] {
  const begins = text.slice(0, -1).lastIndexOf(". ") + 1;
  const found: string[] = [];
  let end: number | null = null;
  for (const { kind, value, start, length } of spans) {
    if (kind !== "seat" || start < begins) continue;
    if (end !== null && start - end > LIST) break;
    end = start + length;
    found.push(seats[Number(value)] ?? value);
  }
  return found;
}
