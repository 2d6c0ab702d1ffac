import { afterEach, expect, test } from "vitest";
import { de } from "../src/lib/messages/de";
import { en } from "../src/lib/messages/en";
import { say, sayCount, sayWord } from "../src/lib/messages/messages.svelte";
import { settings } from "../src/lib/settings.svelte";

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

afterEach(() => {
  settings.language = "en";
});

test("both languages have the same texts with the same names in them", () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    expect(names(de[key as keyof typeof en]), key).toEqual(names(text));
    expect(de[key as keyof typeof en].trim(), key).not.toBe("");
  }
});

test("German is not a copy of English", () => {
  const same = Object.entries(en).filter(([key, text]) => de[key as keyof typeof en] === text);
  expect(same.map(([key]) => key).sort()).toEqual([
    "cell.label",
    "clock.standing",
    "golf.title",
    "invitation.code",
    "join.code",
    "letter.king",
    "lobby.title",
    "nav.golf",
    "nav.lobby",
    "seats.name",
    "settings.contrast.normal",
    "start.tab",
  ]);
});

test("texts are filled in, in the language of the settings", () => {
  expect(say("seat.you", { name: "White" })).toBe("You, White");
  expect(sayCount("cards.count", 1)).toBe("1 card");
  expect(sayCount("cards.count", 0)).toBe("0 cards");
  settings.language = "de";
  expect(say("seat.you", { name: "Weiß" })).toBe("Du, Weiß");
  expect(sayCount("cards.count", 3)).toBe("3 Karten");
});

test("a word that no catalogue has is said as it is", () => {
  expect(sayWord("state", "used")).toBe("used");
  expect(sayWord("state", "glowing")).toBe("glowing");
});

test("every text is used somewhere", () => {
  const sources = Object.values(
    import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/lib/messages/{en,de}.ts"], {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  ).join("\n");
  const unused = Object.keys(en).filter((key) => {
    const stem = key.replace(/\.(one|other)$/, "");
    const group = `${key.slice(0, key.lastIndexOf("."))}.\${`;
    return (
      !sources.includes(`"${stem}"`) &&
      !sources.includes(group) &&
      !key.startsWith("state.") &&
      !key.startsWith("layer.") &&
      !key.startsWith("settings.")
    );
  });
  expect(unused).toEqual([]);
});
