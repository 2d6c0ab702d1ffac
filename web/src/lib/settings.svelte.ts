/**
 * What somebody likes: kept in this browser, shown at once.
 *
 * Nothing here is about a game, a table or a seat.
 */
import { browserLanguage, LANGUAGES } from "./languages";
import { BOARD_THEMES, type BoardTheme, PIECE_SETS, type PieceSet } from "./theme/sets";

const STORE = "chess-kit settings";

export const CHOICES = {
  theme: ["system", "light", "dark"],
  contrast: ["system", "normal", "more"],
  board: BOARD_THEMES,
  pieces: Object.keys(PIECE_SETS) as PieceSet[],
  motion: ["system", "full", "less"],
  lights: ["always", "touched", "never"],
  notation: ["figures", "english", "own"],
  tongue: ["system", ...Object.keys(LANGUAGES)],
} as const;

type Choice<Key extends keyof typeof CHOICES> = (typeof CHOICES)[Key][number];

class Settings {
  theme: Choice<"theme"> = $state("system");
  contrast: Choice<"contrast"> = $state("system");
  board: BoardTheme = $state("wood");
  pieces: PieceSet = $state("classic");
  motion: Choice<"motion"> = $state("system");
  /** When the board shows where one may go. */
  lights: Choice<"lights"> = $state("always");
  /** How the log writes what moves. */
  notation: Choice<"notation"> = $state("figures");
  /** The language that was chosen, or `system` for the browser's. */
  tongue: string = $state("system");
  sound: boolean = $state(true);
  coordinates: boolean = $state(true);
  /** Whether the last pick of a gesture is asked about before it is done. */
  confirm: boolean = $state(false);

  /** The language that somebody reads. */
  get language(): string {
    return this.tongue === "system" ? browserLanguage() : this.tongue;
  }

  /** Takes over what an earlier visit left, as far as it makes sense. */
  read(text: string | null): void {
    const found = parsed(text);
    for (const key of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
      const value = found[key];
      const choices: readonly string[] = CHOICES[key];
      if (typeof value === "string" && choices.includes(value)) Object.assign(this, { [key]: value });
    }
    // Before languages followed the browser, one was always kept; what differs was chosen.
    const kept = found.language;
    if (!("tongue" in found) && typeof kept === "string" && kept in LANGUAGES && kept !== browserLanguage())
      this.tongue = kept;
    for (const key of ["sound", "coordinates", "confirm"] as const) {
      const value = found[key];
      if (typeof value === "boolean") this[key] = value;
    }
  }

  write(): string {
    const { theme, contrast, board, pieces, motion, lights, notation, tongue } = this;
    const { sound, coordinates, confirm } = this;
    const looks = { theme, contrast, board, pieces, motion, lights, notation, tongue };
    return JSON.stringify({ ...looks, sound, coordinates, confirm });
  }
}

export const settings = new Settings();

/** Reads the settings, shows them on the page and keeps what is changed. Call once, at the start. */
export function useSettings(): () => void {
  settings.read(storage()?.getItem(STORE) ?? null);
  const queries = {
    dark: matchMedia("(prefers-color-scheme: dark)"),
    contrast: matchMedia("(prefers-contrast: more)"),
    motion: matchMedia("(prefers-reduced-motion: reduce)"),
  };
  let device = $state(0);
  const changed = () => {
    device += 1;
  };
  for (const query of Object.values(queries)) query.addEventListener("change", changed);
  const stop = $effect.root(() => {
    $effect(() => {
      void device;
      const { dataset } = document.documentElement;
      dataset.theme =
        settings.theme === "system" ? (queries.dark.matches ? "dark" : "light") : settings.theme;
      const more = settings.contrast === "system" ? queries.contrast.matches : settings.contrast === "more";
      dataset.contrast = more ? "more" : "normal";
      dataset.board = more && settings.board === "wood" ? "contrast" : settings.board;
      const less = settings.motion === "system" ? queries.motion.matches : settings.motion === "less";
      dataset.motion = less ? "less" : "full";
      storage()?.setItem(STORE, settings.write());
    });
  });
  return () => {
    for (const query of Object.values(queries)) query.removeEventListener("change", changed);
    stop();
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The browser's store, if it lets us have one. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
