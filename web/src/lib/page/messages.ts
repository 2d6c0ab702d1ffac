/** What the page, its referee and its bots say to each other; the module's own words are those of `kit-page`. */

/** A record of a log, as the store keeps it. */
export interface Kept {
  number: number;
  at: number;
  body: string;
}

/** What the module is asked. */
export type Message =
  | { ask: { method: string; path: string; body?: string; nodes?: number } }
  | { connect: { connection: number; path: string } }
  | { line: { connection: number; text: string } }
  | { disconnect: { connection: number } }
  | { fold: { table: string; records: Kept[]; notes?: Record<string, string> } }
  | { forget: { table: string } }
  | { freeze: { table: string } }
  | { bots: { table: string } }
  | { think: { table: string; seat: string; nodes?: number } }
  | { act: { table: string; seat: string; action: string } }
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
  bot?: { seat: string; wait: number; nodes: number; head: number };
  thought?: { action: string; nodes: number };
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
  /** The name of the store. */
  store: string;
  /** How long bots take for their answers, as a part of what is usual. */
  pace: number;
}

/** What the page asks of its referee. */
export type ToReferee =
  | { begin: Beginning }
  | { id: number; ask: { method: string; path: string; body?: string } }
  | { connect: { connection: number; path: string } }
  | { line: { connection: number; text: string } }
  | { disconnect: { connection: number } }
  | { id: number; forget: string }
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

/** What a referee asks of somebody who thinks. */
export type ToThinker =
  | { module: WebAssembly.Module }
  | {
      think: {
        table: string;
        from: number;
        records: Kept[];
        seat: string;
        luck: string;
        nodes: number;
        time: number;
      };
    }
  | { ask: { method: string; path: string; body?: string; luck: string } };

/** What somebody who thinks answers. */
export type FromThinker = { action: string | null } | { answer: Answer } | { failed: string };
