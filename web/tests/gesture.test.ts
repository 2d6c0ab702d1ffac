import { describe, expect, test } from "vitest";
import { Pointing, readSpot } from "../src/lib/gesture";
import { offer, RECORDED } from "./fixtures";

/** Points at spots one after the other and says what came of it. */
function play(pointing: Pointing, ...spots: string[]): string {
  let picks: string[] = [];
  let said = "nothing";
  for (const spot of spots) {
    const pointed = pointing.point(picks, spot);
    if (pointed.did === "acted") return `acted ${pointed.offer.action}`;
    if (pointed.did !== "nothing") picks = pointed.picks;
    said = `${pointed.did} ${picks.join(" ")}`.trim();
  }
  return said;
}

test("spots are read as they are written", () => {
  expect(readSpot("e4")).toEqual({ kind: "square", square: "e4" });
  expect(readSpot("black-hand 2")).toEqual({ kind: "card", part: "black-hand", index: 2 });
  expect(readSpot("mask 0 3")).toEqual({ kind: "cell", part: "mask", row: 0, column: 3 });
  expect(readSpot("from the front")).toEqual({ kind: "word", word: "from the front" });
  expect(readSpot("2 cards")).toEqual({ kind: "word", word: "2 cards" });
  expect(readSpot("10")).toEqual({ kind: "word", word: "10" });
});

describe("a move", () => {
  const pointing = new Pointing([
    offer("e2e4", "e2, e4"),
    offer("e2e3", "e2, e3"),
    offer("d2d3", "d2, d3"),
    offer("e7e8q", "e7, e8, queen"),
    offer("e7e8n", "e7, e8, knight"),
    offer("pass", "pass"),
  ]);

  test("lights what can be picked, then where it can go", () => {
    expect([...pointing.next([])].sort()).toEqual(["d2", "e2", "e7", "pass"]);
    expect([...pointing.next(["e2"])].sort()).toEqual(["e3", "e4"]);
  });
  test("acts when it is complete", () => {
    expect(play(pointing, "e2", "e4")).toBe("acted e2e4");
    expect(play(pointing, "pass")).toBe("acted pass");
  });
  test("waits for the word that names the new piece", () => {
    expect(play(pointing, "e7", "e8")).toBe("continued e7 e8");
    expect(play(pointing, "e7", "e8", "knight")).toBe("acted e7e8n");
  });
  test("another piece takes the place of the first", () => {
    expect(play(pointing, "e2", "d2")).toBe("continued d2");
  });
  test("is taken back by pointing again, or elsewhere", () => {
    expect(play(pointing, "e2", "e2")).toBe("took back");
    expect(play(pointing, "e2", "h8")).toBe("took back");
    expect(play(pointing, "h8")).toBe("nothing");
  });
  test("cannot be pointed at backwards", () => {
    expect(play(pointing, "e4")).toBe("nothing");
  });
  test("looks like what it is", () => {
    const occupied = new Set(["e2", "d2", "e4"]);
    expect(pointing.lightOf("e2", [], occupied)).toBe("pick");
    expect(pointing.lightOf("e4", ["e2"], occupied)).toBe("take");
    expect(pointing.lightOf("e3", ["e2"], occupied)).toBe("go");
  });
  test("a question looks like what is known of its answer", () => {
    const [yes, no] = [{ text: "Yes." }, { text: "No." }];
    const asking = new Pointing([
      { ...offer("b1?a3", "b1, a3"), asks: { yes, no } },
      { ...offer("b1?c3", "b1, c3"), asks: { yes, no: null } },
      { ...offer("b1?d2", "b1, d2"), asks: { yes: null, no } },
    ]);
    const occupied = new Set(["b1", "a3", "c3", "d2"]);
    const lights = ["a3", "c3", "d2"].map((square) => asking.lightOf(square, ["b1"], occupied));
    expect(lights).toEqual(["may", "take", "cannot"]);
  });
});

