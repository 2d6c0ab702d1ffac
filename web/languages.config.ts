/** The languages of the app: each folder of `languages/` that has an `app.json`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const FOLDER = join(import.meta.dirname, "../languages");

/** What their speakers call the languages of a folder, by their codes, English first. */
export function languagesIn(folder: string): Record<string, string> {
  const codes = readdirSync(folder).filter((code) => existsSync(join(folder, code, "app.json")));
  const first = (one: string, other: string) => Number(other === "en") - Number(one === "en");
  return Object.fromEntries(
    codes
      .sort()
      .sort(first)
      .map((code) => [code, nameIn(folder, code)]),
  );
}

function nameIn(folder: string, code: string): string {
  const texts: unknown = JSON.parse(readFileSync(join(folder, code, "app.json"), "utf8"));
  return (texts as Record<string, string>)["language.name"] ?? code;
}

/** What a build has to know of them: the names alone, because texts are loaded when they are chosen. */
export const languages = {
  define: { __LANGUAGES__: JSON.stringify(languagesIn(FOLDER)) },
  server: { fs: { allow: [join(import.meta.dirname, "..")] } },
};
