// What people wish for, which games fit, and where it is their turn.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeUp, readCover } from "../scripts/cover.mjs";
import { ANYTHING, fits, loosened, readWish, shelved, type Wish, without } from "../src/lib/choosing.svelte";
import { othersAt, turnWords } from "../src/lib/company";
import pictures from "../src/lib/games/pictures.json";
import type { MyTable } from "../src/lib/mine";
import { byUrgency } from "../src/lib/turns.svelte";
import type { GameNote, SeatNote, Standing } from "../src/lib/wire/wire";

const PLAIN = { sheet: null, formats: [], puzzle: null, editions: [], options: [], ways: [], tools: [] };
function game(change: Partial<GameNote>, needs: Partial<GameNote["needs"]> = {}): GameNote {
  return {
    ...PLAIN,
    game: "tag",
    name: "Tag",
    blurb: "Run.",
    seats: ["white", "black"],
    roles: ["White", "Black"],
    fewest_seats: 2,
    colors: { white: "white", black: "black" },
    teams: ["white", "black"],
    open: true,
    shows_turns: true,
    deals_hands: false,
    few_points: false,
    ...change,
    needs: { cards: [], things: [], shelf: [], minutes: 45, ...needs },
  };
}
const TAG = game({});
const SECRET = game({ game: "secret", open: false }, { shelf: ["checkers", "cards"], minutes: 60 });
const FOUR = game({ game: "four", seats: ["a", "b", "c", "d"], fewest_seats: 4, colors: {} });
const MANY = game(
  {
    game: "many",
    seats: ["a", "b", "c", "d", "e", "f"],
    fewest_seats: 1,
    colors: {},
    teams: ["a", "b", "c", "d", "e", "f"],
  },
  { minutes: 15, shelf: ["cards"] },
);
const ALONE = game({ game: "alone", seats: ["player"], fewest_seats: 1, colors: {}, teams: ["player"] });
const ALL = [TAG, SECRET, FOUR, MANY, ALONE];
const fitting = (wish: Partial<Wish>): string[] =>
  ALL.filter((one) => fits(one, { ...ANYTHING, ...wish })).map((one) => one.game);

test("games fit by people, with bots on the chairs that stay empty if that is wished", () => {
  expect(fitting({})).toEqual(ALL.map((one) => one.game));
  expect(fitting({ people: 1 })).toEqual(["many", "alone"]);
  expect(fitting({ people: 2 })).toEqual(["tag", "secret", "many"]);
  expect(fitting({ people: 4 })).toEqual(["four", "many"]);
  expect(fitting({ people: 5 })).toEqual(["many"]);
  expect(fitting({ people: 3, bots: true })).toEqual(["four", "many"]);
});

test("games fit by minutes, by what lies on the shelf, and by kind", () => {
  expect(fitting({ minutes: 30 })).toEqual(["many"]);
  expect(fitting({ minutes: 45 })).toEqual(["tag", "four", "many", "alone"]);
  expect(fitting({ shelf: ["set"] })).toEqual(["tag", "four", "alone"]);
  expect(fitting({ shelf: ["set", "cards"] })).toEqual(["tag", "four", "many", "alone"]);
  expect(fitting({ kinds: ["secrets"] })).toEqual(["secret"]);
  expect(fitting({ kinds: ["teams"] })).toEqual(["four"]);
  expect(fitting({ kinds: ["puzzle", "classic"] })).toEqual(["tag", "alone"]);
});

test("where nothing fits, it is said what to loosen, the most helpful first", () => {
  const wish: Wish = { ...ANYTHING, people: 4, minutes: 15, kinds: ["teams"] };
  expect(fitting(wish)).toEqual([]);
  expect(loosened(ALL, wish)).toEqual([
    { part: "minutes", count: 1 },
    { part: "kinds", count: 1 },
  ]);
  expect(fits(FOUR, without(wish, "minutes"))).toBe(true);
});

test("without a chess set nothing else on the shelf helps", () => {
  expect(shelved([], "cards")).toEqual(["set", "cards"]);
  expect(shelved(["set", "cards"], "checkers")).toEqual(["set", "checkers", "cards"]);
  expect(shelved(["set", "cards"], "cards")).toEqual(["set"]);
  expect(shelved(["set", "cards"], "set")).toEqual([]);
});

