// What the pages work out for themselves, without a server.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { Failure } from "../src/lib/api";
import { speak } from "../src/lib/messages/messages.svelte";
import { forget, myTable, myTables, remember, rememberInvitation } from "../src/lib/mine";
import { planFor, usualValue, wishOf } from "../src/lib/plan";
import { levelInPlaceOf, preferences } from "../src/lib/preferences.svelte";
import { kindOf, problemOf, sentenceOf } from "../src/lib/problem";
import { groupsOf, holds } from "../src/lib/rulebook";
import { settings } from "../src/lib/settings.svelte";
import { bottomFor, seatAfter, sideOf } from "../src/lib/sharing";
import type { BlockNote, GameNote } from "../src/lib/wire/wire";

beforeEach(() => localStorage.clear());

async function choose(language: string): Promise<void> {
  settings.tongue = language;
  await speak(language);
}

const GAME: GameNote = {
  game: "tag",
  name: "Tag",
  blurb: "Run.",
  seats: ["white", "black", "third"],
  roles: ["White", "Black", "Third"],
  fewest_seats: 2,
  colors: { white: "white", black: "black" },
  teams: ["white", "black", "third"],
  open: true,
  shows_turns: true,
  deals_hands: false,
  few_points: false,
  needs: { cards: [], things: [], shelf: [], minutes: 30 },
  sheet: null,
  formats: [],
  puzzle: null,
  editions: [
    { edition: "2025", note: "New." },
    { edition: "2023", note: "Old." },
  ],
  options: [
    {
      option: "speed",
      title: "speed",
      meaning: "How fast.",
      words: [],
      numbers: [1, 9],
      default: "3",
      defaults: { "2023": "5" },
    },
  ],
  ways: [],
  tools: [],
};

test("the next of several seats is the one after the last, around the table", () => {
  const seats = ["W1", "B1", "W2", "B2"];
  const cases: [string, string[], string | null][] = [
    ["", ["W1", "B1"], "W1"],
    ["W1", ["W1", "B1"], "B1"],
    ["B2", ["W1"], "W1"],
    ["B1", ["B1"], "B1"],
    ["B1", [], null],
  ];
  for (const [current, turns, expected] of cases) expect(seatAfter(seats, turns, current)).toBe(expected);
});

test("a plan becomes a wish with nothing that is usual anyway", () => {
  const plan = planFor(GAME, "friends", "Ada", "club");
  expect(wishOf(GAME, plan)).toEqual({
    game: "tag",
    edition: "2025",
    seats: [{ sitter: "me", name: "Ada" }, { sitter: "invited" }],
    shuffle: false,
    public: false,
    spectators: { policy: "public" },
  });
});

test("options, clock, delay and start position are wished for when they are chosen", () => {
  const plan = { ...planFor(GAME, "bots", "", "club"), edition: "2023", options: { speed: "3" } };
  Object.assign(plan, {
    clock: "player",
    minutes: 1.5,
    increment: 2,
    spectators: "delayed",
    delay: 4,
    arrangement: "fen: x",
  });
  const wish = wishOf(GAME, plan);
  expect(wish.options).toEqual({ speed: "3" });
  expect(wish.clock).toEqual({ clock: "player", seconds: 90, increment: 2 });
  expect(wish.spectators).toEqual({ policy: "delayed", minutes: 4 });
  expect(wish.seats[1]).toEqual({ sitter: "bot", level: "club" });
  expect(wish.arrangement).toBe("fen: x");
});

test("an option is what its edition makes of it", () => {
  const [speed] = GAME.options;
  if (!speed) throw new Error("there is one option");
  expect([usualValue(speed, "2025"), usualValue(speed, "2023")]).toEqual(["3", "5"]);
});

test("tables are found again, the latest first, until they are forgotten", () => {
  remember("a", "tag");
  remember("b", "tag", { over: true });
  rememberInvitation("a", "tag", { seat: "black", token: "1", code: "x" });
  rememberInvitation("a", "tag", { seat: "black", token: "2", code: "y" });
  expect(myTable("a")?.invitations.map(({ token }) => token)).toEqual(["2"]);
  expect(
    myTables()
      .map(({ table }) => table)
      .sort(),
  ).toEqual(["a", "b"]);
  forget("a");
  expect(myTables().map(({ table }) => table)).toEqual(["b"]);
});

test("a store full of nonsense is an empty one", () => {
  for (const text of ["", "{", "7", '[1, null, {"table": 3}]']) {
    localStorage.setItem("chess-kit-tables", text);
    expect(myTables()).toEqual([]);
  }
});

