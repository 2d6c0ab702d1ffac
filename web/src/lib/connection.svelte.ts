/**
 * One viewer's live connection to a table.
 *
 * It keeps what the viewer was shown last, comes back by itself when the line breaks, and
 * carries commands.
 * An action names the prompt it answers, so sending it twice can never do it twice: an action
 * whose answer was lost is sent again as it was, and one that came too late is sent again for
 * the new prompt only if the server said that it was not done.
 */
import { Failure, failureOf, standing } from "./api";
import { keptAs } from "./base";
import { end, type Line } from "./ends";
import { inLanguage } from "./languages";
import { settings } from "./settings.svelte";
import type {
  ChatNote,
  Command,
  Complaint,
  DoneNote,
  Frame,
  LineNote,
  PresenceNote,
  SocketAnswer,
} from "./wire/wire";

/** How the line is: `lost` heals by itself, `ended` does not. */
export type LineState = "connecting" | "open" | "lost" | "ended";

interface Pending {
  command: Command;
  /** Whether it was sent on an earlier line, so that nobody knows if it was done. */
  uncertain: boolean;
  resolve: (done: DoneNote) => void;
  reject: (failure: Failure) => void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
/** What the server says when it wants to be called again. */
const COMES_BACK = new Set([
  "restarting",
  "too-slow",
  "silent",
  "idle",
  "internal",
  "unavailable",
  "crowded",
  "too-many",
]);

/** The tab, as others of the same browser know it. */
const TAB = `${Date.now()} ${Math.random()}`;

export class Connection {
  /** How the line is. */
  state = $state<LineState>("connecting");
  /** What the viewer was shown last. */
  frame = $state.raw<Frame | null>(null);
  /** When that was, by this page's clock. */
  frameTime = $state.raw(0);
  /** What the viewer has heard. */
  lines = $state.raw<LineNote[]>([]);
  /** What players said. */
  chat = $state.raw<ChatNote[]>([]);
  /** Who is there, if that was asked for. */
  present = $state.raw<PresenceNote | null>(null);
  /** Why it ended. */
  failure = $state.raw<Failure | null>(null);
  /** Whether an action is on its way. */
  acting = $state(false);

  readonly table: string;
  /** The language in which the viewer is told everything; another one needs another line. */
  readonly #language = settings.language;
  readonly seat: string;
  #line: Line | null = null;
  #pending = new Map<number, Pending>();
  #nextId = 1;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tabs: BroadcastChannel | null = null;
  #closed = false;
  #wake = (): void => this.#hurry();

  readonly #present: boolean;

  constructor(table: string, seat: string, how: { present?: boolean } = {}) {
    this.table = table;
    this.seat = seat;
    this.#present = how.present ?? false;
    if (seat !== "public") this.#claimSeat();
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Ends the connection and forgets everything that was shown. */
  close(): void {
    this.#closed = true;
    this.#stop();
    this.frame = null;
    this.lines = [];
    this.chat = [];
  }

  /** Decides, for the prompt that is on the screen. */
  async act(action: string): Promise<void> {
    const frame = this.frame;
    if (!frame || this.acting) return;
    this.acting = true;
    try {
      await this.#actFor(action, frame.prompt);
    } finally {
      this.acting = false;
    }
  }

  /** Asks for something and waits for the answer. */
  send(command: Command): Promise<DoneNote> {
    return new Promise((resolve, reject) => {
      if (this.state !== "open" && !("act" in command)) {
        reject(new Failure("offline", "not connected just now"));
        return;
      }
      const id = this.#nextId++;
      this.#pending.set(id, { command, uncertain: false, resolve, reject });
      this.#write(id, command);
    });
  }

  async #actFor(action: string, prompt: number): Promise<void> {
    try {
      await this.send({ act: { action, prompt } });
    } catch (cause) {
      const failure = failureOf(cause);
      const now = this.frame;
      const late = failure.code.startsWith("stale") && now !== null && now.prompt !== prompt;
      if (!late || !now.body.glimpse?.offers.some((offer) => offer.action === action)) throw failure;
      await this.send({ act: { action, prompt: now.prompt } });
    }
  }

