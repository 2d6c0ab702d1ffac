import { describe, expect, test } from "vitest";
import { percent } from "../src/lib/percent";
import { likeliest, together } from "../src/lib/table/known.svelte";
import { curve } from "../src/pages/replay/curve";

const surmise = (spot: string, chance: number) => ({ spot, chance, text: "a body lies here" });

describe("what a seat may know", () => {
  test("each square shows what is likeliest there", () => {
    const shown = likeliest([
      surmise("e4", 0.2),
      surmise("e4", 0.5),
      surmise("a1", 1),
      surmise("masks 2 3", 0.9),
    ]);
    expect(shown).toEqual([
      { square: "e4", chance: 0.5 },
      { square: "a1", chance: 1 },
    ]);
  });

  test("spots of which the same is as likely stand in one line, the likeliest first", () => {
    const found = together([surmise("a7", 0.071), surmise("b7", 0.069), surmise("d5", 0.4)]);
    expect(found.map(({ spots }) => spots)).toEqual([["d5"], ["a7", "b7"]]);
  });

  test("what is not sure is neither 0 nor 100", () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(percent)).toEqual([0, 1, 50, 99, 100]);
  });
});

test("a curve is written as SVG has it", () => {
  expect(
    curve([
      [0, 50],
      [1 / 3, 20],
    ]),
  ).toBe("0,50 0.33,20");
});
