/**
 * The texts of club nights and tools: `tell("club.title")` in the language that is spoken.
 *
 * They are a catalogue of their own, `languages/<code>/club.json`, because only few who open the app need them:
 * they come with the pages that use them.
 */
import en from "../../../../languages/en/club.json";
import type { Values } from "../messages/messages.svelte";
import { settings } from "../settings.svelte";

export type ClubKey = keyof typeof en;
type Catalogue = Record<ClubKey, string>;

const LOADERS = import.meta.glob<Catalogue>(
  ["../../../../languages/*/club.json", "!../../../../languages/en/club.json"],
  { import: "default" },
);

const ENGLISH = { code: "en", texts: en as Catalogue };
let spoken = $state.raw(ENGLISH);

/** Speaks the chosen language from now on; English if it cannot be had. */
export async function speakClub(): Promise<void> {
  const { language } = settings;
  if (language === spoken.code) return;
  const texts = await LOADERS[`../../../../languages/${language}/club.json`]?.().catch(() => null);
  // Somebody may have chosen another one meanwhile.
  if (language === settings.language) spoken = texts ? { code: language, texts } : ENGLISH;
}

/** A text with its values filled in. */
export function tell(key: ClubKey, values: Values = {}): string {
  const text = spoken.texts[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

type Countable = { [Key in ClubKey]: Key extends `${infer Stem}.other` ? Stem : never }[ClubKey];

/** A text that depends on a number, in the form that the language has for it. */
export function tellCount(stem: Countable, count: number, values: Values = {}): string {
  const form = `${stem}.${new Intl.PluralRules(spoken.code).select(count)}`;
  const key = form in spoken.texts ? form : `${stem}.other`;
  return tell(key as ClubKey, { count, ...values });
}