/** All codes of the server, from where it makes them. */
function codesOfServer(): string[] {
  const read = (path: string) => readFileSync(join(import.meta.dirname, "../../crates", path), "utf8");
  const found = [
    read("sitting/src/error.rs").matchAll(/Error::\w+.* => "([a-z-]+)",/g),
    read("server/src/http/problem.rs").matchAll(/StatusCode::[A-Z_]+, "([a-z-]+)"/g),
    read("answers/src/problem.rs").matchAll(/Problem::new\(\d+, "([a-z-]+)"/g),
  ];
  const ofPage = ["module-missing", "module-broken", "storage-full"];
  return [...found.flatMap((codes) => [...codes].map(([, code = ""]) => code)), ...ofPage];
}

test("every code of the server has words of its own, in both languages", async () => {
  const codes = codesOfServer();
  for (const code of ["unknown-table", "still-secret", "unavailable", "not-found", "idle", "internal"])
    expect(codes).toContain(code);
  expect(codes.filter((code) => kindOf(code) === "other")).toEqual([]);
  for (const language of ["en", "de"] as const) {
    await choose(language);
    for (const code of codes) {
      const { title, what, next } = problemOf(code);
      for (const text of [title, what, next]) expect(text, code).toMatch(/^\p{Lu}.{8}/u);
    }
  }
  await choose("en");
});

test("in a line or two, a failure is told by the app unless only the server knows what it is about", async () => {
  const english = "an opponent's place is taken by a bot of the level `club`";
  expect(sentenceOf(new Failure("not-now", english))).toBe(english);
  await choose("de");
  expect(sentenceOf(new Failure("still-secret", "what this seat knows is still secret"))).toContain(
    "noch ein Geheimnis",
  );
  await choose("en");
});

test("nobody chooses how well the bot plays that takes an opponent's place", () => {
  preferences.keep({ level: "learner" });
  expect([levelInPlaceOf(true), levelInPlaceOf(false)]).toEqual(["learner", "club"]);
});

test("codes have the words that fit, and one that nobody knows the general ones", () => {
  const codes: [string, string][] = [
    ["unknown-table", "gone"],
    ["bad-invitation", "used"],
    ["table-full", "taken"],
    ["not-your-seat", "stranger"],
    ["not-watchable", "spectators"],
    ["still-secret", "secret"],
    ["seat-moved", "moved"],
    ["not-over", "early"],
    ["no-such-code", "other"],
  ];
  for (const [code, kind] of codes) {
    expect(kindOf(code)).toBe(kind);
    const words = problemOf(code);
    for (const text of [words.title, words.what, words.next]) expect(text.length).toBeGreaterThan(8);
  }
});

test("rules of a paragraph flow together, items are one list, and answers and appendix are folded", () => {
  const heading = (text: string, level: number, section: string | null = null): BlockNote => ({
    block: "heading",
    level,
    text: `Ein ${text}`,
    anchor: text,
    section,
  });
  const item = (text: string): BlockNote => ({ block: "item", rule: null, spans: [{ span: "plain", text }] });
  const words = (rule: string | null, goes_on = false): BlockNote => ({
    block: "paragraph",
    rule,
    spans: [{ span: "plain", text: "?" }],
    goes_on,
  });
  const groups = groupsOf([
    heading("quiz", 2),
    words("a.b"),
    words("a.c", true),
    heading("answer", 3),
    words("a.d"),
    heading("second-question", 3),
    item("a"),
    item("b"),
    heading("appendix", 2, "appendix"),
    heading("options", 3),
    words("a.e"),
  ]);
  expect(groups.map(({ kind, blocks, groups: inner }) => [kind, blocks.length, inner.length])).toEqual([
    ["single", 1, 0],
    ["paragraph", 2, 0],
    ["folded", 0, 1],
    ["single", 1, 0],
    ["list", 2, 0],
    ["folded", 0, 2],
  ]);
  expect(groups.map((group) => holds(group, "a.e"))).toEqual([false, false, false, false, false, true]);
});

test("people sit on two sides of a flat screen, and the board stays where it lies", () => {
  const four = ["W1", "B1", "W2", "B2"];
  const colors = { W1: "white", B1: "black", W2: "white", B2: "black" } as const;
  expect(four.map((seat) => sideOf(four, seat, colors))).toEqual(["near", "far", "near", "far"]);
  expect(sideOf(["black", "white"], "black", GAME.colors)).toBe("near");
  expect(["A", "B", "C", "D"].map((seat) => sideOf(["A", "B", "C", "D"], seat, {}))).toEqual([
    "near",
    "near",
    "far",
    "far",
  ]);
  expect([bottomFor(four, "near", colors), bottomFor(four, "far", colors)]).toEqual(["white", "black"]);
  expect(bottomFor(["black", "white"], "near", GAME.colors)).toBe("black");
});
