/** The languages that the app can speak. */

declare const __LANGUAGES__: Record<string, string>;

/** What their speakers call them, by their codes; the build finds them in `languages/`. */
export const LANGUAGES: Readonly<Record<string, string>> = __LANGUAGES__;

/**
 * An address of the server that says in which language the answer is wanted.
 *
 * A browser says by itself what its owner reads, so nothing is added where that is English, too.
 */
export function inLanguage(path: string, language: string): string {
  if (language === "en" && browserReads().every((code) => code.startsWith("en"))) return path;
  return `${path}${path.includes("?") ? "&" : "?"}language=${encodeURIComponent(language)}`;
}

const browserReads = (): readonly string[] =>
  typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);

/** The first language of the browser that the app speaks, or else English. */
export function browserLanguage(): string {
  const codes = browserReads().flatMap((code) => [code, code.split("-")[0] ?? ""]);
  return codes.find((code) => code in LANGUAGES) ?? "en";
}
