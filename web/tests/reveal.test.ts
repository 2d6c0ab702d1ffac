import { expect, test } from "vitest";
import { openedLines, openedSecrets } from "../src/lib/reveal";
import type { Board, Cards, Figure, GlimpseAnswer, Part } from "../src/lib/wire/play";

const figure = (square: string, color: Figure["color"], role: Figure["role"]): Figure => ({
  square,
  color,
  role,
});
const board = (change: Partial<Board>): Part => ({
  part: "board",
  id: "board",
  bottom: "white",
  figures: [],
  tokens: [],
  marks: [],
  zones: [],
  under: [],
  layers: [],
  possible: [],
  ...change,
});
const hand = (id: string, seat: string | null, faces: string[]): Part => ({
  part: "cards",
  id,
  title: "Hand",
  layout: "hand",
  seat,
  private: true,
  cards: faces.map((face) => ({ face, state: null })),
});
const sheet = (id: string, text: string): Part => ({
  part: "sheet",
  id,
  title: "Notes",
  lines: [{ label: "", text }],
});
const seen = (viewer: string, parts: Part[]): GlimpseAnswer => ({
  viewer,
  tabletop: { prompt: { text: "", steps: [], step: null, rule: null }, parts },
  offers: [],
  barred: [],
  outcome: null,
});

const white = seen("white", [
  board({
    figures: [figure("e1", "white", "king")],
    under: [figure("b3", "black", "knight")],
    possible: [{ square: "f6", under: true, pieces: ["B"] }],
  }),
  hand("hand", "white", ["Q", "n"]),
  hand("black-hand", "black", ["back", "back"]),
  hand("stock", null, ["back"]),
  sheet("known", "white's own"),
]);
const black = seen("black", [
  board({
    figures: [figure("e1", "white", "king"), figure("e8", "black", "king")],
    under: [figure("f6", "white", "bishop")],
  }),
  hand("white-hand", "white", ["back", "back"]),
  hand("hand", "black", ["k", "r"]),
  hand("stock", null, ["P"]),
  sheet("known", "black's own"),
]);
const everybody = seen("public", [
  board({ figures: [figure("e1", "white", "king")], bottom: "white" }),
  hand("white-hand", "white", ["back", "back"]),
  hand("black-hand", "black", ["back", "back"]),
  hand("stock", null, ["back"]),
  sheet("turns", "everybody's"),
]);
const opened = openedSecrets([white, black, everybody], (seat) => seat.toUpperCase());
const parts = opened.tabletop.parts;

test("what only one seat saw on the board is there, and nobody guesses any more", () => {
  const found = parts.find((part) => part.part === "board") as Board;
  expect(found.figures.map(({ square }) => square).sort()).toEqual(["e1", "e8"]);
  expect(found.under.map(({ square }) => square).sort()).toEqual(["b3", "f6"]);
  expect(found.possible).toEqual([]);
});

test("every hand lies open once, as its owner had it, and piles as whoever knew them saw them", () => {
  const cards = parts.filter((part): part is Extract<Part, { part: "cards" }> => part.part === "cards");
  const faces = (found: Cards) => found.cards.map(({ face }) => face).join();
  expect(cards.map((found) => [found.seat, faces(found)])).toEqual([
    [null, "P"],
    ["white", "Q,n"],
    ["black", "k,r"],
  ]);
  expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
});

test("a sheet that only one seat had says whose it is", () => {
  const sheets = parts.filter((part) => part.part === "sheet");
  expect(sheets.map((part) => part.title)).toEqual(["Notes", "Notes (WHITE)", "Notes (BLACK)"]);
});

test("nobody's eyes are looked with", () => {
  expect(opened.viewer).toBe("public");
});

test("what one seat alone heard comes after what all heard, with its name and with its squares", () => {
  const all = { number: 1, text: "White hides a pawn." };
  const spans = [{ start: 4, length: 2, kind: "square" as const, value: "e4" }];
  const lines = openedLines(
    [[all, { number: 1, text: "It: e4.", spans }], [all], [all, { number: 2, text: "Black moves." }]],
    ["Ada", "Ben", "everybody"],
  );
  expect(lines.map(({ text }) => text)).toEqual(["White hides a pawn.", "Ada: It: e4.", "Black moves."]);
  expect(lines[1]).toMatchObject({ private: true, spans: [{ start: 9, length: 2, value: "e4" }] });
});
