import { afterEach, expect, test, vi } from "vitest";
import { ALL, Film } from "../src/lib/film";

afterEach(() => vi.unstubAllGlobals());

const LAST = 100;
const glimpse = (viewer: string, entry: number) => ({
  viewer,
  tabletop: { prompt: { text: `${viewer} ${entry}`, steps: [], step: null, rule: null }, parts: [] },
  offers: ["something"],
  barred: [],
  outcome: null,
});

/** A server that answers as ours does, and writes down what it was asked. */
function server(): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const [, at = "", seat = "", next = "0"] =
      /replay\/(\d+)\?seat=(\w+)(?:&next=(\d+))?/.exec(address) ?? [];
    asked.push(`${seat} ${at}`);
    const entry = Number(at);
    const more = Math.min(Number(next), LAST - entry);
    return new Response(
      JSON.stringify({
        game: "some",
        entry,
        entries: LAST,
        seats: ["white", "black"],
        glimpse: glimpse(seat, entry),
        next: Array.from({ length: more }, (_, index) => glimpse(seat, entry + 1 + index)),
        lines: [{ entry: 0, turn: 0, text: "The deal." }],
        outcome: null,
        unplayed: null,
      }),
    );
  });
  return asked;
}

test("going through a whole game asks a few times, and shows each moment as it was", async () => {
  const asked = server();
  const film = await Film.open({ table: "abc" });
  for (let entry = 0; entry <= LAST; entry++) {
    const seen = await film.at(entry, "white");
    expect(seen.tabletop.prompt.text).toBe(`white ${entry}`);
    // Nobody acts in a game that is over.
    expect(seen.offers).toEqual([]);
  }
  await film.lines("white");
  expect(asked).toEqual(["public 0", "white 0", "white 40", "white 80", "white 100"]);
});

test("what is asked for at once is asked for once, and what failed is asked for again", async () => {
  const asked = server();
  const film = await Film.open({ table: "abc" });
  await Promise.all([film.at(50, "black"), film.at(51, "black"), film.at(79, "black")]);
  expect(asked).toEqual(["public 0", "black 40"]);
  const working = globalThis.fetch;
  vi.stubGlobal("fetch", async () => Promise.reject(new Error("no network")));
  await expect(film.at(10, "black")).rejects.toThrow();
  vi.stubGlobal("fetch", working);
  expect((await film.at(10, "black")).viewer).toBe("black");
});

test("all secrets are what every viewer saw at that moment", async () => {
  const asked = server();
  const film = await Film.open({ table: "abc" });
  await film.at(3, ALL);
  expect(asked.sort()).toEqual(["black 0", "public 0", "white 0"]);
  expect(film.has(3, ALL)).toBe(true);
  expect(film.has(41, ALL)).toBe(false);
});
