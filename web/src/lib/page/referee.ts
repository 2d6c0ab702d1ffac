/**
 * The referee of a page: one queue of messages to the module, the store, clocks and bots.
 *
 * It is to the module what the server's hall is to a table: a change is made, written down, and only
 * then told; where another tab was faster, the table is folded anew and asked again.
 */
import type { Answer, FromReferee, Kept, Message, Reply } from "./messages";
import { luck, Running } from "./module";
import type { Store } from "./store";
import { Thinkers } from "./thinkers";

/** How often something is tried when another tab was faster. */
const TRIES = 20;
/** How long before its answer is given a bot stops thinking, so that nobody sees a late one. */
const MARGIN = 100;
/** How long a bot may think where its answers take no time, in tests. */
const LONGEST_THOUGHT = 5000;
/** How often a bot's program may fail before its table is frozen. */
const MOST_FAILURES = 2;
/** How often a referee looks whether somebody else's bots were left alone. */
const PAUSE = 2000;
/** The longest time that browsers wait for. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The table that an address names. */
const tableIn = (path: string): string | null => /^\/api\/tables\/(\w+)/.exec(path)?.[1] ?? null;
/** What needs no table and may take a while. */
const isThought = (path: string): boolean => /^\/api\/(golf|replay|export|story|sandbox)\b/.test(path);

