import { beforeEach, expect, test } from "vitest";
import { keepBest } from "../src/lib/best";
import type { OutcomeNote } from "../src/lib/wire/play";
import type { GameNote, TableNote } from "../src/lib/wire/wire";

beforeEach(() => localStorage.clear());

const game = (few: boolean) => ({ few_points: few }) as GameNote;
const table = (name: string, options: Record<string, string> = {}) =>
  ({ table: name, game: "some", edition: "2025", options, seats: [{}] }) as unknown as TableNote;
const scored = (points: number) => ({ scores: { team: points } }) as unknown as OutcomeNote;

test("the first score is the best so far, and a better one is new", () => {
  expect(keepBest(game(false), table("a"), scored(7))).toEqual({ points: 7, isNew: false });
  expect(keepBest(game(false), table("b"), scored(5))).toEqual({ points: 7, isNew: false });
  expect(keepBest(game(false), table("c"), scored(9))).toEqual({ points: 9, isNew: true });
});

test("a table that is looked at again tells the same", () => {
  keepBest(game(false), table("a"), scored(7));
  keepBest(game(false), table("b"), scored(9));
  expect(keepBest(game(false), table("b"), scored(9))).toEqual({ points: 9, isNew: true });
});

test("few points are better where the game says so", () => {
  keepBest(game(true), table("a"), scored(7));
  expect(keepBest(game(true), table("b"), scored(5))).toEqual({ points: 5, isNew: true });
});

test("other options are another contest, and teams against each other none", () => {
  keepBest(game(false), table("a"), scored(7));
  expect(keepBest(game(false), table("b", { line: "short" }), scored(3))).toEqual({
    points: 3,
    isNew: false,
  });
  const duel = { scores: { white: 1, black: 2 } } as unknown as OutcomeNote;
  expect(keepBest(game(false), table("c"), duel)).toBeNull();
});

test("what cannot be read is no obstacle", () => {
  localStorage.setItem("chess-kit-best", "nonsense");
  expect(keepBest(game(false), table("a"), scored(7))).toEqual({ points: 7, isNew: false });
});