test("a wish is kept, and nonsense is not believed", () => {
  const wish: Wish = { people: 3, bots: true, minutes: 30, shelf: ["set"], kinds: ["teams"] };
  expect(readWish(JSON.stringify(wish))).toEqual(wish);
  for (const text of [null, "", "{", "7", '{"people": 9, "minutes": "x", "shelf": ["gold"], "kinds": 3}'])
    expect(readWish(text)).toEqual(ANYTHING);
});

test("every game has a cover of its own, and no two are alike", () => {
  const rules = join(import.meta.dirname, "../../rules");
  const games = readdirSync(rules).filter((file) => file.endsWith(".md") && file !== "introduction.md");
  const covers = readdirSync(join(rules, "covers"));
  expect(covers.sort()).toEqual(games.map((file) => file.replace(/\.md$/, ".txt")).sort());
  expect(new Set(Object.values(pictures).map((one) => JSON.stringify(one))).size).toBe(games.length);
});

test("a cover is read, and what it cannot be is named", () => {
  const cover = readCover(". . . n\n. Q . .\nmark: d2, asked\narrow: b1, d2, can\ntoken: b1, white 7\n");
  expect(cover).toMatchObject({ columns: 4, rows: 2, board: true });
  expect(cover.figures).toEqual([
    { piece: "n", x: 3, y: 0 },
    { piece: "Q", x: 1, y: 1 },
  ]);
  expect(cover.marks).toEqual([{ x: 3, y: 0, kind: "asked" }]);
  expect(cover.tokens[0]?.token).toEqual({ token: "numbered", color: "white", number: 7 });
  for (const text of ["mark: e1, asked", "mark: a1, blue", "wall: a1", ". .\n. . .", "nonsense"])
    expect(() => readCover(text), text).toThrow();
});

test("a game without a cover shows the fullest part of a board of its rules", () => {
  const cover = closeUp("......../......../......../....kq../....Q.../......../......../........");
  expect(cover.figures.map(({ piece }) => piece)).toEqual(["k", "q"]);
});

const seat = (name: string, change: Partial<SeatNote> = {}): SeatNote => ({
  seat: name,
  team: name,
  sitter: "person",
  name: null,
  level: null,
  ...change,
});
function standing(
  table: string,
  change: Partial<Standing>,
  seats: SeatNote[],
  acting: string[] = [],
): Standing {
  const note = { table, game: "tag", status: "playing", seats, acting } as unknown as Standing["note"];
  return {
    table,
    host: false,
    seats: ["white"],
    turns: [],
    present: { seats: [], watching: 0 },
    ...change,
    note,
  };
}

test("tables of mine: my turn first, the oldest first, then those that go on, then what is over", () => {
  const mine = (table: string, seen: number, over = false): MyTable => ({
    table,
    game: "tag",
    seen,
    over,
    invitations: [],
  });
  const known = Object.fromEntries(
    ["a", "b"].map((table) => [table, standing(table, { turns: ["white"] }, [])]),
  );
  const tables = [mine("over", 9, true), mine("b", 5), mine("a", 2), mine("old", 1), mine("new", 8)];
  expect(byUrgency(tables, known).map(({ table }) => table)).toEqual(["a", "b", "new", "old", "over"]);
});

test("a table of mine says with whom and whose turn it is", () => {
  const seats = [seat("white"), seat("black", { name: "Ben" })];
  const theirs = standing("t", {}, seats, ["black"]);
  expect(othersAt(theirs, TAG)).toBe("Ben");
  expect(turnWords(theirs, TAG)).toBe("Ben to move");
  expect(turnWords(standing("t", { turns: ["white"] }, seats, ["white"]), TAG)).toBe("Your turn");
  expect(turnWords(standing("t", {}, seats), TAG)).toBe("being played");
  const bots = [
    seat("white"),
    seat("b", { sitter: "bot" }),
    seat("c", { sitter: "bot" }),
    seat("d", { name: "Cleo" }),
  ];
  expect(othersAt(standing("t", {}, bots), FOUR)).toBe("Cleo and bots");
  expect(othersAt(standing("t", {}, [seat("white"), seat("black", { sitter: "invited" })]), TAG)).toBe("");
});
