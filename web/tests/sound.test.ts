import { expect, test } from "vitest";
import { cuesOf, LONG_WAIT } from "../src/lib/sound";
import type { Part } from "../src/lib/wire/play";
import { boardOf, glimpseOf, offer } from "./fixtures";

const pawn = (square: string) => ({ square, color: "white" as const, role: "pawn" as const });
const hand = (...faces: string[]): Part => ({
  part: "cards",
  id: "hand",
  title: "Your cards",
  layout: "hand",
  seat: "white",
  private: true,
  cards: faces.map((face) => ({ face, state: null })),
});
const sheet = (text: string): Part => ({
  part: "sheet",
  id: "sealed",
  title: "Sealed",
  lines: [{ label: "move", text }],
});

const start = glimpseOf([boardOf({ figures: [pawn("e2"), pawn("d2")] }), hand("N")]);
const moved = glimpseOf([boardOf({ figures: [pawn("e4"), pawn("d2")] }), hand("N")]);
const taken = glimpseOf([boardOf({ figures: [pawn("e4")] }), hand("N")]);
const drawn = glimpseOf([boardOf({ figures: [pawn("e4")] }), hand("N", "B")]);
const turn = [offer("pass", "pass")];

test("moves, captures, secrets, turns and ends sound different", () => {
  expect(cuesOf(start, moved)).toEqual(["move"]);
  expect(cuesOf(moved, taken)).toEqual(["capture"]);
  expect(cuesOf(taken, drawn)).toEqual(["secret"]);
  expect(cuesOf(drawn, { ...drawn, offers: turn })).toEqual(["turn"]);
  const outcome = { verdict: "draw", winner: null, scores: null, reason: "agreement", text: "Draw" } as const;
  expect(cuesOf(drawn, { ...drawn, outcome })).toEqual(["end"]);
  expect(cuesOf(start, { ...taken, outcome })).toEqual(["capture", "end"]);
  expect(cuesOf(drawn, structuredClone(drawn))).toEqual([]);
});

test("whatever is chosen in secret sounds the same", () => {
  const sealed = (text: string) => glimpseOf([boardOf({ figures: [pawn("e2")] }), sheet(text)]);
  const open = { ...sealed(""), offers: turn };
  expect(cuesOf(open, sealed("e2–e4"))).toEqual(["secret"]);
  expect(cuesOf(open, sealed("none"))).toEqual(cuesOf(open, sealed("e2–e4")));
  expect(cuesOf(taken, drawn)).toEqual(cuesOf(open, sealed("e2–e4")));
});

test("a bell follows a move only if somebody has waited long for the turn", () => {
  expect(cuesOf(start, { ...moved, offers: turn }, 100)).toEqual(["move"]);
  expect(cuesOf(start, { ...moved, offers: turn }, LONG_WAIT)).toEqual(["move", "turn"]);
});

test("a first glimpse and another viewer's glimpse are silent", () => {
  const other = { ...glimpseOf([boardOf()]), viewer: "black" };
  expect(cuesOf(null, start)).toEqual([]);
  expect(cuesOf(start, other)).toEqual([]);
});
