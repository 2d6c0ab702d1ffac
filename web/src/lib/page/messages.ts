/** What the page, its referee and its bots say to each other; the module's own words are those of `kit-page`. */
import type { Sitter } from "../wire/wire";

/** A record of a log, as the store keeps it. */
export interface Kept {
  number: number;
  at: number;
  body: string;
}

/** What is said at tables in a language, as the module takes it in. */
export interface Language {
  code: string;
  catalogues: string[];
}

/** What the module is asked. */
export type Message =
  | { ask: { method: string; path: string; body?: string; nodes?: number } }
  | { connect: { connection: number; path: string } }
  | { line: { connection: number; text: string } }
  | { disconnect: { connection: number } }
  | { fold: { table: string; records: Kept[]; notes?: Record<string, string> } }
  | { forget: { table: string } }
  | { language: Language }
  | { pack: { table: string } }
  | { advise: { table: string; body: string; language?: string } }
  | { hinted: { table: string; body: string; language?: string } }
  | { freeze: { table: string } }
  | { bots: { table: string } }
  | { think: { table: string; seat: string; nodes?: number } }
  | { act: { table: string; seat: string; thought: Thought } }
  | { "answer-draws": { table: string } }
  | { due: { table: string } };

/** What the module answers. */
export interface Reply {
  needs?: string;
  records?: (Kept & { table: string })[];
  notes?: { table: string; seat: string; notes: string };
  status?: number;
  text?: string;
  lines?: [number, string][];
  ended?: number[];
  tables?: Record<string, number | null>;
  bot?: { seat: string; moments: number[]; prompt: number; head: number };
  thought?: Thought;
}

/** What a bot has found. */
export interface Thought {
  action: string;
  chance: number;
  nodes: number;
}

/** An answer as a server would give it. */
export interface Answer {
  status: number;
  text: string;
}

/** What a referee begins with. */
export interface Beginning {
  /** The address of the module. */
  module: string;
  /** The address of what is said in a language, without its code and its ending. */
  languages: string;
  /** The name of the store. */
  store: string;
  /** How long bots take for their answers, as a part of what is usual. */
  pace: number;
}

/** What the page asks of its referee. */
export type ToReferee =
  | { begin: Beginning }
  | { id: number; ask: { method: string; path: string; body?: string } }
  /** Nobody waits any more for what was asked under this number. */
  | { cancel: number }
  | { connect: { connection: number; path: string } }
  | { line: { connection: number; text: string } }
  | { disconnect: { connection: number } }
  | { id: number; forget: string }
  | { id: number; pack: { table: string; home: string } }
  | { id: number; move: { table: string; seats: Sitter[]; server: string } }
  | { id: number; bring: { table: string; server: string } }
  | { id: number; save: true }
  | { id: number; load: Blob };

/** What the referee says to the page. */
export type FromReferee =
  | { id: number; answer: Answer }
  | { id: number; file: Blob }
  | { id: number; loaded: Loaded }
  | { connection: number; text: string }
  | { ended: number }
  /** Whether tables outlast the tab. */
  | { keeps: boolean }
  /** The module has arrived. */
  | { ready: true }
  /** Whether bots cannot think now; they are tried again. */
  | { resting: boolean }
  | { broken: Trouble };

/** Why there is no referee. */
export type Trouble = "module-missing" | "module-broken";

/** What came of loading tables from a file. */
export interface Loaded {
  /** Tables that were not here, or not as far. */
  added: { table: string; game: string; over: boolean }[];
  /** Tables that were here as far or farther. */
  known: number;
  /** Tables that cannot be read, or are another game under the same name. */
  refused: number;
  /** Whether the file is none of ours, or the browser has no room for it. */
  problem?: "not-ours" | "storage-full";
}

/** How a table came to be where it is, for somebody who knows it up to some record. */
export interface Log {
  table: string;
  from: number;
  records: Kept[];
}

/** What a referee asks of somebody who thinks. */
export type ToThinker =
  | { module: WebAssembly.Module; languages: Language[] }
  | { language: Language }
  | { think: { seat: string; luck: string }; log: Log | null }
  | { ask: Message; luck: string; log: Log | null };

/** What somebody who thinks answers. */
export type FromThinker =
  | { thought: Thought | null }
  | { answer: Answer }
  /** The game's program failed. */
  | { failed: string }
  /** It cannot go on, whatever it was asked. */
  | { died: string };
