import { describe, expect, test } from "vitest";
import { beforeAt, doneAt, keepBefore, keepDone, likely } from "../src/lib/companion";
import type { GlimpseAnswer, Offer } from "../src/lib/wire/play";

const ALL = import.meta.glob<Record<string, string>>("../../languages/*/companion.json", {
  eager: true,
  import: "default",
});
const SOURCES = import.meta.glob<string>("../src/pages/companion/*", {
  eager: true,
  query: "?raw",
  import: "default",
});
const en = ALL["../../languages/en/companion.json"] ?? {};
const names = (text = ""): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

/** The keys of English, in the forms that numbers have in a language. */
function keysOf(code: string): { key: string; english: string }[] {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return Object.entries(en).flatMap(([key, english]) => {
    const stem = key.replace(/\.(one|other)$/, "");
    if (!(`${stem}.other` in en)) return [{ key, english }];
    return key.endsWith(".one") ? [] : forms.map((form) => ({ key: `${stem}.${form}`, english }));
  });
}

describe.each(Object.entries(ALL))("the texts in %s", (path, texts) => {
  test("are those of English with the same names in them", () => {
    const expected = keysOf(path.split("/").at(-2) ?? "");
    expect(Object.keys(texts).sort()).toEqual(expected.map(({ key }) => key).sort());
    for (const { key, english } of expected) {
      expect(names(texts[key]), key).toEqual(names(english));
      expect(texts[key]?.trim(), key).not.toBe("");
    }
  });
});

test("every language has the texts for a real board, and every text is used", () => {
  const apps = Object.keys(import.meta.glob("../../languages/*/app.json"));
  expect(Object.keys(ALL)).toHaveLength(apps.length);
  const source = Object.values(SOURCES).join("\n");
  const built = /tell\(`(\w+)\./g;
  const groups = [...source.matchAll(built)].map(([, group]) => `${group}.`);
  const unused = Object.keys(en).filter(
    (key) => !source.includes(`"${key}"`) && !groups.some((group) => key.startsWith(group)),
  );
  expect(unused).toEqual([]);
});

const offer = (action: string): Offer => ({
  action,
  label: action,
  gesture: [action.slice(0, 2), action.slice(2, 4)],
});

/** A board on which Black has just taken on d5, and White may take back or do something else. */
function glimpse(actions: string[]): GlimpseAnswer {
  return {
    viewer: "white",
    offers: actions.map(offer),
    barred: [],
    outcome: null,
    tabletop: {
      prompt: { text: "", spans: [], steps: [], step: null, rule: null },
      parts: [
        {
          part: "board",
          id: "board",
          bottom: "white",
          figures: [
            { square: "e4", color: "white", role: "pawn" },
            { square: "d5", color: "black", role: "pawn" },
            { square: "h1", color: "white", role: "rook" },
            { square: "h7", color: "black", role: "pawn" },
          ],
          tokens: [],
          marks: [{ square: "d5", kind: "reached" }],
          zones: [],
          under: [],
          layers: [],
        },
      ],
    },
  } as unknown as GlimpseAnswer;
}

describe("likely offers", () => {
  test("are all where there are few", () => {
    expect(likely(glimpse(["e4e5", "h1h2"]), []).map(({ action }) => action)).toEqual(["e4e5", "h1h2"]);
  });

  test("take back first, then what has just become possible", () => {
    const now = glimpse(["e4e5", "e4d5", "h1h7", "h1h2", "h1h3"]);
    expect(likely(now, ["e4e5", "h1h2", "h1h3"]).map(({ action }) => action)).toEqual(["e4d5", "h1h7"]);
  });

  test("are none where nothing stands out", () => {
    expect(likely(glimpse(["e4e5", "h1h2", "h1h3", "h1h4"]), [])).toEqual([]);
  });
});

test("what was done is remembered for each table", () => {
  keepDone("abc", 3);
  keepDone("def", 1);
  keepDone("abc", 4);
  expect([doneAt("abc"), doneAt("def"), doneAt("ghi")]).toEqual([4, 1, 0]);
});

test("from where hands came last is remembered for each table", () => {
  keepBefore("abc", 2);
  keepBefore("abc", 3);
  expect([beforeAt("abc"), beforeAt("def")]).toEqual([3, 0]);
  expect(doneAt("abc"), "beside what was done").toBe(4);
});
