/** The languages of the app: each folder of `languages/` that has an `app.json`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PUSHED } from "./src/worker/words.ts";

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
  return textsIn(folder, code)["language.name"] ?? code;
}

function textsIn(folder: string, code: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, code, "app.json"), "utf8")) as Record<string, string>;
}

/** Some texts of all languages, by their codes. */
export function textsOf(folder: string, keys: readonly string[]): Record<string, Record<string, string>> {
  const codes = Object.keys(languagesIn(folder));
  const some = (texts: Record<string, string>) =>
    Object.fromEntries(keys.map((key) => [key, texts[key] ?? ""]));
  return Object.fromEntries(codes.map((code) => [code, some(textsIn(folder, code))]));
}

/**
 * Builds the service worker: one file with a name that stays, which speaks all languages.
 *
 * It runs when no page is open, so it cannot ask one for its words.
 */
export const serviceWorker = {
  name: "service-worker",
  apply: "build" as const,
  generateBundle(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): string }) {
    const text = readFileSync(join(import.meta.dirname, "src/worker/service-worker.js"), "utf8");
    const words = JSON.stringify(textsOf(FOLDER, PUSHED));
    this.emitFile({
      type: "asset",
      fileName: "service-worker.js",
      source: text.replace("__WORDS__", () => words),
    });
  },
};

/** What a build has to know of them: the names alone, because texts are loaded when they are chosen. */
export const languages = {
  define: { __LANGUAGES__: JSON.stringify(languagesIn(FOLDER)) },
  server: { fs: { allow: [join(import.meta.dirname, "..")] } },
};
