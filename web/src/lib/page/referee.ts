/**
 * The referee of a page: one queue of messages to the module, the store, clocks and bots.
 *
 * It is to the module what the server's hall is to a table: a change is made, written down, and only
 * then told; where another tab was faster, the table is folded anew and asked again.
 */
import type { OpenTable, Sitter, Standing } from "../wire/wire";
import { pack, wishFor } from "./luggage";
import type { Answer, FromReferee, Kept, Language, Message, Reply, Thought } from "./messages";
import { luck, OutOfMemory, Running } from "./module";
import { type Store, StoreBroken } from "./store";
import { Failed, Thinkers } from "./thinkers";

/** How often something is tried when another tab was faster. */
const TRIES = 20;
/** How often a bot's program may fail before its table is frozen. */
const MOST_FAILURES = 2;
/** How often a referee looks whether somebody else's bots were left alone. */
const PAUSE = 2000;
/** How long bots rest at most that could not think; each time twice as long as before. */
const LONGEST_REST = 32_000;
/** How long the words of a language may take, without which everything is said in English. */
const PATIENCE_FOR_WORDS = 5000;
/** How long a server may take for an answer. */
const PATIENCE = 15_000;
/** The longest time that browsers wait for. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The table that an address names. */
const tableIn = (path: string): string | null => /^\/api\/tables\/(\w+)/.exec(path)?.[1] ?? null;
/** The language in which an answer is wanted, if it is not English. */
const languageIn = (path: string): string | undefined => {
  const code = /[?&]language=([\w-]+)/.exec(path)?.[1];
  return code === "en" ? undefined : code;
};
/** What is thought about at a table and changes nothing there. */
const isLook = (path: string): boolean => /^\/api\/tables\/\w+\/(knowledge|analysis)\b/.test(path);
const isHint = (path: string): boolean => /^\/api\/tables\/\w+\/hint\b/.test(path);
/** What needs no table and may take a while. */
const isThought = (path: string): boolean => /^\/api\/(golf|replay|export|story|sandbox)\b/.test(path);

/** A bot that thinks, and how to stop it. */
interface Turn {
  seat: string;
  prompt: number;
  stop: AbortController;
}

/** What nobody stops. */
const ONWARD = new AbortController().signal;

