import { beforeEach, expect, test } from "vitest";
import { ahead, boardOf as boardIn, isMade, learn, moveOf } from "../src/lib/predict";
import { boardOf, glimpseOf, offer } from "./fixtures";

beforeEach(() => localStorage.clear());

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

test("questions, castling, cards and what is no move are not guessed", () => {
  expect(moveOf(table(), offer("e7?d8", "e7, d8"))).toBeNull();
  expect(moveOf(table(), offer("e1h1", "e1, h1"))).toBeNull();
  expect(moveOf(table(), offer("e7d8/3", "e7, d8, line 3"))).toBeNull();
  expect(moveOf(table(), offer("@e7", "e7"))).toBeNull();
});

test("in a game with secrets a move is guessed once one was seen to be made, and never where one was sealed", () => {
  const hidden = { game: "secret", open: false };
  const move = moveOf(table(), offer("e7e8", "e7, e8"));
  if (!move) throw new Error("it is a move");
  expect(isMade({ game: "plain", open: true }, table())).toBe(true);
  expect(isMade(hidden, table())).toBe(false);
  learn(hidden, table(), move, ahead(table(), move));
  expect(isMade(hidden, table())).toBe(true);
  learn(hidden, table(), move, table());
  expect(isMade(hidden, table())).toBe(false);
  learn(hidden, table(), move, ahead(table(), move));
  expect(isMade(hidden, table())).toBe(false);
});
