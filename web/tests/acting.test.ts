import { expect, test } from "vitest";
import { actingSeats } from "../src/lib/acting";
import type { ClockNote, Frame, GameNote, Span } from "../src/lib/wire/wire";
import { glimpseOf, offer } from "./fixtures";

const span = (text: string, name: string, value: string): Span => ({
  start: text.indexOf(name),
  length: name.length,
  kind: "seat",
  value,
});

interface Moment {
  seats?: string[];
  mine?: boolean;
  clocks?: Partial<ClockNote>[];
  text?: string;
  names?: string[];
  shows?: boolean;
  viewer?: string;
  status?: string;
}

function acting(moment: Moment): string[] {
  const { seats = ["white", "black"], mine = false, clocks = [], text = "", names = [] } = moment;
  const glimpse = glimpseOf([], mine ? [offer("pass", "pass")] : []);
  glimpse.tabletop.prompt.text = text;
  glimpse.tabletop.prompt.spans = names.map((name) => span(text, name, String(seats.indexOf(name))));
  const table = { status: moment.status ?? "playing", seats: seats.map((seat) => ({ seat })) };
  const frame = { body: { table, glimpse }, clocks } as unknown as Frame;
  const game = { shows_turns: moment.shows ?? true, seats } as GameNote;
  return [...actingSeats(frame, moment.viewer ?? seats[0] ?? "", game)];
}

const FOUR = ["W1", "W2", "B1", "B2"];

test("I act if something is offered to me, and otherwise the other one does", () => {
  expect(acting({ mine: true })).toEqual(["white"]);
  expect(acting({})).toEqual(["black"]);
});

test("running clocks tell of the others", () => {
  expect(acting({ seats: FOUR, clocks: [{ seat: "B1", running: true }] })).toEqual(["B1"]);
  expect(acting({ mine: true, clocks: [{ seat: "black", running: true }] })).toEqual(["white", "black"]);
});

test("without clocks the words name who acts", () => {
  const predicts = "B1 is predicting what B2 will move.";
  expect(acting({ seats: FOUR, text: predicts, names: ["B1", "B2"] })).toEqual(["B1"]);
  expect(acting({ seats: FOUR, text: "W2 and B1 are writing.", names: ["W2", "B1"] })).toEqual(["W2", "B1"]);
  const danger = "white's king is in danger. black moves.";
  expect(acting({ viewer: "public", text: danger, names: ["white", "black"] })).toEqual(["black"]);
});

test("nobody is shown where that would betray something, nor after the end", () => {
  expect(acting({ mine: true, shows: false })).toEqual([]);
  expect(acting({ status: "over" })).toEqual([]);
});