  #connect(): void {
    const after = this.frame ? `&after=${this.frame.number}` : "";
    const present = this.#present ? "&present=true" : "";
    const query = `?seat=${encodeURIComponent(this.seat)}${after}${present}`;
    const path = `/api/tables/${encodeURIComponent(this.table)}/socket`;
    const line = end.connect(inLanguage(path + query, this.#language));
    let opened = false;
    this.#line = line;
    line.onopen = () => {
      opened = true;
    };
    line.onmessage = (text) => this.#hear(JSON.parse(text) as SocketAnswer);
    line.onclose = () => {
      if (this.#line !== line) return;
      this.#line = null;
      void this.#lost(opened);
    };
  }

  #hear(answer: SocketAnswer): void {
    if (this.#closed) return;
    if ("frame" in answer) {
      this.#show(answer.frame);
      this.#up();
    } else if ("resumed" in answer) this.#up();
    else if ("present" in answer) this.present = answer.present;
    else if ("done" in answer) this.#settle(answer.done.id, (pending) => pending.resolve(answer.done));
    else if ("error" in answer) this.#complain(answer.error);
    else if ("goodbye" in answer) this.#farewell(answer.goodbye);
  }

  #show(frame: Frame): void {
    this.lines = [...this.lines.slice(0, frame.lines_from), ...frame.lines];
    this.chat = [...this.chat.slice(0, frame.chat_from), ...frame.chat];
    this.frameTime = performance.now();
    this.frame = frame;
  }

  /** The line stands: whatever was not answered on the last one is asked again. */
  #up(): void {
    this.#attempts = 0;
    if (this.state === "open") return;
    this.state = "open";
    for (const [id, pending] of this.#pending) this.#write(id, pending.command);
  }

  #complain(error: { id: number | null; code: string; text: string }): void {
    if (error.id === null) return;
    this.#settle(error.id, (pending) => {
      const late = pending.uncertain && error.code.startsWith("stale");
      // It was done before the line broke, or somebody was faster; the new frame shows which.
      if (late) pending.resolve({ id: 0, invitation: null, table: null });
      else pending.reject(new Failure(error.code, error.text));
    });
  }

  #farewell(goodbye: Complaint): void {
    if (COMES_BACK.has(goodbye.code)) return;
    this.#end(new Failure(goodbye.code, goodbye.text));
  }

  #settle(id: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending) how(pending);
  }

  #write(id: number, command: Command): void {
    if (this.#line?.isOpen) this.#line.send(JSON.stringify({ id, command }));
  }

  async #lost(opened: boolean): Promise<void> {
    if (this.#closed || this.state === "ended") return;
    this.state = "lost";
    this.#forsake();
    if (!opened) await this.#findReason();
    if (this.#closed || this.failure) return;
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#attempts, LONGEST_PAUSE);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Actions may be asked again; other commands are given back to whoever gave them. */
  #forsake(): void {
    for (const [id, pending] of this.#pending) {
      if ("act" in pending.command) pending.uncertain = true;
      else this.#settle(id, ({ reject }) => reject(new Failure("offline", "the connection broke")));
    }
  }

  /** A socket that never opened does not say why; the table itself does. */
  async #findReason(): Promise<void> {
    try {
      const now = await standing(this.table);
      const mine = this.seat === "public" || now.seats.includes(this.seat);
      if (!mine)
        this.#end(new Failure("not-your-seat", `the seat ${this.seat} is not yours in this browser`));
    } catch (cause) {
      const failure = failureOf(cause);
      const final = failure.status >= 400 && failure.status < 500 && failure.status !== 429;
      if (final) this.#end(failure);
    }
  }

  #hurry(): void {
    if (this.state !== "lost" || this.#line || document.visibilityState === "hidden") return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #end(failure: Failure): void {
    if (this.#closed) return;
    this.failure = failure;
    this.state = "ended";
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#tabs?.close();
    this.#tabs = null;
    const line = this.#line;
    this.#line = null;
    line?.close();
    for (const id of [...this.#pending.keys()]) {
      this.#settle(id, ({ reject }) => reject(new Failure("closed", "the connection was closed")));
    }
  }

  /** A seat is open in one tab at a time: the newest one has it. */
  #claimSeat(): void {
    if (typeof BroadcastChannel === "undefined") return;
    const name = `${this.table} ${this.seat}`;
    this.#tabs = new BroadcastChannel(keptAs("chess-kit-seats"));
    this.#tabs.onmessage = ({ data }) => {
      const claim = data as { name: string; tab: string };
      if (claim.name !== name || claim.tab === TAB) return;
      this.#end(new Failure("other-tab", "this seat is open in another tab"));
    };
    this.#tabs.postMessage({ name, tab: TAB });
  }
}
