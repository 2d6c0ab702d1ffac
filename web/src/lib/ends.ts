/**
 * The two ends of everything that the app asks: a server, or the page itself.
 *
 * Both take the same requests and lines and give the same answers and frames, so nothing above
 * knows which it talks to.
 */
import { fileAddress } from "./base";
import { Failure } from "./failure";
import { ALONE } from "./page/site";

/** Who answers requests and shows tables. */
export interface End {
  /** Asks for something; throws a {@link Failure} `offline` when nobody answers. */
  ask(method: string, path: string, body: string | null): Promise<{ status: number; text: string }>;
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
  async ask(method, path, body) {
    const headers: Record<string, string> = body === null ? {} : { "content-type": "application/json" };
    try {
      const response = await fetch(fileAddress(path), { method, headers, body, credentials: "same-origin" });
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
  async ask(method, path, body) {
    return (await import("./page/end.svelte")).page.ask(method, path, body);
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

/** Who answers here. */
export const end: End = ALONE ? alone : server;