export class Referee {
  readonly #module: WebAssembly.Module;
  readonly #store: Store;
  readonly #tell: (message: FromReferee) => void;
  readonly #thinkers: Thinkers;
  readonly #others: BroadcastChannel | null;
  readonly #name: string;
  readonly #pace: number;
  #running: Running;
  /** The last record of each table that the module has. */
  #heads = new Map<string, number>();
  /** The addresses of connections. */
  #connections = new Map<number, string>();
  #clocks = new Map<string, ReturnType<typeof setTimeout>>();
  /** Tables at which bots act. */
  #driven = new Set<string>();
  #failures = new Map<string, number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    module: WebAssembly.Module,
    store: Store,
    { name, pace }: { name: string; pace: number },
    tell: (message: FromReferee) => void,
  ) {
    this.#module = module;
    this.#store = store;
    this.#tell = tell;
    this.#name = name;
    this.#pace = pace;
    this.#running = new Running(module);
    this.#thinkers = new Thinkers(module);
    this.#others = store.lasts && "BroadcastChannel" in self ? new BroadcastChannel(name) : null;
    if (this.#others)
      this.#others.onmessage = ({ data }) => void this.#queued(() => this.#hearOf(String(data)));
    setInterval(() => this.#lookAfterBots(), PAUSE);
  }

  /** Answers a request. */
  ask(request: { method: string; path: string; body?: string }): Promise<Answer> {
    if (isThought(request.path)) return this.#thinkers.ask({ ...request, luck: luck() }).catch(() => FAILED);
    return this.#queued(async () => {
      const reply = await this.#rule({ ask: request }, tableIn(request.path));
      const table = tableIn(request.path);
      if (table) this.#wakeBots(table);
      return { status: reply.status ?? 500, text: reply.text ?? "" };
    });
  }

  connect(connection: number, path: string): void {
    void this.#queued(async () => {
      this.#connections.set(connection, path);
      const reply = await this.#rule({ connect: { connection, path } }, tableIn(path));
      // A log that cannot be read is not connected to; the page finds out why by asking.
      if (reply.status !== undefined) this.#end(connection);
    });
  }

  line(connection: number, text: string): void {
    void this.#queued(async () => {
      const table = tableIn(this.#connections.get(connection) ?? "");
      const reply = await this.#rule({ line: { connection, text } }, table);
      if (reply.status !== undefined) this.#complain(connection, text, reply.text ?? "");
    });
  }

  disconnect(connection: number): void {
    void this.#queued(async () => {
      this.#connections.delete(connection);
      this.#pass(this.#run({ disconnect: { connection } }));
    });
  }

  /** Forgets a table for good. */
  forget(table: string): Promise<void> {
    return this.#queued(async () => {
      this.#drop(table);
      await this.#store.forget(table);
    });
  }

  /** Whether the records are the log of a table, and of which game. */
  check(table: string, records: Kept[]): { game: string; over: boolean } | null {
    try {
      const trial = new Running(this.#module);
      if (trial.handle({ fold: { table, records } }).status !== undefined) return null;
      const { status, text } = trial.handle({ ask: { method: "GET", path: `/api/tables/${table}` } });
      if (status !== 200 || !text) return null;
      const { note } = JSON.parse(text) as { note: { game: string; status: string } };
      return { game: note.game, over: note.status === "over" };
    } catch {
      return null;
    }
  }

  /** Tells other tabs that a table has changed, and shows it to whoever looks here. */
  async changed(table: string): Promise<void> {
    await this.#queued(() => this.#hearOf(table));
    this.#others?.postMessage(table);
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Does what a message asks for, and writes it down before anybody is told. */
  async #rule(message: Message, table: string | null): Promise<Reply> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      let reply: Reply;
      try {
        reply = this.#run(message);
      } catch {
        return this.#fail(table);
      }
      if (reply.needs !== undefined) {
        const refused = await this.#bringIn(reply.needs);
        if (refused) return refused;
        continue;
      }
      const wrote = await this.#write(reply);
      if (wrote === "written") {
        this.#pass(reply);
        return reply;
      }
      for (const { table } of reply.records ?? []) this.#drop(table);
      if (wrote === "full") {
        if (table) await this.#bringIn(table);
        return FULL;
      }
    }
    return FAILED;
  }

  #run(message: Message, chance?: string): Reply {
    return this.#running.handle(message, chance);
  }

  /** Hands in what the store has of a table; says so where that cannot be read. */
  async #bringIn(table: string): Promise<Reply | null> {
    const records = await this.#store.read(table, this.#heads.get(table) ?? 0);
    const notes = await this.#store.notes(table);
    const reply = this.#run({ fold: { table, records, notes } });
    if (reply.status !== undefined) return reply;
    const head = records.at(-1)?.number;
    if (head !== undefined) this.#heads.set(table, head);
    this.#pass(reply);
    return null;
  }

  async #write(reply: Reply): Promise<"written" | "taken" | "full"> {
    if (reply.notes) {
      const kept = await this.#store.keepNotes(reply.notes);
      if (kept === "full") return kept;
    }
    const records = reply.records ?? [];
    if (records.length === 0) return "written";
    const wrote = await this.#store.write(records);
    if (wrote !== "written") return wrote;
    for (const { table, number } of records) this.#heads.set(table, number);
    for (const table of new Set(records.map(({ table }) => table))) {
      this.#others?.postMessage(table);
      this.#thinkers.stop(table);
    }
    return wrote;
  }

  /** Passes lines on, sets clocks and wakes bots. */
  #pass(reply: Reply): void {
    for (const [connection, text] of reply.lines ?? []) this.#tell({ connection, text });
    for (const connection of reply.ended ?? []) this.#end(connection);
    for (const [table, due] of Object.entries(reply.tables ?? {})) {
      this.#setClock(table, due);
      this.#wakeBots(table);
    }
  }

  #end(connection: number): void {
    this.#connections.delete(connection);
    this.#tell({ ended: connection });
  }

  /** What could not be done is said over the connection, as a server says it. */
  #complain(connection: number, line: string, answer: string): void {
    const { error } = JSON.parse(answer) as { error: { code: string; text: string } };
    const { id = null } = JSON.parse(line) as { id?: number };
    this.#tell({ connection, text: JSON.stringify({ error: { id, ...error } }) });
  }

  /** Forgets what the module has of a table, which may not be what is written down. */
  #drop(table: string): void {
    this.#heads.delete(table);
    this.#run({ forget: { table } });
  }

  /** The game's program failed: the module is made anew, and the table stands still. */
  async #fail(table: string | null): Promise<Reply> {
    this.#running = new Running(this.#module);
    this.#heads.clear();
    for (const [connection, path] of this.#connections) {
      if (tableIn(path) !== table) await this.#rule({ connect: { connection, path } }, null);
    }
    if (table) await this.#freeze(table);
    for (const [connection, path] of this.#connections) {
      if (tableIn(path) === table) await this.#rule({ connect: { connection, path } }, null);
    }
    return FROZEN;
  }

  async #freeze(table: string): Promise<void> {
    await this.#bringIn(table);
    const reply = this.#run({ freeze: { table } });
    if ((await this.#write(reply)) === "written") this.#pass(reply);
    else this.#drop(table);
  }

  /** Another tab has written at a table. */
  async #hearOf(table: string): Promise<void> {
    if (!this.#heads.has(table)) return;
    this.#thinkers.stop(table);
    if (await this.#bringIn(table)) this.#drop(table);
  }

  #setClock(table: string, due: number | null): void {
    clearTimeout(this.#clocks.get(table));
    this.#clocks.delete(table);
    if (due === null) return;
    const wait = Math.min(Math.max(due - Date.now(), 0), LONGEST_WAIT);
    const fall = () => void this.#queued(() => this.#rule({ due: { table } }, table));
    this.#clocks.set(table, setTimeout(fall, wait + 1));
  }

  /** Whether somebody looks at a table here. */
  #isWatched(table: string): boolean {
    return [...this.#connections.values()].some((path) => tableIn(path) === table);
  }

  #lookAfterBots(): void {
    for (const path of this.#connections.values()) {
      const table = tableIn(path);
      if (table) this.#wakeBots(table);
    }
  }

  /** Lets the bots of a table act, unless another tab does that. */
  #wakeBots(table: string): void {
    if (this.#driven.has(table) || !this.#heads.has(table)) return;
    this.#driven.add(table);
    const drive = async () => {
      while (await this.#botActs(table));
    };
    const done = navigator.locks
      ? navigator.locks.request(`${this.#name} ${table}`, { ifAvailable: true }, (lock) =>
          lock ? drive() : null,
        )
      : drive();
    void Promise.resolve(done)
      .catch(() => undefined)
      .finally(() => this.#driven.delete(table));
  }

  /** Lets the next bot of a table act; whether one had to. */
  async #botActs(table: string): Promise<boolean> {
    const chance = luck();
    const turn = await this.#queued(async () =>
      this.#heads.has(table) ? this.#run({ bots: { table } }, chance) : {},
    );
    const { bot } = turn as Reply;
    if (!bot) return false;
    const begun = performance.now();
    try {
      const records = async (after: number) =>
        (await this.#store.read(table, after)).filter(({ number }) => number <= bot.head);
      const { seat, nodes } = bot;
      const wait = bot.wait * this.#pace;
      const time = wait > 0 ? Math.max(wait - MARGIN, MARGIN) : LONGEST_THOUGHT;
      const action = await this.#thinkers.think({ table, seat, nodes, luck: chance, time, records });
      this.#failures.delete(table);
      // Something has happened in the meantime.
      if (action === null) return true;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait - (performance.now() - begun))));
      const acted = await this.#queued(() => this.#rule({ act: { table, seat, action } }, table));
      return acted.status === undefined && (this.#isWatched(table) || (acted.records ?? []).length > 0);
    } catch {
      const failures = (this.#failures.get(table) ?? 0) + 1;
      this.#failures.set(table, failures);
      if (failures > MOST_FAILURES) await this.#queued(() => this.#freeze(table));
      return failures <= MOST_FAILURES;
    }
  }
}

const complaint = (status: number, code: string, text: string): Answer => ({
  status,
  text: JSON.stringify({ error: { code, text } }),
});
const FULL = complaint(
  507,
  "storage-full",
  "this browser has no room left; what was written down before is safe",
);
const FAILED = complaint(503, "unavailable", "this could not be done just now; try again");
const FROZEN = complaint(409, "frozen", "the game's program has failed, so this table cannot go on");
