/**
 * The page's end of a table without a server: a worker that answers as a server would.
 *
 * The worker is started when the first thing is asked of it. When it dies, everybody who waits is
 * told that the line broke, and connections come back by themselves to a new one.
 */

import { addressOf, fileAddress, keptAs } from "../base";
import type { End, Line } from "../ends";
import { Failure, failureOf } from "../failure";
import { sentenceOf } from "../problem";
import type { Sitter, Standing } from "../wire/wire";
import { awake, dropHere } from "./here";
import type { Answer, FromReferee, Loaded, ToReferee } from "./messages";
import { haveTheLine, notices } from "./notices.svelte";
import { MODULE } from "./site";
import { dropStanding, keepStanding } from "./standings";

type Waiting = { resolve: (message: FromReferee) => void; reject: (cause: Failure) => void };

/** How long a table is quiet before somebody looks how it stands. */
const A_MOMENT = 200;

class PageEnd implements End {
  /** Whether tables outlast the tab; nothing before anybody knows. */
  keeps = $state<boolean | null>(null);
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #lines = new Map<number, PageLine>();
  #looks = new Map<string, ReturnType<typeof setTimeout>>();
  #next = 1;

  async ask(method: string, path: string, body: string | null, stop?: AbortSignal): Promise<Answer> {
    const file = fileOf(method, path);
    if (file) return read(file);
    if (method === "POST" && path.startsWith("/api/tables")) void navigator.storage?.persist?.();
    const request = { method, path, ...(body === null ? {} : { body }) };
    return this.#answered((id) => {
      stop?.addEventListener("abort", () => this.#cancel(id, stop.reason), { once: true });
      return { id, ask: request };
    });
  }

  /** Nobody waits any more, so nobody thinks about it either. */
  #cancel(id: number, reason: unknown): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#post({ cancel: id });
    waiting.reject(failureOf(reason));
  }

  connect(path: string): Line {
    const line = new PageLine(this.#next++, (message) => this.#post(message));
    line.table = /^\/api\/tables\/(\w+)/.exec(path)?.[1] ?? "";
    this.#lines.set(line.connection, line);
    this.#post({ connect: { connection: line.connection, path } });
    return line;
  }

  /** Forgets a table for good. */
  async forget(table: string): Promise<void> {
    const id = this.#next++;
    const told = await this.#wait(id, { id, forget: table });
    if ("answer" in told && told.answer.status !== 200) throw problemIn(told);
    clearTimeout(this.#looks.get(table));
    dropHere(table);
    dropStanding(table);
  }

  /** A running game as a text that goes into an address; it has what is hidden in the game. */
  pack(table: string): Promise<Answer> {
    return this.#answered((id) => ({
      id,
      pack: { table, home: new URL(fileAddress(""), location.href).href },
    }));
  }

  /** Takes a running game to the server that the app came from, where others may sit down. */
  async move(table: string, seats: Sitter[]): Promise<Answer> {
    const server = new URL(fileAddress(""), location.href).href;
    const answer = await this.#answered((id) => ({ id, move: { table, seats, server } }));
    if (answer.status === 200) {
      dropHere(table);
      dropStanding(table);
    }
    return answer;
  }

  /** Takes a running game from the server that the app came from into this browser. */
  bring(table: string): Promise<Answer> {
    const server = new URL(fileAddress(""), location.href).href;
    return this.#answered((id) => ({ id, bring: { table, server } }));
  }

  async #answered(message: (id: number) => ToReferee): Promise<Answer> {
    const id = this.#next++;
    const told = await this.#wait(id, message(id));
    return "answer" in told ? inWords(told.answer) : { status: 500, text: "" };
  }

  /** All tables as one file. */
  async save(): Promise<Blob> {
    const id = this.#next++;
    const told = await this.#wait(id, { id, save: true });
    if ("file" in told) return told.file;
    throw problemIn(told);
  }

  /** Takes in all tables of a file. */
  async load(file: Blob): Promise<Loaded> {
    const id = this.#next++;
    const told = await this.#wait(id, { id, load: file });
    if ("loaded" in told) return told.loaded;
    throw problemIn(told);
  }

  #wait(id: number, message: ToReferee): Promise<FromReferee> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post(message);
    });
  }

  #post(message: ToReferee): void {
    this.#worker ??= this.#begin();
    awake.is = true;
    this.#worker.postMessage(message);
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./referee.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromReferee>) => this.#hear(data);
    worker.onerror = () => this.#lost("page-died");
    const module = new URL(fileAddress(MODULE), location.href).href;
    const languages = new URL(fileAddress("data/language."), location.href).href;
    const begin = { module, languages, store: keptAs("chess-kit-page"), pace: botPace() };
    worker.postMessage({ begin } satisfies ToReferee);
    haveTheLine(true);
    return worker;
  }

  #hear(message: FromReferee): void {
    if ("id" in message) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    } else if ("connection" in message) {
      const line = this.#lines.get(message.connection);
      line?.hear(message.text);
      if (line?.table) this.#lookAt(line.table);
    } else if ("ended" in message) this.#end(message.ended);
    else if ("keeps" in message) {
      this.keeps = message.keeps;
      notices.unkept = !message.keeps;
    } else if ("ready" in message) haveTheLine(false);
    else if ("resting" in message) notices.resting = message.resting;
    else {
      // Whoever tries again may have better luck.
      this.#lost(message.broken);
    }
  }

  /** Keeps how a table stands at which something has happened, for lists of tables. */
  #lookAt(table: string): void {
    clearTimeout(this.#looks.get(table));
    const look = async (): Promise<void> => {
      this.#looks.delete(table);
      const { status, text } = await this.ask("GET", `/api/tables/${table}`, null);
      if (status === 200) keepStanding(JSON.parse(text) as Standing);
    };
    this.#looks.set(
      table,
      setTimeout(() => void look().catch(() => undefined), A_MOMENT),
    );
  }

  #end(connection: number): void {
    const line = this.#lines.get(connection);
    this.#lines.delete(connection);
    line?.end();
  }

  /** The worker is gone. */
  #lost(code: string): void {
    this.#worker?.terminate();
    this.#worker = null;
    awake.is = false;
    notices.resting = false;
    haveTheLine(false);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const failure = new Failure(code, sentenceOf(new Failure(code, "")));
    for (const { reject } of waiting) reject(failure);
    for (const connection of [...this.#lines.keys()]) this.#end(connection);
  }
}

