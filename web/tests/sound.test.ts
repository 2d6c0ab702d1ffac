import { expect, test } from "vitest";
import { cueOf } from "../src/lib/sound";
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

test("moves, captures, cards, turns and ends sound different", () => {
  const start = glimpseOf([boardOf({ figures: [pawn("e2"), pawn("d2")] }), hand("N")]);
  const moved = glimpseOf([boardOf({ figures: [pawn("e4"), pawn("d2")] }), hand("N")]);
  const taken = glimpseOf([boardOf({ figures: [pawn("e4")] }), hand("N")]);
  const drawn = glimpseOf([boardOf({ figures: [pawn("e4")] }), hand("N", "B")]);
  expect(cueOf(start, moved)).toBe("move");
  expect(cueOf(moved, taken)).toBe("capture");
  expect(cueOf(taken, drawn)).toBe("card");
  expect(cueOf(drawn, { ...drawn, offers: [offer("pass", "pass")] })).toBe("turn");
  const outcome = { verdict: "draw", winner: null, scores: null, reason: "agreement", text: "Draw" } as const;
  expect(cueOf(drawn, { ...drawn, outcome })).toBe("end");
  expect(cueOf(drawn, structuredClone(drawn))).toBeNull();
});

test("a first glimpse and another viewer's glimpse are silent", () => {
  const start = glimpseOf([boardOf({ figures: [pawn("e2")] })]);
  const other = { ...glimpseOf([boardOf()]), viewer: "black" };
  expect(cueOf(null, start)).toBeNull();
  expect(cueOf(start, other)).toBeNull();
});
