import { expect, test } from "vitest";
import { drawBoard, type Look, PAINTS, type Paint, symbolsOf } from "../src/lib/boardfile";
import set from "../src/lib/theme/pieces/classic.svg?raw";
import type { Board } from "../src/lib/wire/play";

const board: Board = {
  id: "board",
  bottom: "white",
  figures: [
    { square: "a1", color: "white", role: "rook" },
    { square: "h8", color: "black", role: "king" },
  ],
  tokens: [
    { square: "h8", token: { token: "checker", color: "black" } },
    { square: "c3", token: { token: "numbered", color: "white", number: 7 } },
    { square: "d4", token: { token: "stack", count: 3 } },
    { square: "e5", token: { token: "coin" } },
  ],
  marks: [
    { square: "h8", kind: "check" },
    { square: "b2", kind: "left" },
  ],
  zones: [{ label: 'A & "B"', from: "c3", to: "d4" }],
  under: [{ square: "g2", color: "black", role: "queen" }],
  layers: [],
  possible: [{ square: "f6", under: true, pieces: ["B", "N", "R", "P"] }],
};
const colors = Object.fromEntries(PAINTS.map((paint) => [paint, `color-of-${paint}`])) as Record<
  Paint,
  string
>;
const look: Look = {
  bottom: "white",
  coordinates: true,
  symbols: symbolsOf(set),
  colors,
  title: "A <game>",
};
const read = (svg: string): Document => {
  const page = new DOMParser().parseFromString(svg, "image/svg+xml");
  expect(page.querySelector("parsererror")).toBeNull();
  return page;
};
/** Where a piece stands, by its name. */
const placeOf = (page: Document, name: string) =>
  page.querySelector(`use[href="#${name}"]`)?.closest("g[transform]")?.getAttribute("transform");

test("a picture has everything that lies on the board, and what it needs to be shown elsewhere", () => {
  const page = read(drawBoard(board, look));
  expect(placeOf(page, "wr")).toBe("translate(0 315)");
  expect([...page.querySelectorAll("symbol")].map(({ id }) => id).sort()).toEqual([
    "bk",
    "bq",
    "wb",
    "wn",
    "wr",
  ]);
  expect(page.querySelector("title")?.textContent).toBe("A <game>");
  const texts = [...page.querySelectorAll("text")].map(({ textContent }) => textContent);
  for (const text of ["1", "a", "7", "3", 'A & "B"', "+1"]) expect(texts).toContain(text);
  expect(page.querySelectorAll(`[stroke="${colors["board-danger"]}"]`)).toHaveLength(1);
  expect(page.querySelectorAll(`rect[fill="${colors.wash}"]`)).toHaveLength(1);
});

test("a picture is turned as the board is", () => {
  const page = read(drawBoard(board, { ...look, bottom: "black", coordinates: false }));
  expect(placeOf(page, "wr")).toBe("translate(315 0)");
  expect([...page.querySelectorAll("text")].map(({ textContent }) => textContent)).not.toContain("a");
});

test("a picture names no piece that does not lie on the board", () => {
  const bare = { ...board, figures: [], under: [], possible: [] };
  expect(drawBoard(bare, look)).not.toMatch(/<symbol|<use/);
});
