/** Golf alone: addresses that name holes, what the browser keeps, and results that give nothing away. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  cardsOf,
  daysLater,
  figuresOf,
  isDate,
  moved,
  pathTo,
  readSpot,
  textOf,
  wordOf,
} from "../src/pages/golf/address";
import { courseResult, resultOf } from "../src/pages/golf/result";
import { fresh, keepRound, type Round, roundAt, streak, week } from "../src/pages/golf/rounds";

const HOLE = `. . . . . Q . .
b . . . . . . K
. B . n . N . .
R . . . . . q .
. r . . b . . .
. r . n . N . .
. . . . . k . .
. . B . . . R .
chosen: Kb`;
const WORD = "5Q2-b6K-1B1n1N2-R5q1-1r2b3-1r1n1N2-5k2-2B3R1-Kb";

describe("addresses", () => {
  test("name every hole there is", () => {
    expect(wordOf(HOLE)).toBe(WORD);
    expect(textOf(WORD)).toBe(HOLE);
    expect(readSpot(["hole", WORD])).toEqual({ kind: "hole", text: HOLE });
    expect(pathTo({ kind: "hole", text: HOLE })).toBe(`/golf/hole/${WORD}`);
  });

  test("name days and courses", () => {
    const spots = [
      { kind: "clubhouse" },
      { kind: "day", date: "2026-11-18" },
      { kind: "course", date: "2026-11-18" },
      { kind: "course-hole", date: "2026-11-18", number: 9 },
    ] as const;
    for (const spot of spots) expect(readSpot(pathTo(spot).split("/").slice(2))).toEqual(spot);
  });

  test.each(["2026-02-30", "hole", "hole/5Q2", "course", "course/today", "course/2026-11-18/10", "19th"])(
    "%s names nothing",
    (path) => expect(readSpot(path.split("/"))).toEqual({ kind: "unknown" }),
  );

  test("a hole has figures and cards", () => {
    expect(cardsOf(HOLE)).toEqual(["K", "b"]);
    const figures = figuresOf(HOLE);
    expect(figures).toHaveLength(16);
    expect(figures).toContainEqual({ square: "e4", color: "black", role: "bishop" });
    const after = moved(figures, "e4", "h7");
    expect(after).toHaveLength(15);
    expect(after.find(({ square }) => square === "h7")).toMatchObject({ role: "bishop" });
  });

  test("days follow each other", () => {
    expect(daysLater("2026-11-30", 1)).toBe("2026-12-01");
    expect(daysLater("2026-03-01", -1)).toBe("2026-02-28");
    expect(isDate("2026-11-18")).toBe(true);
  });
});

const scored = (change: Partial<Round> = {}): Round => ({
  ...fresh(),
  actions: ["claim 3", "e4g3", "g3h4", "h4h7"],
  said: 3,
  score: 3,
  par: 3,
  solved: true,
  on: "2026-11-18",
  ...change,
});

describe("what the browser keeps", () => {
  beforeEach(() => localStorage.clear());

  test("a hole that was begun goes on", () => {
    expect(roundAt("/golf/2026-11-18")).toBeNull();
    keepRound("/golf/2026-11-18", { ...fresh(), actions: ["claim 3"], said: 3 });
    expect(roundAt("/golf/2026-11-18")).toMatchObject({ actions: ["claim 3"], score: null });
  });

  test("days in a row count when they were played on their day", () => {
    expect(streak("2026-11-18")).toBe(0);
    for (const date of ["2026-11-15", "2026-11-16", "2026-11-17"])
      keepRound(`/golf/${date}`, scored({ on: date }));
    expect(streak("2026-11-18")).toBe(3);
    keepRound("/golf/2026-11-18", scored());
    expect(streak("2026-11-18")).toBe(4);
    keepRound("/golf/2026-11-16", scored({ on: "2026-11-18" }));
    expect(streak("2026-11-18")).toBe(2);
    expect(streak("2026-11-20")).toBe(0);
  });

  test("the week begins on Monday", () => {
    keepRound("/golf/2026-11-17", scored({ on: "2026-11-17" }));
    const days = week("2026-11-18");
    expect(days.map(({ date }) => date.slice(-2)).join(" ")).toBe("16 17 18 19 20 21 22");
    expect(days.map(({ played, today, ahead }) => [played, today, ahead])).toEqual([
      [false, false, false],
      [true, false, false],
      [false, true, false],
      ...Array.from({ length: 4 }, () => [false, false, true]),
    ]);
  });

  test("what is not a round is not believed", () => {
    localStorage.setItem("chess-kit-golf", '{"/golf/2026-11-18": 3}');
    expect(roundAt("/golf/2026-11-18")).toBeNull();
    localStorage.setItem("chess-kit-golf", "no JSON");
    expect(roundAt("/golf/2026-11-18")).toBeNull();
  });
});

describe("results", () => {
  const link = "https://example.org/golf/2026-11-18";

  test("tell how it went and give nothing away", () => {
    const result = resultOf("Hole of the day, November 18", scored(), 7, link);
    expect(result).toBe(
      `Chess Kit · Hole of the day, November 18\n⛳ 🟢 at par · no hint\n🔥 7 days in a row\n${link}`,
    );
    // Nobody learns a square, a piece, or how many moves it takes.
    const told = resultOf("T", scored(), 0, "");
    expect(told).not.toMatch(/[a-h][1-8]|\d|king|queen|rook|bishop|knight/i);
  });

  test("know what is over par, failed, hinted, and seen through", () => {
    expect(resultOf("T", scored({ score: 5 }), 0, link)).toContain("🟡 2 over par");
    expect(resultOf("T", scored({ solved: false, score: 11 }), 0, link)).toContain("❌ not solved");
    expect(resultOf("T", scored({ hints: 1 }), 0, link)).toContain("1 hint");
    expect(resultOf("T", scored({ said: 0, score: 0, solved: false, par: null }), 0, link)).toContain(
      "seen through",
    );
  });

  test("of a course have a sign for each hole", () => {
    const rounds = [scored(), scored({ score: 4 }), scored({ solved: false, score: 11 }), null];
    expect(courseResult("Course", rounds, link)).toBe(
      `Chess Kit · Course\n⛳ 🟢🟡❌⚪\n9 over par · 3 of 4 holes\n${link}`,
    );
  });
});
