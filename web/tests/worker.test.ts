import { expect, test } from "vitest";
import { FOLDER, languagesIn, textsOf } from "../languages.config";
import { sentenceOfRule } from "../src/lib/rulebook";
import source from "../src/worker/service-worker.js?raw";
import { PUSHED } from "../src/worker/words";

test("the service worker has its words in every language, and asks for no others", () => {
  const words = textsOf(FOLDER, PUSHED);
  expect(Object.keys(words)).toEqual(Object.keys(languagesIn(FOLDER)));
  for (const texts of Object.values(words)) {
    expect(Object.values(texts).every((text) => text.length > 0)).toBe(true);
    expect(texts["push.turn"]).toContain("{game}");
  }
  const asked = [...source.matchAll(/words\["([^"]+)"\]/g)].map(([, key]) => key).sort();
  expect(asked).toEqual([...PUSHED].sort());
});

test("the card at the end has the first sentence of the rule", () => {
  const spans = [
    { span: "plain" as const, text: "A king in " },
    { span: "strong" as const, text: "check" },
    { span: "plain" as const, text: " without a way out is mated. The game is over." },
  ];
  const book = { blocks: [{ block: "paragraph" as const, rule: "g.mate", spans, goes_on: false }] };
  expect(sentenceOfRule(book, "g.mate")).toBe("A king in check without a way out is mated.");
  expect(sentenceOfRule(book, "g.other")).toBe("");
});
