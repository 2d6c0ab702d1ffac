/**
 * All secrets of a game that is over: what every viewer saw at one moment, laid over each other.
 *
 * It knows parts, never games: a figure that only one seat saw is on the board, a hand lies open as its
 * owner had it, and a sheet that only one seat had is there with its owner's name.
 */
import { say } from "./messages/messages.svelte";
import { readFace } from "./table/labels";
import type { Line } from "./table/table";
import type { Board, Cards, GlimpseAnswer, Part } from "./wire/play";

/** The glimpses of one moment, those of the seats first and the public's last, as one. */
export function openedSecrets(
  views: readonly GlimpseAnswer[],
  nameOf: (seat: string) => string,
): GlimpseAnswer {
  const everybody = views.at(-1) as GlimpseAnswer;
  const seats = views.slice(0, -1);
  const parts = everybody.tabletop.parts.flatMap((part): Part[] => {
    if (part.part === "board") return [{ ...part, ...openedBoard(part, seats) }];
    if (part.part !== "cards") return [part];
    if (part.seat !== null && seats.some(({ viewer }) => viewer === part.seat)) return [];
    return [openest(part, seats)];
  });
  for (const { viewer, tabletop } of seats) {
    const known = new Set(everybody.tabletop.parts.map(({ part, id }) => `${part} ${id}`));
    for (const part of tabletop.parts) {
      if (part.part === "cards" ? part.seat === viewer : isOwn(part, known))
        parts.push(owned(part, viewer, nameOf(viewer)));
    }
  }
  return { ...everybody, tabletop: { ...everybody.tabletop, parts } };
}

/** What only its owner has before itself, beside hands of cards. */
function isOwn(part: Part, known: ReadonlySet<string>): boolean {
  if (part.part === "grid" && part.private) return true;
  return ["grid", "sheet", "tray"].includes(part.part) && !known.has(`${part.part} ${part.id}`);
}

/** A part that says whose it is, under a name that no other seat's part has. */
function owned(part: Part, viewer: string, name: string): Part {
  const id = `${viewer}/${part.id}`;
  return part.part === "board" || part.part === "cards"
    ? { ...part, id }
    : { ...part, id, title: say("replay.owned", { title: part.title, seat: name }) };
}

const boardOf = ({ tabletop }: GlimpseAnswer): Board | undefined =>
  tabletop.parts.find((part): part is Extract<Part, { part: "board" }> => part.part === "board");

function openedBoard(board: Board, seats: readonly GlimpseAnswer[]): Board {
  const boards = [board, ...seats.flatMap((seat) => boardOf(seat) ?? [])];
  const figures = new Map(boards.flatMap((seen) => seen.figures.map((figure) => [figure.square, figure])));
  return {
    ...board,
    figures: [...figures.values()],
    tokens: distinct(boards.flatMap(({ tokens }) => tokens)),
    under: distinct(boards.flatMap(({ under }) => under)),
    marks: distinct(boards.flatMap(({ marks }) => marks)),
    // Whoever knows everything does not guess.
    possible: [],
  };
}

function distinct<Thing>(things: readonly Thing[]): Thing[] {
  return [...new Map(things.map((thing) => [JSON.stringify(thing), thing])).values()];
}

const closed = ({ cards }: Cards): number =>
  cards.filter(({ face }) => readFace(face).kind === "back").length;

/** Cards as whoever knew most of them saw them. */
function openest(
  cards: Extract<Part, { part: "cards" }>,
  seats: readonly GlimpseAnswer[],
): Extract<Part, { part: "cards" }> {
  const same = seats.flatMap(({ tabletop }) =>
    tabletop.parts.filter(
      (part): part is Extract<Part, { part: "cards" }> => part.part === "cards" && part.id === cards.id,
    ),
  );
  return [cards, ...same].reduce((best, found) => (closed(found) < closed(best) ? found : best));
}

/** What was heard, by entry: first what everybody heard, then what each seat alone did, with its name. */
export function openedLines(heard: readonly Line[][], names: readonly string[]): Line[] {
  const everybody = heard.at(-1) ?? [];
  const open = new Set(everybody.map(keyOf));
  const alone = heard.slice(0, -1).flatMap((lines, seat) => {
    const start = `${names[seat]}: `;
    return lines
      .filter((line) => !open.has(keyOf(line)))
      .map((line) => ({
        ...line,
        text: start + line.text,
        spans: line.spans?.map((span) => ({ ...span, start: span.start + start.length })),
        private: true,
      }));
  });
  // Sorting keeps the order of lines that were heard at the same entry.
  return [...everybody, ...alone].sort((one, other) => one.number - other.number);
}

const keyOf = ({ number, text }: Line): string => `${number} ${text}`;