describe("cards and cells", () => {
  const pair = new Pointing([
    offer("NB", "hand 0, hand 1"),
    offer("NR", "hand 0, hand 2"),
    offer("BR", "hand 1, hand 2"),
  ]);
  test("two cards may be chosen in any order", () => {
    expect(play(pair, "hand 2", "hand 0")).toBe("acted NR");
    expect(play(pair, "hand 2", "hand 2")).toBe("took back");
  });
  test("order counts where two offers differ in nothing else", () => {
    const ordered = new Pointing([offer("NB", "hand 0, hand 1"), offer("BN", "hand 1, hand 0")]);
    expect(play(ordered, "hand 1", "hand 0")).toBe("acted BN");
  });
  test("a card can be followed by a square", () => {
    const tar = new Pointing([offer("+P@a2", "hand 0, a2"), offer("-", "no card")]);
    expect(play(tar, "hand 0", "a2")).toBe("acted +P@a2");
    expect(tar.lightOf("a2", ["hand 0"], new Set(["a2"]))).toBe("pick");
  });

  const orders = ["012", "021", "102", "120", "201", "210"];
  const mask = new Pointing(
    orders.map((order) => offer(order, [...order].map((column, row) => `mask ${row} ${column}`).join(","))),
  );
  test("boxes may be circled in any order", () => {
    expect(play(mask, "mask 2 0", "mask 0 1", "mask 1 2")).toBe("acted 120");
  });
  test("a box in the same row takes the place of the first", () => {
    expect(play(mask, "mask 0 1", "mask 0 2")).toBe("continued mask 0 2");
  });
  test("only the boxes that are in the way are erased", () => {
    expect(play(mask, "mask 0 1", "mask 1 0", "mask 0 2")).toBe("continued mask 1 0 mask 0 2");
  });
  test("a circle can be erased without the later ones", () => {
    expect(play(mask, "mask 0 1", "mask 1 0", "mask 0 1")).toBe("took back mask 1 0");
  });
});

describe("choosing freely until done", () => {
  const pointing = new Pointing([
    offer("!-", "done"),
    offer("!1", "a1, done"),
    offer("!2", "b1, done"),
    offer("!1,2", "a1, b1, done"),
  ]);
  test("squares come in any order", () => {
    expect(play(pointing, "b1", "a1", "done")).toBe("acted !1,2");
    expect(play(pointing, "b1", "done")).toBe("acted !2");
    expect(play(pointing, "done")).toBe("acted !-");
  });
  test("a square can be put back", () => {
    expect(play(pointing, "a1", "b1", "a1", "done")).toBe("acted !2");
    expect(pointing.lightOf("b1", ["a1"], new Set(["a1", "b1"]))).toBe("pick");
  });
});

describe("long gestures", () => {
  const march = new Pointing([
    offer("a4b6+g4g5", "a4, b6, g4, g5"),
    offer("a4b6+g4h6", "a4, b6, g4, h6"),
    offer("a4c5+g4g5", "a4, c5, g4, g5"),
  ]);
  test("a later step can be pointed at anew without losing the first", () => {
    expect(play(march, "a4", "b6", "g4", "g4", "g4", "h6")).toBe("acted a4b6+g4h6");
    expect(march.lightOf("g4", ["a4", "b6"], new Set(["g4"]))).toBe("pick");
  });
  test("an offer that another one continues waits for more", () => {
    const ambiguous = new Pointing([offer("stay", "e2"), offer("e2e4", "e2, e4")]);
    expect(play(ambiguous, "e2")).toBe("continued e2");
    expect(ambiguous.complete(["e2"])?.action).toBe("stay");
  });
  test("what all offers share need not be pointed at if only words are left", () => {
    const rise = new Pointing([offer("g1=Q", "g1, queen"), offer("g1=N", "g1, knight")]);
    expect(rise.start()).toEqual(["g1"]);
    expect(march.start()).toEqual([]);
    expect(new Pointing([offer("e2e4", "e2, e4")]).start()).toEqual([]);
    expect(new Pointing([]).start()).toEqual([]);
  });
});

describe("recorded games", () => {
  for (const { game, edition, moments } of RECORDED) {
    test(`${game} ${edition}: every offer can be reached by pointing at lit spots`, () => {
      for (const { glimpse } of moments) {
        const pointing = new Pointing(glimpse.offers);
        for (const { action, gesture } of glimpse.offers) {
          const lit = gesture.every((spot, place) => pointing.next(gesture.slice(0, place)).has(spot));
          expect(lit, `${action} by ${gesture}`).toBe(true);
          expect(play(pointing, ...gesture)).toBe(`acted ${action}`);
        }
      }
    });
  }
});

test("what was asked before is not worked out again, which a thousand offers need", () => {
  const letters = [..."abcdefgh"];
  const offers = Array.from({ length: 960 }, (_, number) =>
    offer(
      `army ${number}`,
      letters.map((_, column) => `army ${(number + column * (number % 7)) % 5} ${column}`).join(","),
    ),
  );
  const pointing = new Pointing(offers);
  const lit = pointing.next([]);
  expect(lit.size).toBeGreaterThan(30);
  expect(pointing.next([])).toBe(lit);
});
