/** Those who think for a referee: a few workers, each with a module of its own. */
import type { Answer, FromThinker, Kept, Language, Log, Message, Thought, ToThinker } from "./messages";

/** How many there are at most, whatever the machine has. */
const MOST = 4;

/** Somebody who thinks could not be started or is gone; the game's program has not failed. */
export class Died extends Error {}

/** The game's program failed while somebody thought about it. */
export class Failed extends Error {}

interface Thinker {
  worker: Worker;
  busy: boolean;
  /** How far it knows each table. */
  heads: Map<string, number>;
  /** Takes what it says next. */
  hear: (said: FromThinker) => void;
  /** Why it is gone, if it is. */
  gone: string | null;
}

/** A table that is thought about, and its records after a number. */
export interface About {
  table: string;
  records(after: number): Promise<Kept[]>;
}

/** What a bot is to think about. */
export interface Turn extends About {
  seat: string;
  luck: string;
}

export class Thinkers {
  readonly #module: WebAssembly.Module;
  readonly #languages: ReadonlyMap<string, Language>;
  readonly #most = Math.max(1, Math.min(MOST, navigator.hardwareConcurrency || 2));
  #all: Thinker[] = [];
  #waiting: { resolve: (thinker: Thinker) => void; reject: (cause: unknown) => void }[] = [];

  constructor(module: WebAssembly.Module, languages: ReadonlyMap<string, Language>) {
    this.#module = module;
    this.#languages = languages;
  }

  /** Hands a new language to all. */
  learn(language: Language): void {
    for (const { worker } of this.#all) worker.postMessage({ language } satisfies ToThinker);
  }

  /** What a bot finds; nothing where it finds nothing. Throws {@link Died}, {@link Failed}, or why it was stopped. */
  async think({ records, table, ...turn }: Turn, stop: AbortSignal): Promise<Thought | null> {
    const said = await this.#work((log) => ({ think: turn, log }), { table, records }, stop);
    return "thought" in said ? said.thought : null;
  }

  /** The answer to something that takes thought, at a table or without one. Throws as {@link think} does. */
  async ask(message: Message, luck: string, about: About | null, stop: AbortSignal): Promise<Answer> {
    const said = await this.#work((log) => ({ ask: message, luck, log }), about, stop);
    if ("answer" in said) return said.answer;
    throw new Failed("this is no answer");
  }

  async #work(
    message: (log: Log | null) => ToThinker,
    about: About | null,
    stop: AbortSignal,
  ): Promise<FromThinker> {
    const thinker = await this.#free(about?.table ?? "", stop);
    let said: FromThinker;
    try {
      const log = about && (await told(thinker, about));
      said = await answer(thinker, message(log), stop);
    } catch (cause) {
      // It is still at it, or does not know what it is taken to know; a thought ends with its worker.
      this.#replace(thinker);
      throw cause;
    }
    if ("died" in said) {
      this.#replace(thinker);
      throw new Died(said.died);
    }
    // A module that failed was made anew, and knows no table.
    if ("failed" in said) thinker.heads.clear();
    this.#release(thinker);
    if ("failed" in said) throw new Failed(said.failed);
    return said;
  }

  /** Somebody who has nothing to do, best one who knows the table. */
  async #free(table: string, stop: AbortSignal): Promise<Thinker> {
    stop.throwIfAborted();
    const idle = this.#all.filter(({ busy }) => !busy);
    const found = idle.find(({ heads }) => heads.has(table)) ?? idle[0];
    if (found) {
      found.busy = true;
      return found;
    }
    if (this.#all.length < this.#most) return this.#begin();
    return new Promise((resolve, reject) => {
      const one = { resolve, reject };
      this.#waiting.push(one);
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
        reject(stop.reason);
      };
      stop.addEventListener("abort", leave, { once: true });
    });
  }

  #begin(): Thinker {
    let worker: Worker;
    try {
      worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
    } catch (cause) {
      throw new Died(String(cause));
    }
    const thinker: Thinker = { worker, busy: true, heads: new Map(), hear: () => undefined, gone: null };
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => thinker.hear(data);
    // A script that is gone is heard of here, and so is a worker that cannot go on, whatever it did.
    worker.onerror = (event) => {
      thinker.gone = event.message ?? "";
      this.#all = this.#all.filter((other) => other !== thinker);
      thinker.hear({ died: thinker.gone });
    };
    const languages = [...this.#languages.values()];
    worker.postMessage({ module: this.#module, languages } satisfies ToThinker);
    this.#all.push(thinker);
    return thinker;
  }

  #release(thinker: Thinker): void {
    thinker.busy = false;
    const next = this.#waiting.shift();
    if (!next) return;
    thinker.busy = true;
    next.resolve(thinker);
  }

  /** Ends a worker; whoever waited for it gets a new one. */
  #replace(thinker: Thinker): void {
    thinker.worker.terminate();
    this.#all = this.#all.filter((other) => other !== thinker);
    const next = this.#waiting.shift();
    if (!next) return;
    try {
      next.resolve(this.#begin());
    } catch (cause) {
      next.reject(cause);
    }
  }
}

/** What somebody says to a message, or that it is gone; throws when it is stopped. */
function answer(thinker: Thinker, message: ToThinker, stop: AbortSignal): Promise<FromThinker> {
  return new Promise((resolve, reject) => {
    stop.throwIfAborted();
    const leave = (): void => reject(stop.reason);
    stop.addEventListener("abort", leave, { once: true });
    thinker.hear = (said) => {
      stop.removeEventListener("abort", leave);
      resolve(said);
    };
    if (thinker.gone === null) thinker.worker.postMessage(message);
    else thinker.hear({ died: thinker.gone });
  });
}

/** What somebody who thinks does not know yet of a table. */
async function told({ heads }: Thinker, { table, records }: About): Promise<Log> {
  const from = heads.get(table) ?? 0;
  const given = await records(from);
  heads.set(table, given.at(-1)?.number ?? from);
  return { table, from, records: given };
}
