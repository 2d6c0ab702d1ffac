/** What somebody likes about pages, beside the look of the table in the settings. */
const KEY = "chess-kit-preferences";

interface Kept {
  /** How well bots play that are asked for with one click. */
  level: string;
  /** Whether "your turn" may come as a notification. */
  notify: boolean;
  /** Whether the curtain falls in games without secrets, too. */
  curtain: boolean;
  /** Whether the screen turns to whoever moves when several people share it. */
  turn: boolean;
  /** Whether the screen lies flat between two sides, and words turn to whoever decides. */
  between: boolean;
  /** Whether pieces then face their own side, instead of whoever decides. */
  faced: boolean;
  /** Whether the log is written in words instead of notation. */
  prose: boolean;
  /** Whether the board shows what may be on or under squares, for all that one knows. */
  ghosts: boolean;
  /** Whether the board shows what one knows to lie under squares. */
  graves: boolean;
  /** Whether sheets say by themselves what can be worked out. */
  filled: boolean;
}

const DEFAULTS: Kept = {
  level: "casual",
  notify: false,
  curtain: false,
  turn: true,
  between: false,
  faced: true,
  prose: false,
  ghosts: true,
  graves: true,
  filled: true,
};

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...DEFAULTS, ...(kept as Partial<Kept>) };
  } catch {
    return { ...DEFAULTS };
  }
}

class Preferences {
  #kept = $state(read());

  get level(): string {
    return LEVELS.includes(this.#kept.level) ? this.#kept.level : DEFAULTS.level;
  }
  get notify(): boolean {
    return this.#kept.notify;
  }
  get curtain(): boolean {
    return this.#kept.curtain;
  }
  get turn(): boolean {
    return this.#kept.turn;
  }
  get between(): boolean {
    return this.#kept.between;
  }
  get faced(): boolean {
    return this.#kept.faced;
  }
  get prose(): boolean {
    return this.#kept.prose;
  }
  get ghosts(): boolean {
    return this.#kept.ghosts;
  }
  get graves(): boolean {
    return this.#kept.graves;
  }
  get filled(): boolean {
    return this.#kept.filled;
  }

  /** Changes something and keeps it. */
  keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Without a store the choice lasts as long as the page.
    }
  }
}

/** How well bots can play, the weakest first. */
export const LEVELS: readonly string[] = ["random", "learner", "casual", "club", "expert", "master"];

export const preferences = new Preferences();

/** How well a bot plays in the place of a player who left: the server lets nobody choose for an opponent. */
export const levelInPlaceOf = (partner: boolean): string => (partner ? preferences.level : "club");
