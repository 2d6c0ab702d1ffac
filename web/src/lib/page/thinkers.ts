/** Those who think for a referee: a few workers, each with a module of its own. */
import type { Answer, FromThinker, Kept, ToThinker } from "./messages";

/** How many there are at most, and how many cores are left to others. */
const MOST = 4;

interface Thinker {
  worker: Worker;
  busy: boolean;
  /** How far it knows each table. */
  heads: Map<string, number>;
}

/** What a bot is to think about. */
export interface Turn {
  table: string;
  seat: string;
  luck: string;
  nodes: number;
  time: number;
  /** The records of the table after a number. */
  records(after: number): Promise<Kept[]>;
}

export class Thinkers {
  readonly #module: WebAssembly.Module;
  readonly #most = Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));
  #all: Thinker[] = [];
  #waiting: ((thinker: Thinker) => void)[] = [];
  /** Who thinks at which table, and how to give up. */
  #turns = new Map<string, () => void>();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** What a bot does; nothing when it was stopped. Throws when the game's program fails. */
  async think({ records, ...turn }: Turn): Promise<string | null> {
    const thinker = await this.#free(turn.table);
    const from = thinker.heads.get(turn.table) ?? 0;
    const given = await records(from);
    thinker.heads.set(turn.table, given.at(-1)?.number ?? from);
    const stopped = new Promise<null>((resolve) => this.#turns.set(turn.table, () => resolve(null)));
    const answer = await Promise.race([
      this.#ask(thinker, { think: { ...turn, from, records: given } }),
      stopped,
    ]);
    this.#turns.delete(turn.table);
    if (answer === null) {
      this.#replace(thinker);
      return null;
    }
    // A module that failed was made anew, and knows no table.
    if ("failed" in answer) thinker.heads.clear();
    this.#release(thinker);
    if ("failed" in answer) throw new Error(answer.failed);
    return "action" in answer ? answer.action : null;
  }

  /** The answer to something that needs no table. */
  async ask(request: { method: string; path: string; body?: string; luck: string }): Promise<Answer> {
    const thinker = await this.#free("");
    const answer = await this.#ask(thinker, { ask: request });
    this.#release(thinker);
    if ("answer" in answer) return answer.answer;
    throw new Error("failed" in answer ? answer.failed : "");
  }

  /** Stops whoever thinks at a table. */
  stop(table: string): void {
    this.#turns.get(table)?.();
  }

  #ask({ worker }: Thinker, message: ToThinker): Promise<FromThinker> {
    return new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromThinker>) => resolve(data);
      worker.onerror = (event) => resolve({ failed: event.message ?? "" });
      worker.postMessage(message);
    });
  }

  /** Somebody who has nothing to do, best one who knows the table. */
  #free(table: string): Promise<Thinker> {
    const idle = this.#all.filter(({ busy }) => !busy);
    const found = idle.find(({ heads }) => heads.has(table)) ?? idle[0];
    if (found) {
      found.busy = true;
      return Promise.resolve(found);
    }
    if (this.#all.length < this.#most) return Promise.resolve(this.#begin());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #begin(): Thinker {
    const worker = new Worker(new URL("./thinker.worker.ts", import.meta.url), { type: "module" });
    worker.postMessage({ module: this.#module } satisfies ToThinker);
    const thinker = { worker, busy: true, heads: new Map() };
    this.#all.push(thinker);
    return thinker;
  }

  #release(thinker: Thinker): void {
    const next = this.#waiting.shift();
    if (next) next(thinker);
    else thinker.busy = false;
  }

  /** Ends a thought with the worker that has it. */
  #replace(thinker: Thinker): void {
    thinker.worker.terminate();
    this.#all = this.#all.filter((other) => other !== thinker);
    const next = this.#waiting.shift();
    if (next) next(this.#begin());
  }
}