export class Referee {
  readonly #module: WebAssembly.Module;
  readonly #store: Store;
  readonly #tell: (message: FromReferee) => void;
  readonly #thinkers: Thinkers;
  readonly #others: BroadcastChannel | null;
  readonly #name: string;
  readonly #pace: number;
  readonly #languagesAt: string;
  /** The languages that somebody here reads. */
  #languages = new Map<string, Language>();
  #running: Running;
  /** The last record of each table that the module has. */
  #heads = new Map<string, number>();
  /** The addresses of connections. */
  #connections = new Map<number, string>();
  #clocks = new Map<string, ReturnType<typeof setTimeout>>();
  /** Tables at which bots act. */
  #driven = new Set<string>();
  #turns = new Map<string, Turn>();
  #failures = new Map<string, number>();
  /** Tables whose bots could not think, until when they rest, and for how long. */
  #resting = new Map<string, { until: number; rest: number }>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    module: WebAssembly.Module,
    store: Store,
    { name, languages, pace }: { name: string; languages: string; pace: number },
    tell: (message: FromReferee) => void,
  ) {
    this.#module = module;
    this.#store = store;
    this.#tell = tell;
    this.#name = name;
    this.#pace = pace;
    this.#running = new Running(module);
    this.#languagesAt = languages;
    this.#thinkers = new Thinkers(module, this.#languages);
    this.#others = store.lasts && "BroadcastChannel" in self ? new BroadcastChannel(name) : null;
    if (this.#others)
      this.#others.onmessage = ({ data }) => void this.#queued(() => this.#hearOf(String(data)));
    setInterval(() => this.#lookAfterBots(), PAUSE);
  }

  /** Answers a request; what takes thought ends when nobody waits for it any more. */
  async ask(request: { method: string; path: string; body?: string }, stop = ONWARD): Promise<Answer> {
    const { path, body = "" } = request;
    await this.#learn(path);
    const table = tableIn(path);
    if (isThought(path)) return this.#thought({ ask: request }, null, stop);
    if (table && isLook(path)) return this.#thought({ ask: request }, table, stop);
    if (table && isHint(path)) return this.#hint(table, body, languageIn(path), stop);
    return this.#queued(async () => {
      const reply = await this.#rule({ ask: request }, table);
      if (table) this.#wakeBots(table);
      return answerOf(reply);
    });
  }

  /** What somebody finds who thinks; so nobody waits for it at the tables. */
  async #thought(message: Message, table: string | null, stop: AbortSignal): Promise<Answer> {
    const about =
      table === null ? null : { table, records: (after: number) => this.#store.read(table, after) };
    return this.#thinkers.ask(message, luck(), about, stop).catch(troubleWith);
  }

  /** A hint is written down before it is given. */
  async #hint(table: string, body: string, language: string | undefined, stop: AbortSignal): Promise<Answer> {
    const asked = { table, body, ...(language ? { language } : {}) };
    const hint = await this.#thought({ advise: asked }, table, stop);
    if (hint.status !== 200) return hint;
    const taken = await this.#queued(() => this.#rule({ hinted: asked }, table));
    return taken.status === 200 ? hint : answerOf(taken);
  }

  /** Loads a language that somebody reads, once. Where it cannot be had, everything is said in English. */
  async #learn(path: string): Promise<void> {
    const code = languageIn(path);
    if (!code || this.#languages.has(code)) return;
    try {
      const signal = AbortSignal.timeout(PATIENCE_FOR_WORDS);
      const response = await fetch(`${this.#languagesAt}${code}.json`, { signal });
      const language = { code, catalogues: (await response.json()) as string[] };
      if (this.#languages.has(code)) return;
      this.#languages.set(code, language);
      this.#run({ language });
      this.#thinkers.learn(language);
    } catch {
      // It is tried again when something else is asked.
    }
  }

  connect(connection: number, path: string): void {
    void this.#queued(async () => {
      await this.#learn(path);
      this.#connections.set(connection, path);
      const reply = await this.#rule({ connect: { connection, path } }, tableIn(path));
      // A log that cannot be read is not connected to; the page finds out why by asking.
      if (reply.status !== undefined) this.#end(connection);
    }).catch(() => this.#end(connection));
  }

  line(connection: number, text: string): void {
    void this.#queued(async () => {
      const table = tableIn(this.#connections.get(connection) ?? "");
      const reply = await this.#rule({ line: { connection, text } }, table);
      if (reply.status !== undefined) this.#complain(connection, text, reply.text ?? "");
    }).catch((cause) => this.#complain(connection, text, troubleWith(cause).text));
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

  /** A running game as a text that goes into an address. */
  pack(table: string, home: string): Promise<Answer> {
    return this.#queued(async () => {
      const wish = await this.#wish(table);
      if ("status" in wish) return wish;
      return pack({ wish, home }).then(
        (text) => ({ status: 200, text }),
        () => TOO_LONG,
      );
    });
  }

  /**
   * Takes a running game to a server; it is gone here as soon as it stands there.
   *
   * Nobody else waits for the server. Where the game has gone on here meanwhile, it stays.
   */
  async move(table: string, seats: Sitter[], server: string): Promise<Answer> {
    const packed = await this.#queued(async () => {
      const wish = await this.#wish(table);
      return "status" in wish ? wish : { wish, head: this.#heads.get(table) ?? 0 };
    });
    if ("status" in packed) return packed;
    const opened = await request(`${server}api/tables`, { ...packed.wish, seats });
    if (opened.status !== 200) return opened;
    const gone = await this.#queued(async () => {
      if ((await this.#store.read(table, packed.head)).length > 0) return false;
      await this.#rule(
        { ask: { method: "POST", path: `/api/tables/${table}/commands`, body: CLOSE } },
        table,
      );
      this.#drop(table);
      await this.#store.forget(table);
      return true;
    });
    if (gone) return opened;
    const there = (JSON.parse(opened.text) as { table: string }).table;
    await request(`${server}api/tables/${there}/commands`, JSON.parse(CLOSE));
    return GONE_ON;
  }

  /** Takes a running game from a server; it is gone there as soon as it stands here. */
  async bring(table: string, server: string): Promise<Answer> {
    const there = `${server}api/tables/${table}`;
    const [sheet, standing] = [await request(`${there}/scoresheet`), await request(there)];
    if (sheet.status !== 200) return sheet;
    if (standing.status !== 200) return standing;
    const body = JSON.stringify(wishFor((JSON.parse(standing.text) as Standing).note, sheet.text));
    const opened = await this.ask({ method: "POST", path: "/api/tables", body });
    if (opened.status === 200) await request(`${there}/commands`, JSON.parse(CLOSE));
    return opened;
  }

  /** The wish to lay a running game elsewhere, with everything that is hidden in it. */
  async #wish(table: string): Promise<OpenTable | Answer> {
    const sheet = await this.#rule({ pack: { table } }, table);
    const standing = await this.#rule({ ask: { method: "GET", path: `/api/tables/${table}` } }, table);
    if (sheet.status !== 200) return answerOf(sheet);
    if (standing.status !== 200) return answerOf(standing);
    return wishFor((JSON.parse(standing.text ?? "") as Standing).note, sheet.text ?? "");
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
  async #rule(message: Message, table: string | null, chance?: string): Promise<Reply> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      let reply: Reply;
      try {
        reply = this.#run(message, chance);
      } catch (cause) {
        return this.#fail(table, cause);
      }
      if (reply.needs !== undefined) {
        const refused = await this.#bringIn(reply.needs);
        if (refused) return refused;
        continue;
      }
      const wrote = await this.#write(reply).catch(troubleWith);
      if (wrote === "written") {
        this.#pass(reply);
        for (const changed of tablesIn(reply)) await this.#stopIdleThought(changed);
        return reply;
      }
      for (const changed of tablesIn(reply)) this.#drop(changed);
      if (typeof wrote !== "string") return wrote;
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
    for (const table of tablesIn(reply)) this.#others?.postMessage(table);
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

  /**
   * The module has stopped, so it is made anew. Where the game's program failed, the table stands still;
   * where only memory was short, nothing is wrong with the table.
   */
  async #fail(table: string | null, cause: unknown): Promise<Reply> {
    const frozen = cause instanceof OutOfMemory ? null : table;
    this.#running = new Running(this.#module, this.#languages.values());
    this.#heads.clear();
    for (const [connection, path] of this.#connections) {
      if (tableIn(path) !== frozen) await this.#rule({ connect: { connection, path } }, null);
    }
    if (frozen) await this.#freeze(frozen);
    for (const [connection, path] of this.#connections) {
      if (tableIn(path) === frozen) await this.#rule({ connect: { connection, path } }, null);
    }
    return frozen === table ? FROZEN : FAILED;
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
    if (await this.#bringIn(table).catch(troubleWith)) this.#drop(table);
    await this.#stopIdleThought(table);
  }

  /** Stops a bot that thinks about what is no longer asked of it. */
  async #stopIdleThought(table: string): Promise<void> {
    const turn = this.#turns.get(table);
    if (!turn) return;
    try {
      const { bot } = this.#heads.has(table) ? this.#run({ bots: { table } }) : {};
      if (bot?.seat !== turn.seat || bot.prompt !== turn.prompt) turn.stop.abort();
    } catch (cause) {
      turn.stop.abort();
      await this.#fail(null, cause);
    }
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
    for (const table of [...this.#resting.keys()]) if (!this.#isWatched(table)) this.#wakeUp(table);
    for (const path of this.#connections.values()) {
      const table = tableIn(path);
      if (table) this.#wakeBots(table);
    }
  }

  /** Lets the bots of a table act, unless another tab does that. */
  #wakeBots(table: string): void {
    if (this.#driven.has(table) || !this.#heads.has(table)) return;
    if (performance.now() < (this.#resting.get(table)?.until ?? 0)) return;
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
    const { bot } = await this.#queued(async () => {
      if (!this.#heads.has(table)) return {} as Reply;
      await this.#rule({ "answer-draws": { table } }, table);
      return this.#rule({ bots: { table } }, table, chance);
    });
    if (!bot) return false;
    const { seat, prompt, moments, head } = bot;
    const begun = performance.now();
    const stop = new AbortController();
    this.#turns.set(table, { seat, prompt, stop });
    try {
      const records = async (after: number) =>
        (await this.#store.read(table, after)).filter(({ number }) => number <= head);
      const thought = await this.#thinkers.think({ table, seat, luck: chance, records }, stop.signal);
      this.#failures.delete(table);
      this.#wakeUp(table);
      if (!thought) return false;
      // A late answer waits for the next of its moments, as a server's does: the time of its own would
      // tell how long the thought was.
      const took = performance.now() - begun;
      const given = moments.map((moment) => moment * this.#pace).find((moment) => moment >= took) ?? took;
      await new Promise((resolve) => setTimeout(resolve, given - took));
      return await this.#queued(() => this.#act(table, seat, thought, stop.signal));
    } catch (cause) {
      // Something has happened in the meantime.
      if (stop.signal.aborted) return true;
      if (!(cause instanceof Failed)) {
        this.#rest(table);
        return false;
      }
      const failures = (this.#failures.get(table) ?? 0) + 1;
      this.#failures.set(table, failures);
      if (failures > MOST_FAILURES) await this.#queued(() => this.#freeze(table));
      return failures <= MOST_FAILURES;
    } finally {
      this.#turns.delete(table);
    }
  }

  /** A bot does what it found, unless it was stopped; whether bots go on. */
  async #act(table: string, seat: string, thought: Thought, stop: AbortSignal): Promise<boolean> {
    if (stop.aborted) return true;
    const acted = await this.#rule({ act: { table, seat, thought } }, table);
    return acted.status === undefined && (this.#isWatched(table) || (acted.records ?? []).length > 0);
  }

  /** Bots cannot think, which is nothing that a game has done: they are tried again after a while. */
  #rest(table: string): void {
    const rest = Math.min((this.#resting.get(table)?.rest ?? PAUSE / 2) * 2, LONGEST_REST);
    this.#resting.set(table, { until: performance.now() + rest, rest });
    this.#tell({ resting: true });
  }

  /** Nobody waits any more for bots of a table that could not think. */
  #wakeUp(table: string): void {
    if (this.#resting.delete(table) && this.#resting.size === 0) this.#tell({ resting: false });
  }
}

/** The tables whose records are in a reply. */
const tablesIn = ({ records = [] }: Reply): Set<string> => new Set(records.map(({ table }) => table));

/** What is said where something was thrown that no program should throw. */
export const troubleWith = (cause: unknown): Answer => (cause instanceof StoreBroken ? BROKEN : FAILED);

const answerOf = ({ status = 500, text = "" }: Reply): Answer => ({ status, text });

/** Takes a table away, as its host. */
const CLOSE = JSON.stringify({ seat: "host", command: { close: {} } });

/** Asks a server something; nobody waits for one that is silent. */
async function request(address: string, body?: unknown): Promise<Answer> {
  const how = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(address, { signal, ...(body === undefined ? {} : how) });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    return cause instanceof DOMException && cause.name === "TimeoutError" ? NO_ANSWER : OFFLINE;
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
const FAILED = complaint(503, "page-failed", "this could not be done just now; try again");
const BROKEN = complaint(
  503,
  "store-broken",
  "this browser cannot read or write what it keeps; nothing of it was changed",
);
const OFFLINE = complaint(503, "offline", "the server cannot be reached");
// Nobody knows whether it did what was asked: what it opened there is nobody's loss, and stays empty.
const NO_ANSWER = complaint(
  504,
  "no-answer",
  "the server has not answered; the game stays where it was, and may stand there, too",
);
const TOO_LONG = complaint(413, "too-long", "the game is too long to be taken along");
const GONE_ON = complaint(409, "gone-on", "the game has gone on here meanwhile, so it stays here");
const FROZEN = complaint(409, "frozen", "the game's program has failed, so this table cannot go on");