/** A viewer's line to the referee in the worker. */
class PageLine implements Line {
  onopen: () => void = () => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: () => void = () => undefined;
  isOpen = true;
  /** The table that is looked at. */
  table = "";
  #opened = false;

  constructor(
    readonly connection: number,
    readonly post: (message: ToReferee) => void,
  ) {}

  hear(text: string): void {
    if (!this.#opened) this.onopen();
    this.#opened = true;
    this.onmessage(text);
  }

  send(text: string): void {
    this.post({ line: { connection: this.connection, text } });
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.post({ disconnect: { connection: this.connection } });
  }

  end(): void {
    this.isOpen = false;
    this.onclose();
  }
}

/** What only a page answers, for which it has words in the language that is spoken. */
const OWN: readonly string[] = [
  "storage-full",
  "page-failed",
  "store-broken",
  "no-answer",
  "gone-on",
  "too-long",
];

function inWords(answer: Answer): Answer {
  if (answer.status < 400) return answer;
  const { error } = JSON.parse(answer.text) as { error: { code: string; text: string } };
  if (!OWN.includes(error.code)) return answer;
  const text = sentenceOf(new Failure(error.code, error.text));
  return { status: answer.status, text: JSON.stringify({ error: { ...error, text } }) };
}

/** Why something that is no request was not done. */
function problemIn(told: FromReferee): Failure {
  if (!("answer" in told)) return new Failure("page-failed", "");
  const { error } = JSON.parse(told.answer.text) as { error: { code: string; text: string } };
  return new Failure(error.code, error.text, told.answer.status);
}

/** How long bots take for their answers, as a part of what is usual; tests do not wait. */
function botPace(): number {
  try {
    return Number(localStorage.getItem("chess-kit-bot-pace") ?? 1);
  } catch {
    return 1;
  }
}

/** What never changes lies as files beside the page. */
function fileOf(method: string, path: string): string | null {
  const [, name, query] = /^\/api\/(games(?:\/[\w-]+\/(?:rules|guide))?)(?:\?(.*))?$/.exec(path) ?? [];
  if (method !== "GET" || !name) return null;
  const language = new URLSearchParams(query).get("language") ?? "en";
  return `data/${name.replaceAll("/", "-")}.${language}.json`;
}

async function read(file: string): Promise<Answer> {
  const response = await fetch(fileAddress(file));
  // Some hosts of files answer everything with a page.
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (response.ok && isJson) return { status: 200, text: await response.text() };
  const error = { code: "unknown-game", text: addressOf(file) };
  return { status: 404, text: JSON.stringify({ error }) };
}

export const page = new PageEnd();
