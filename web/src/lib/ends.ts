/**
 * The two ends of everything that the app asks: a server, or the page itself.
 *
 * Both take the same requests and lines and give the same answers and frames, so nothing above
 * knows which it talks to.
 */
import { fileAddress } from "./base";
import { Failure } from "./failure";
import { isHere } from "./page/here";
import { ALONE, MODULE } from "./page/site";
import type { OpenTable } from "./wire/wire";

/** Who answers requests and shows tables. */
export interface End {
  /** Asks for something, until it is stopped; throws a {@link Failure} `offline` when nobody answers. */
  ask(
    method: string,
    path: string,
    body: string | null,
    stop?: AbortSignal,
  ): Promise<{ status: number; text: string }>;
  /** Opens a viewer's line to a table. */
  connect(path: string): Line;
}

/** A viewer's line to a table. */
export interface Line {
  onopen: () => void;
  onmessage: (text: string) => void;
  onclose: () => void;
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

/** The server that the app came from. */
const server: End = {
  async ask(method, path, body, stop) {
    const headers: Record<string, string> = body === null ? {} : { "content-type": "application/json" };
    try {
      const how: RequestInit = { method, headers, body, credentials: "same-origin", signal: stop ?? null };
      const response = await fetch(fileAddress(path), how);
      return { status: response.status, text: await response.text() };
    } catch {
      throw new Failure("offline", "the server cannot be reached");
    }
  },
  connect(path) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new SocketLine(new WebSocket(`${scheme}//${location.host}${fileAddress(path)}`));
  },
};

class SocketLine implements Line {
  onopen: () => void = () => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly socket: WebSocket) {
    socket.onopen = () => this.onopen();
    socket.onmessage = ({ data }) => this.onmessage(String(data));
    socket.onclose = () => this.onclose();
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }
}

/** The page as an end, loaded when there is no server. */
const alone: End = {
  async ask(method, path, body, stop) {
    return (await import("./page/end.svelte")).page.ask(method, path, body, stop);
  },
  connect(path) {
    return new LaterLine(import("./page/end.svelte").then(({ page }) => page.connect(path)));
  },
};

/** A line that stands a moment later. */
class LaterLine implements Line {
  onopen: () => void = () => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: () => void = () => undefined;
  #line: Line | null = null;
  #closed = false;

  constructor(coming: Promise<Line>) {
    void coming.then(
      (line) => {
        this.#line = line;
        line.onopen = () => this.onopen();
        line.onmessage = (text) => this.onmessage(text);
        line.onclose = () => this.onclose();
        if (this.#closed) line.close();
      },
      () => this.onclose(),
    );
  }

  get isOpen(): boolean {
    return this.#line?.isOpen ?? false;
  }

  send(text: string): void {
    this.#line?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#line?.close();
  }
}

/** Who answers where there is a server and a module: the page, unless others are needed. */
const both: End = {
  async ask(method, path, body, stop) {
    return (await import("./page/both")).ask({ server, alone }, method, path, body, stop);
  },
  connect(path) {
    return (isHere(/^\/api\/tables\/(\w+)/.exec(path)?.[1] ?? "") ? alone : server).connect(path);
  },
};

/** Whether a table is for people in other places, too. */
export const isForOthers = ({ seats, public: listed }: OpenTable): boolean =>
  listed === true || seats.some(({ sitter }) => sitter === "invited" || sitter === "free");

/** Who answers here. */
export const end: End = ALONE ? alone : MODULE === "" ? server : both;
