/**
 * The page's end of a table without a server: a worker that answers as a server would.
 *
 * The worker is started when the first thing is asked of it. When it dies, everybody who waits is
 * told that the line broke, and connections come back by themselves to a new one.
 */

import { addressOf, fileAddress, keptAs } from "../base";
import type { End, Line } from "../ends";
import { Failure } from "../failure";
import type { Answer, FromReferee, Loaded, ToReferee } from "./messages";
import { notices } from "./notices.svelte";
import { MODULE } from "./site";

type Waiting = { resolve: (message: FromReferee) => void; reject: (failure: Failure) => void };

class PageEnd implements End {
  /** Whether tables outlast the tab; nothing before anybody knows. */
  keeps = $state<boolean | null>(null);
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #lines = new Map<number, PageLine>();
  #next = 1;

  async ask(method: string, path: string, body: string | null): Promise<Answer> {
    const file = fileOf(method, path);
    if (file) return read(file);
    if (method === "POST" && path.startsWith("/api/tables")) void navigator.storage?.persist?.();
    const id = this.#next++;
    const request = { method, path, ...(body === null ? {} : { body }) };
    const told = await this.#wait(id, { id, ask: request });
    return "answer" in told ? told.answer : { status: 500, text: "" };
  }

  connect(path: string): Line {
    const line = new PageLine(this.#next++, (message) => this.#post(message));
    this.#lines.set(line.connection, line);
    this.#post({ connect: { connection: line.connection, path } });
    return line;
  }

  /** Forgets a table for good. */
  async forget(table: string): Promise<void> {
    const id = this.#next++;
    await this.#wait(id, { id, forget: table });
  }

  /** All tables as one file. */
  async save(): Promise<Blob> {
    const id = this.#next++;
    const told = await this.#wait(id, { id, save: true });
    return "file" in told ? told.file : new Blob();
  }

  /** Takes in all tables of a file. */
  async load(file: Blob): Promise<Loaded> {
    const id = this.#next++;
    const told = await this.#wait(id, { id, load: file });
    return "loaded" in told ? told.loaded : { added: [], known: 0, refused: 0, problem: "not-ours" };
  }

  #wait(id: number, message: ToReferee): Promise<FromReferee> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post(message);
    });
  }

  #post(message: ToReferee): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(message);
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./referee.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromReferee>) => this.#hear(data);
    worker.onerror = () => this.#lost("offline");
    const module = new URL(fileAddress(MODULE), location.href).href;
    const begin = { module, store: keptAs("chess-kit-page"), pace: botPace() };
    worker.postMessage({ begin } satisfies ToReferee);
    return worker;
  }

  #hear(message: FromReferee): void {
    if ("id" in message) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    } else if ("connection" in message) this.#lines.get(message.connection)?.hear(message.text);
    else if ("ended" in message) this.#end(message.ended);
    else if ("keeps" in message) {
      this.keeps = message.keeps;
      notices.unkept = !message.keeps;
    } else {
      // Whoever tries again may have better luck.
      this.#lost(message.broken);
    }
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
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Failure(code, ""));
    for (const connection of [...this.#lines.keys()]) this.#end(connection);
  }
}

/** A viewer's line to the referee in the worker. */
class PageLine implements Line {
  onopen: () => void = () => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: () => void = () => undefined;
  isOpen = true;
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
  return `data/${name.replaceAll("/", "-")}${name.endsWith("rules") ? "" : `.${language}`}.json`;
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
