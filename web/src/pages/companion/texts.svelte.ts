/**
 * What the screens beside a real board say.
 *
 * Their texts are a catalogue of their own, `languages/<code>/companion.json`, which is loaded with them:
 * whoever plays at the screen needs none of it.
 */
import en from "../../../../languages/en/companion.json";
import { settings } from "../../lib/settings.svelte";

export type TextKey = keyof typeof en;
type Catalogue = Record<TextKey, string>;

const LOADERS = import.meta.glob<Catalogue>(
  ["../../../../languages/*/companion.json", "!../../../../languages/en/companion.json"],
  { import: "default" },
);
let spoken = $state.raw<{ code: string; texts: Catalogue }>({ code: "en", texts: en });

/** Loads the language that is spoken; English if it cannot be had. */
export async function readTexts(code: string): Promise<void> {
  if (code === spoken.code) return;
  const texts = await LOADERS[`../../../../languages/${code}/companion.json`]?.().catch(() => null);
  // Somebody may have chosen another one meanwhile.
  if (code === settings.language) spoken = texts ? { code, texts } : { code: "en", texts: en };
}

/** A text with its values filled in. */
export function tell(key: TextKey, values: Record<string, string | number> = {}): string {
  return (spoken.texts[key] ?? en[key]).replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
