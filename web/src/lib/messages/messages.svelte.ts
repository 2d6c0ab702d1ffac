/**
 * The message catalogue: `say("seat.you", { name })` in the language of the settings.
 *
 * To add a text, write it in `en.ts`; the type checker then asks for it in every other language.
 */
import { settings } from "../settings.svelte";
import { de } from "./de";
import { en, type MessageKey } from "./en";

export type { MessageKey };
export type Values = Record<string, string | number>;

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Language, Record<MessageKey, string>> = { en, de };

/** A text with its values filled in. */
export function say(key: MessageKey, values: Values = {}): string {
  const text: string = CATALOGUES[settings.language][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Countable = { [Key in MessageKey]: Key extends `${infer Stem}.other` ? Stem : never }[MessageKey];

/** A text that depends on a number, in its singular or plural. */
export function sayCount(stem: Countable, count: number, values: Values = {}): string {
  const one = new Intl.PluralRules(settings.language).select(count) === "one";
  return say(`${stem}.${one ? "one" : "other"}` as MessageKey, { count, ...values });
}

/** A text if the catalogue has it, or else the word itself: for words that games may add. */
export function sayWord(group: "state" | "role" | "layer", word: string): string {
  const key = `${group}.${word}`;
  return key in en ? say(key as MessageKey) : word;
}
