/**
 * The message catalogue: `say("seat.you", { name })` in the language that is spoken.
 *
 * A language is a folder of `languages/` with an `app.json`; to add a text, write it in all of them.
 * English is always there; another language is loaded when somebody wants it.
 */
import en from "../../../../languages/en/app.json";
import { settings } from "../settings.svelte";

export type MessageKey = keyof typeof en;
export type Values = Record<string, string | number>;
type Catalogue = Record<MessageKey, string>;

const LOADERS = import.meta.glob<Catalogue>(
  ["../../../../languages/*/app.json", "!../../../../languages/en/app.json"],
  { import: "default" },
);

const ENGLISH = { code: "en", texts: en as Catalogue };
let spoken = $state.raw(ENGLISH);

/** Speaks a language from now on; English if it cannot be had. */
export async function speak(code: string): Promise<void> {
  if (code === spoken.code) return;
  const load = LOADERS[`../../../../languages/${code}/app.json`];
  const texts = await load?.().catch(() => null);
  // Somebody may have chosen another one meanwhile.
  if (code !== settings.language) return;
  spoken = texts ? { code, texts } : ENGLISH;
  if (typeof document !== "undefined") document.documentElement.lang = spoken.code;
}

/** A text with its values filled in. */
export function say(key: MessageKey, values: Values = {}): string {
  const text = spoken.texts[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Countable = { [Key in MessageKey]: Key extends `${infer Stem}.other` ? Stem : never }[MessageKey];

/** A text that depends on a number, in the form that the language has for it. */
export function sayCount(stem: Countable, count: number, values: Values = {}): string {
  const form = `${stem}.${new Intl.PluralRules(spoken.code).select(count)}`;
  const key = form in spoken.texts ? form : `${stem}.other`;
  return say(key as MessageKey, { count, ...values });
}

/** A number in words, if the catalogue has one: for a heading, so with a capital. */
export function numberWord(number: number): string {
  const key = `number.${number}`;
  return key in en ? say(key as MessageKey) : String(number);
}

/** A text if the catalogue has it, or else the word itself: for words that games may add. */
export function sayWord(group: "state" | "role" | "layer", word: string): string {
  const key = `${group}.${word}`;
  return key in en ? say(key as MessageKey) : word;
}
