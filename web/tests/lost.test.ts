import { expect, test } from "vitest";
import { lostBetween } from "../src/lib/table/lost";
import type { Figure } from "../src/lib/wire/play";

const figure = (text: string): Figure => {
  const roles = { K: "king", Q: "queen", R: "rook", N: "knight", P: "pawn" } as const;
  const letter = text[0] ?? "P";
  const role = roles[letter.toUpperCase() as keyof typeof roles];
  return { square: text.slice(1), color: letter === letter.toUpperCase() ? "white" : "black", role };
};
const on = (text: string): Figure[] => text.split(" ").map(figure);

test("what left the board is lost, the greatest first", () => {
  const first = on("Ke1 Qd1 Pa2 Pb2 ke8 nb8");
  expect(lostBetween(first, on("Ke1 Pb3 ke8 nb8"), "white")).toEqual(["Q", "P"]);
  expect(lostBetween(first, on("Ke1 Qd1 Pa2 Pb2 ke8"), "black")).toEqual(["n"]);
  expect(lostBetween(first, first, "white")).toEqual([]);
});

test("a pawn that became something is not lost", () => {
  const first = on("Ke1 Qd1 Pa2 Pb2");
  expect(lostBetween(first, on("Ke1 Qd1 Qa8 Pb2"), "white")).toEqual([]);
  expect(lostBetween(first, on("Ke1 Qd1 Qa8"), "white")).toEqual(["P"]);
});

test("pieces that are added are not lost by the other side", () => {
  expect(lostBetween([], on("Ke1 Qd1"), "white")).toEqual([]);
});
