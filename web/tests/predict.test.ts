import { expect, test } from "vitest";
import { ahead, boardOf as boardIn, isMade, moveOf } from "../src/lib/predict";
import { boardOf, glimpseOf, offer } from "./fixtures";

const table = () =>
  glimpseOf([
    boardOf({
      figures: [
        { square: "e7", color: "white", role: "pawn" },
        { square: "d8", color: "black", role: "rook" },
        { square: "e1", color: "white", role: "king" },
        { square: "h1", color: "white", role: "rook" },
      ],
      marks: [{ square: "d8", kind: "reached" }],
    }),
  ]);

test("a move, a capture and a promotion are guessed", () => {
  const move = moveOf(table(), offer("e7d8q", "e7, d8, queen"));
  const now = move && boardIn(ahead(table(), move));
  expect(now?.figures).toContainEqual({ square: "d8", color: "white", role: "queen" });
  expect(now?.figures).toHaveLength(3);
  expect(now?.marks.map(({ square, kind }) => `${square} ${kind}`)).toEqual(["e7 left", "d8 reached"]);
});

test("a pawn that is taken in passing is gone at once, and only right after its double step", () => {
  const passing = (start: string) =>
    glimpseOf([
      boardOf({
        figures: [
          { square: "e5", color: "white", role: "pawn" },
          { square: "d5", color: "black", role: "pawn" },
        ],
        tokens: [{ square: "d5", token: { token: "checker", color: "black" } }],
        marks: [
          { square: start, kind: "left" },
          { square: "d5", kind: "reached" },
        ],
      }),
    ]);
  const guess = (glimpse: ReturnType<typeof passing>) => {
    const move = moveOf(glimpse, offer("e5d6", "e5, d6"));
    return move && boardIn(ahead(glimpse, move));
  };
  expect(guess(passing("d7"))?.figures).toEqual([{ square: "d6", color: "white", role: "pawn" }]);
  expect(guess(passing("d7"))?.tokens).toEqual([]);
  expect(guess(passing("d6"))?.figures).toHaveLength(2);
});

test.each([
  ["the king's step", "e1", "h1", "e1g1", "e1, g1", "g1", "f1"],
  ["the king's step to the far side", "e8", "a8", "e8c8", "e8, c8", "c8", "d8"],
  ["to the rook", "b1", "f1", "b1f1", "b1, f1", "g1", "f1"],
  ["to the rook that stands in the way", "b1", "a1", "b1a1", "b1, a1", "c1", "d1"],
  ["on the squares of each other", "f1", "g1", "f1g1", "f1, g1", "g1", "f1"],
])("castling brings king and rook to their squares: %s", (_, king, rook, action, gesture, ends, stands) => {
  const glimpse = glimpseOf([
    boardOf({
      figures: [
        { square: king, color: "white", role: "king" },
        { square: rook, color: "white", role: "rook" },
      ],
      tokens: [{ square: rook, token: { token: "checker", color: "white" } }],
    }),
  ]);
  const move = moveOf(glimpse, offer(action, gesture));
  const now = move && boardIn(ahead(glimpse, move));
  expect(now?.figures).toEqual([
    { square: ends, color: "white", role: "king" },
    { square: stands, color: "white", role: "rook" },
  ]);
  expect(now?.tokens.map(({ square }) => square)).toEqual([stands]);
});

test("a king that only steps does not castle", () => {
  const move = moveOf(table(), offer("e1f1", "e1, f1"));
  expect(move?.rook).toBeUndefined();
  expect(move?.to).toBe("f1");
});

test("questions, cards and what is no move are not guessed", () => {
  expect(moveOf(table(), offer("e7?d8", "e7, d8"))).toBeNull();
  expect(moveOf(table(), offer("e7d8/3", "e7, d8, line 3"))).toBeNull();
  expect(moveOf(table(), offer("@e7", "e7"))).toBeNull();
});

test("a move is guessed only where the table says that moves are made at once", () => {
  const glimpse = table();
  expect(isMade(glimpse)).toBe(false);
  const prompt = { ...glimpse.tabletop.prompt, makes: true };
  expect(isMade({ ...glimpse, tabletop: { ...glimpse.tabletop, prompt } })).toBe(true);
});
