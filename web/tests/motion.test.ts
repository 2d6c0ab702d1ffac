import { describe, expect, test } from "vitest";
import { EMPTY_SCENE, follow, lying, type Scene, standing } from "../src/lib/motion";
import type { Board, Figure, Mark } from "../src/lib/wire/play";
import { boardOf } from "./fixtures";

const figure = (text: string): Figure => {
  const [color, role, square] = text.split(" ");
  return { color, role, square } as Figure;
};
const laid = (figures: string[], marks: Mark[] = []): Board =>
  boardOf({ figures: figures.map(figure), marks });
const on = (scene: Scene, square: string) => scene.things.find((thing) => thing.square === square);
const play = (...boards: Board[]) =>
  boards.reduce((scene, board) => follow(scene, standing(board), board), EMPTY_SCENE);

test("a figure that moves keeps its number", () => {
  const before = laid(["white pawn e2", "white pawn d2"]);
  const after = laid(["white pawn e4", "white pawn d2"]);
  expect(on(play(before, after), "e4")?.id).toBe(on(play(before), "e2")?.id);
  expect(play(before, after).gone).toEqual([]);
});

test("a captured figure is gone", () => {
  const before = laid(["white pawn e4", "black pawn d5"]);
  const after = laid(["white pawn d5"]);
  expect(play(before, after).gone.map(({ look }) => look)).toEqual(["black pawn"]);
});

test("a pawn that promotes is still the same", () => {
  const marks: Mark[] = [
    { square: "e7", kind: "left" },
    { square: "e8", kind: "reached" },
  ];
  const before = laid(["white pawn e7"]);
  const after = laid(["white queen e8"], marks);
  expect(on(play(before, after), "e8")?.id).toBe(on(play(before), "e7")?.id);
});

test("what climbs out is fresh, what was laid first is not", () => {
  const before = laid(["white king e1"]);
  const after = laid(["white king e1", "black pawn a8"]);
  expect(on(play(before), "e1")?.fresh).toBe(false);
  expect(on(play(before, after), "a8")?.fresh).toBe(true);
});

test("the marks say which of two rooks moved", () => {
  const marks: Mark[] = [
    { square: "a1", kind: "left" },
    { square: "e1", kind: "reached" },
  ];
  const before = laid(["white rook a1", "white rook f1", "black pawn e1"]);
  const after = laid(["white rook e1", "white rook f1"], marks);
  expect(on(play(before, after), "e1")?.id).toBe(on(play(before), "a1")?.id);
});

test("a numbered checker lies under a figure that the viewer knows", () => {
  const token = { token: "numbered", color: "white", number: 2 } as const;
  const board = boardOf({ figures: [figure("white knight b1")], tokens: [{ square: "b1", token }] });
  expect(standing(board).map(({ look }) => look)).toEqual(["white knight"]);
  expect(lying(board).map(({ look }) => look)).toEqual(["white 2"]);
});

test("numbered checkers move like figures", () => {
  const token = { token: "numbered", color: "black", number: 3 } as const;
  const before = boardOf({ tokens: [{ square: "c8", token }] });
  const after = boardOf({ tokens: [{ square: "b6", token }] });
  expect(on(play(before, after), "b6")?.id).toBe(on(play(before), "c8")?.id);
});

describe("two moves at once", () => {
  const marks = (...moves: [string, string][]): Mark[] =>
    moves.flatMap(([from, to]) => [
      { square: from, kind: "left" as const },
      { square: to, kind: "reached" as const },
    ]);

  test("those who survive move one after another", () => {
    const before = laid(["white pawn e2", "black pawn d7"]);
    const after = laid(["white pawn e4", "black pawn d5"], marks(["e2", "e4"], ["d7", "d5"]));
    expect(on(play(before, after), "e4")?.turn).toBe(0);
    expect(on(play(before, after), "d5")?.turn).toBe(1);
  });

  test("two that strike each other meet half-way and fall there", () => {
    const before = laid(["white knight e4", "black bishop c3", "white king e1"]);
    const after = laid(["white king e1"], marks(["e4", "c3"], ["c3", "e4"]));
    const gone = play(before, after).gone.map(({ square, went }) => [square, went]);
    expect(gone).toEqual([
      ["e4", { across: -1, up: -0.5 }],
      ["c3", { across: 1, up: 0.5 }],
    ]);
  });

  test("two that go for one square fall there, before anybody else moves", () => {
    const before = laid(["white pawn e4", "black pawn c4", "white rook a1"]);
    const after = laid(["white rook a8"], marks(["e4", "d5"], ["c4", "d5"], ["a1", "a8"]));
    const scene = play(before, after);
    expect(scene.gone.map(({ went }) => went)).toEqual([
      { across: -1, up: 1 },
      { across: 1, up: 1 },
    ]);
    expect(on(scene, "a8")?.turn).toBe(1);
  });

  test("who is taken falls where it stands, when the other comes", () => {
    const before = laid(["white pawn e2", "black knight d7", "white rook d1"]);
    const after = laid(["white pawn e4", "white rook d7"], marks(["e2", "e4"], ["d1", "d7"]));
    const [gone] = play(before, after).gone;
    expect(gone).toMatchObject({ square: "d7", went: null, turn: 1 });
  });

  test("the next scene begins anew", () => {
    const first = laid(["white pawn e2", "black pawn d7"]);
    const second = laid(["white pawn e4", "black pawn d5"], marks(["e2", "e4"], ["d7", "d5"]));
    const third = laid(["white pawn e4", "black pawn d5"]);
    expect(play(first, second, third).things.every(({ turn }) => turn === 0)).toBe(true);
  });
});
