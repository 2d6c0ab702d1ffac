import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { FOLDER, languagesIn } from "../languages.config";
import { LANGUAGES } from "../src/lib/languages";
import { say, sayCount, sayWord, speak } from "../src/lib/messages/messages.svelte";
import { settings } from "../src/lib/settings.svelte";
import { pseudo } from "./pseudo";

const ALL = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, string>>("../../languages/*/app.json", {
      eager: true,
      import: "default",
    }),
  ).map(([path, texts]) => [path.split("/").at(-2) ?? "", texts]),
);
const en = ALL.en ?? {};
const de = ALL.de ?? {};
const CLUB = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, string>>("../../languages/*/club.json", {
      eager: true,
      import: "default",
    }),
  ).map(([path, texts]) => [path.split("/").at(-2) ?? "", texts]),
);
const names = (text = "") => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** The keys that a language has to have: those of English, with its own forms for numbers. */
function keysOf(code: string, en: Record<string, string> = ALL.en ?? {}): { key: string; english: string }[] {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return Object.entries(en).flatMap(([key, english]) => {
    const stem = key.replace(/\.(one|other)$/, "");
    if (!(`${stem}.other` in en)) return [{ key, english }];
    if (key.endsWith(".one")) return [];
    return forms.map((form) => ({ key: `${stem}.${form}`, english }));
  });
}

async function choose(code: string): Promise<void> {
  settings.tongue = code;
  await speak(code);
}

afterEach(() => choose("en"));

describe.each(Object.keys(ALL))("the language %s", (code) => {
  test.each([
    ["the app", ALL],
    ["club nights and tools", CLUB],
  ])("has exactly the texts of English with the same names in them: %s", (_, all) => {
    const texts = all[code] ?? {};
    expect(Object.keys(texts).sort()).toEqual(
      keysOf(code, all.en)
        .map(({ key }) => key)
        .sort(),
    );
    for (const { key, english } of keysOf(code, all.en)) {
      expect(names(texts[key]), key).toEqual(names(english));
      expect(texts[key]?.trim(), key).not.toBe("");
    }
  });
});

test("German is not a copy of English", () => {
  const same = Object.entries(en).filter(([key, text]) => de[key] === text);
  expect(same.map(([key]) => key).sort()).toEqual([
    "cell.label",
    "clock.standing",
    "golf.asked",
    "golf.par.title",
    "golf.title",
    "invitation.code",
    "letter.king",
    "nav.golf",
    "replay.animation",
    "replay.link",
    "replay.owned",
    "seats.name",
    "settings.contrast.normal",
  ]);
});

test("texts are filled in, in the language that was chosen", async () => {
  expect(say("seat.you", { name: "White" })).toBe("You, White");
  expect(sayCount("cards.count", 1)).toBe("1 card");
  expect(sayCount("cards.count", 0)).toBe("0 cards");
  await choose("de");
  expect(say("seat.you", { name: "Weiß" })).toBe("Du, Weiß");
  expect(sayCount("cards.count", 3)).toBe("3 Karten");
  expect(document.documentElement.lang).toBe("de");
  await choose("xx");
  expect(say("seat.you", { name: "White" })).toBe("You, White");
});

test("the language is the browser's until another is chosen", () => {
  settings.tongue = "system";
  expect(settings.language).toBe("en");
  Object.defineProperty(navigator, "languages", { value: ["xx", "de-AT", "en"], configurable: true });
  expect(settings.language).toBe("de");
  settings.tongue = "en";
  expect(settings.language).toBe("en");
  Reflect.deleteProperty(navigator, "languages");
});

test("a folder with texts is a language, and its name is in it", () => {
  expect(LANGUAGES).toMatchObject({ en: "English", de: "Deutsch" });
  expect(languagesIn(FOLDER)).toEqual(LANGUAGES);
  const folder = mkdtempSync(join(tmpdir(), "chess-kit-languages-"));
  for (const [code, texts] of Object.entries({ de: '{"language.name": "Deutsch"}', en: "{}", qps: null })) {
    mkdirSync(join(folder, code));
    if (texts) writeFileSync(join(folder, code, "app.json"), texts);
  }
  expect(Object.entries(languagesIn(folder))).toEqual([
    ["en", "en"],
    ["de", "Deutsch"],
  ]);
  rmSync(folder, { recursive: true });
});

test("the pseudo-language is longer, looks foreign and keeps names", () => {
  for (const [key, text] of Object.entries(en)) {
    const other = pseudo(text);
    expect(names(other), key).toEqual(names(text));
    expect(other.length, key).toBeGreaterThanOrEqual(Math.floor(text.length * 1.4));
    expect(other).not.toBe(text);
  }
  expect(pseudo("You, {name}")).toBe("[Ýöü, {name} ööööö]");
});

test("a word that no catalogue has is said as it is", () => {
  expect(sayWord("state", "used")).toBe("used");
  expect(sayWord("state", "glowing")).toBe("glowing");
});

test("every text is used somewhere", () => {
  const sources = Object.values(
    import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts"], {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  ).join("\n");
  // Keys that are put together: `problem.${code}.title`.
  const made = [...sources.matchAll(/`([a-z]+\.(?:[\w.-]|\$\{[^}]*\})+)`/g)]
    .filter(([, key]) => key?.includes("${"))
    .map(([, key]) => new RegExp(`^${key?.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, ".+")}$`));
  const unused = Object.keys(en).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, "");
    return (
      !sources.includes(`"${stem}"`) &&
      !made.some((pattern) => pattern.test(key)) &&
      !key.startsWith("state.") &&
      !key.startsWith("layer.") &&
      key !== "language.name"
    );
  });
  expect(unused).toEqual([]);
});
