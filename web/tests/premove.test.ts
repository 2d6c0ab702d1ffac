import { expect, test } from "vitest";
import { isOwnMove, offerFor, ownSquares, plannedColor, planOn } from "../src/lib/premove";
import { boardOf, offer } from "./fixtures";
import catalogue from "./fixtures/catalogue.json";

const two = { white: "white", black: "black" } as const;

test("moves are planned where nothing is secret, turns are seen and two sides take them", () => {
  expect(plannedColor({ open: true, shows_turns: true, colors: two }, "black")).toBe("black");
  expect(plannedColor({ open: false, shows_turns: true, colors: two }, "black")).toBeNull();
  expect(plannedColor({ open: true, shows_turns: false, colors: two }, "black")).toBeNull();
  expect(plannedColor({ open: true, shows_turns: true, colors: { player: "white" } }, "player")).toBeNull();
  expect(plannedColor({ open: true, shows_turns: true, colors: two }, "public")).toBeNull();
});

test("no game with secrets lets anybody plan", () => {
  const games = catalogue as unknown as Parameters<typeof plannedColor>[0][];
  const planned = games.filter((game) => Object.keys(game.colors).some((seat) => plannedColor(game, seat)));
  expect(planned.length).toBeGreaterThan(2);
  expect(planned.every(({ open }) => open)).toBe(true);
});

test("a plan is begun with an own piece, ended anywhere, and wiped away by another point", () => {
  const board = boardOf({
    figures: [
      { square: "e2", color: "white", role: "pawn" },
      { square: "g1", color: "white", role: "knight" },
      { square: "e7", color: "black", role: "pawn" },
    ],
  });
  const own = ownSquares(board, "white");
  expect(planOn(null, "e7", own, board)).toBeNull();
  const begun = planOn(null, "e2", own, board);
  expect(begun).toEqual({ from: "e2", to: null });
  expect(planOn(begun, "e2", own, board)).toBeNull();
  const whole = planOn(begun, "e4", own, board);
  expect(whole).toEqual({ from: "e2", to: "e4" });
  expect(planOn(whole, "d5", own, board)).toBeNull();
  expect(planOn(whole, "g1", own, board)).toEqual({ from: "g1", to: null });
});

test("a plan becomes the offer with its squares, and a pawn a queen", () => {
  const offers = [offer("e2e4", "e2, e4"), offer("a7a8n", "a7, a8, knight"), offer("a7a8q", "a7, a8, queen")];
  expect(offerFor({ from: "e2", to: "e4" }, offers)?.action).toBe("e2e4");
  expect(offerFor({ from: "a7", to: "a8" }, offers)?.action).toBe("a7a8q");
  expect(offerFor({ from: "e2", to: "e5" }, offers)).toBeNull();
});

test("a plan starts or ends in one's own part of the board", () => {
  const board = boardOf({
    figures: [
      { square: "a2", color: "white", role: "pawn" },
      { square: "d1", color: "white", role: "queen" },
    ],
    zones: [{ label: "king side", from: "e1", to: "h8" }],
  });
  const own = ownSquares(board, "white");
  const begun = planOn(null, "d1", own, board);
  expect(planOn(begun, "h5", own, board)).toEqual({ from: "d1", to: "h5" });
  expect(planOn(begun, "d4", own, board)).toBeNull();
  expect(planOn(begun, "a2", own, board)).toEqual({ from: "a2", to: null });
  expect(isOwnMove(board, "e4", "d5")).toBe(true);
  expect(isOwnMove(boardOf({ zones: [{ label: "x", from: "h8", to: "e1" }] }), "f5", "a1")).toBe(true);
  // A square with a frame of its own is no part of the board.
  expect(isOwnMove(boardOf({ zones: [{ label: "bound", from: "e4", to: "e4" }] }), "a2", "a3")).toBe(true);
});
