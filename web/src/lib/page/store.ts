/**
 * Where the logs of this browser's tables are kept: IndexedDB, or memory where there is none.
 *
 * The pair of table and number is unique, so of two tabs that write at once one wins.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Kept } from "./messages";

interface Schema extends DBSchema {
  records: { key: [string, number]; value: Kept & { table: string } };
  notes: { key: [string, string]; value: { table: string; seat: string; notes: string } };
}

/** What came of writing. */
export type Wrote = "written" | "taken" | "full";

export interface Store {
  /** Whether it outlasts the tab. */
  readonly lasts: boolean;
  /** The records of a table after a number. */
  read(table: string, after: number): Promise<Kept[]>;
  /** Writes all records or none. */
  write(records: readonly (Kept & { table: string })[]): Promise<Wrote>;
  notes(table: string): Promise<Record<string, string>>;
  keepNotes(notes: { table: string; seat: string; notes: string }): Promise<Wrote>;
  /** The names of all tables. */
  tables(): Promise<string[]>;
  forget(table: string): Promise<void>;
}

/** All keys that begin with the table. */
const of = (table: string, after = 0): IDBKeyRange =>
  IDBKeyRange.bound([table, after], [table, []], true, false);

/** Opens the store of this name, or one that lasts as long as the tab. */
export async function openStore(name: string): Promise<Store> {
  try {
    const database = await openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore("records", { keyPath: ["table", "number"] });
        database.createObjectStore("notes", { keyPath: ["table", "seat"] });
      },
      // Another tab wants to change it, and this one is in the way.
      blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
    });
    return new Lasting(database);
  } catch {
    return new Passing();
  }
}

class Lasting implements Store {
  readonly lasts = true;
  constructor(readonly database: IDBPDatabase<Schema>) {}

  read(table: string, after: number): Promise<Kept[]> {
    return this.database.getAll("records", of(table, after));
  }

  async write(records: readonly (Kept & { table: string })[]): Promise<Wrote> {
    return attempt(async () => {
      const writing = this.database.transaction("records", "readwrite", { durability: "strict" });
      await Promise.all([...records.map((record) => writing.store.add(record)), writing.done]);
    });
  }

  async notes(table: string): Promise<Record<string, string>> {
    const range = IDBKeyRange.bound([table], [table, []]);
    const found = await this.database.getAll("notes", range);
    return Object.fromEntries(found.map(({ seat, notes }) => [seat, notes]));
  }

  keepNotes(notes: { table: string; seat: string; notes: string }): Promise<Wrote> {
    return attempt(() => this.database.put("notes", notes));
  }

  async tables(): Promise<string[]> {
    const keys = await this.database.getAllKeys("records");
    return [...new Set(keys.map(([table]) => table))];
  }

  async forget(table: string): Promise<void> {
    const writing = this.database.transaction(["records", "notes"], "readwrite");
    await writing.objectStore("records").delete(of(table));
    await writing.objectStore("notes").delete(IDBKeyRange.bound([table], [table, []]));
    await writing.done;
  }
}

async function attempt(work: () => Promise<unknown>): Promise<Wrote> {
  try {
    await work();
    return "written";
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : "";
    if (name === "ConstraintError" || name === "AbortError") return "taken";
    return "full";
  }
}

/** Keeps tables as long as the tab is open. */
class Passing implements Store {
  readonly lasts = false;
  #records = new Map<string, Kept[]>();
  #notes = new Map<string, Record<string, string>>();

  read(table: string, after: number): Promise<Kept[]> {
    return Promise.resolve((this.#records.get(table) ?? []).filter(({ number }) => number > after));
  }

  write(records: readonly (Kept & { table: string })[]): Promise<Wrote> {
    for (const { table, ...record } of records) {
      this.#records.set(table, [...(this.#records.get(table) ?? []), record]);
    }
    return Promise.resolve("written");
  }

  notes(table: string): Promise<Record<string, string>> {
    return Promise.resolve(this.#notes.get(table) ?? {});
  }

  keepNotes({ table, seat, notes }: { table: string; seat: string; notes: string }): Promise<Wrote> {
    this.#notes.set(table, { ...this.#notes.get(table), [seat]: notes });
    return Promise.resolve("written");
  }

  tables(): Promise<string[]> {
    return Promise.resolve([...this.#records.keys()]);
  }

  forget(table: string): Promise<void> {
    this.#records.delete(table);
    this.#notes.delete(table);
    return Promise.resolve();
  }
}
