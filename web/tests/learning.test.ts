// What is drawn of guides and rule books, and who is shown a guide.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isNew, noteShown } from "../src/lib/learning";
import { remember } from "../src/lib/mine";
import { drawingOf, readDiagram } from "../src/lib/picture";

beforeEach(() => localStorage.clear());

test("a game is new until it was shown or played", () => {
  expect(isNew("some-chess")).toBe(true);
  noteShown("some-chess");
  expect(isNew("some-chess")).toBe(false);
  expect(isNew("other-chess")).toBe(true);
  remember("t1", "other-chess");
  expect(isNew("other-chess")).toBe(false);
});

test("whoever wants no guides is shown none", () => {
  localStorage.setItem("chess-kit-shown", '["*"]');
  expect(isNew("some-chess")).toBe(false);
});

test("a step is drawn with what is to be done", () => {
  const { board } = drawingOf({
    viewer: "black",
    tabletop: {
      parts: [
        {
          part: "board",
          id: "board",
          bottom: "black",
          figures: [{ square: "e5", color: "black", role: "pawn" }],
          tokens: [{ square: "e5", token: { token: "coin" } }],
          under: [],
          marks: [],
          zones: [],
          layers: [],
          possible: [],
        },
      ],
      prompt: { text: "", spans: [], steps: [], step: null, rule: null },
    },
    offers: [{ action: "e5d4", label: "", gesture: ["e5", "d4"] }],
    barred: [],
    outcome: null,
  } as unknown as Parameters<typeof drawingOf>[0]);
  expect(board.figures).toEqual([{ x: 3, y: 4, color: "black", role: "pawn" }]);
  expect(board.tokens[0]).toMatchObject({ x: 3, y: 4, under: true });
  expect(board.arrows).toEqual([{ from: { x: 3, y: 4 }, to: { x: 4, y: 3 }, tone: "can" }]);
});

test("a diagram is read with its cards, rings, boxes and margins", () => {
  const rows = Array.from({ length: 8 }, () => ". . . . k . . .");
  const text = [
    ...rows,
    "arrow: e1, d2, black",
    "arrow: e4, e4, white",
    "arrow: e5, e5, grey",
    "card: 10H, 8.5, -1",
    "text: pile 1, 10.75, 5.1",
    "rect: 1, 1, 4, 8",
    "margins: 3, 0",
    "checkers: 4, 5",
  ].join("\n");
  const diagram = readDiagram(text);
  expect(diagram.board?.figures).toHaveLength(8);
  expect(diagram.board?.arrows).toEqual([{ from: { x: 4, y: 7 }, to: { x: 3, y: 6 }, tone: "black" }]);
  expect(diagram.board?.tokens).toMatchObject([{ x: 4, y: 4, token: { token: "checker", color: "white" } }]);
  expect(diagram.board?.rings).toEqual([{ x: 4, y: 3, tone: "gray" }]);
  expect(diagram.cards).toEqual([{ face: "10H", x: 8.5, y: -1 }]);
  expect(diagram.boxes).toEqual([{ x: 0, y: 0, width: 4, height: 8 }]);
  expect(diagram.margins).toEqual([3, 0, 3, 0]);
  expect(diagram.checkers).toEqual([4, 5]);
  expect(readDiagram("type: cloak\n. 1 2\nK . X").rows).toEqual([
    [".", "1", "2"],
    ["K", ".", "X"],
  ]);
});

test("all diagrams of the rule books are read whole", () => {
  const folder = join(import.meta.dirname, "../../rules");
  const books = readdirSync(folder).filter((name) => name.endsWith(".md"));
  const diagrams = books.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return [...text.matchAll(/```diagram\n([\s\S]*?)\n```/g)].map(([, body = ""]) => body);
  });
  expect(diagrams.length).toBeGreaterThan(20);
  for (const text of diagrams) {
    const diagram = readDiagram(text);
    const lines = text
      .split("\n")
      .slice(8)
      .filter((line) => !line.startsWith("margins"));
    const board = diagram.board;
    const read = board
      ? board.arrows.length +
        board.rings.length +
        board.tokens.length +
        diagram.cards.length +
        diagram.texts.length +
        diagram.boxes.length +
        (diagram.checkers ? 1 : 0)
      : 0;
    if (board) expect(read, text).toBe(lines.length);
    else expect(diagram.rows.length, text).toBeGreaterThan(4);
  }
});
