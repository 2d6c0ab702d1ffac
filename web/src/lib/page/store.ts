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

/** What is kept in this browser cannot be read or written now. */
export class StoreBroken extends Error {}

/** What browsers say that have no store, or want none here. */
const NONE: readonly string[] = ["SecurityError", "InvalidStateError", "NotSupportedError"];

/** Opens the store of this name, or one that lasts as long as the tab. */
export async function openStore(name: string): Promise<Store> {
  try {
    if (!indexedDB) return new Passing(false);
  } catch {
    return new Passing(false);
  }
  try {
    const store = new Lasting(name);
    await store.opened();
    return store;
  } catch (cause) {
    // Where there is a store that does not open, the tables in it are not known to be gone.
    return new Passing(!(cause instanceof DOMException && NONE.includes(cause.name)));
  }
}

class Lasting implements Store {
  readonly lasts = true;
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** The database, opened anew where the browser has closed it or another tab wanted to change it. */
  opened(): Promise<IDBPDatabase<Schema>> {
    if (this.#database) return this.#database;
    const closed = (): void => {
      if (this.#database === opening) this.#database = null;
    };
    const opening = openDB<Schema>(this.#name, 1, {
      upgrade(database) {
        database.createObjectStore("records", { keyPath: ["table", "number"] });
        database.createObjectStore("notes", { keyPath: ["table", "seat"] });
      },
      // Another tab wants to change it, and this one is in the way.
      blocking: (_current, _wanted, event) => {
        closed();
        (event.target as IDBDatabase).close();
      },
      terminated: closed,
    });
    this.#database = opening;
    opening.catch(closed);
    return opening;
  }

  /** Does something with the database, and once more where it was closed meanwhile. */
  async #with<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const opening = this.opened();
    try {
      return await work(await opening);
    } catch (cause) {
      if (!(cause instanceof DOMException) || cause.name !== "InvalidStateError") throw cause;
      if (this.#database === opening) this.#database = null;
      return work(await this.opened());
    }
  }

  /** The same for what needs an answer: there is none where the store is broken. */
  async #read<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await this.#with(work);
    } catch (cause) {
      throw new StoreBroken(String(cause));
    }
  }

  read(table: string, after: number): Promise<Kept[]> {
    return this.#read((database) => database.getAll("records", of(table, after)));
  }

  write(records: readonly (Kept & { table: string })[]): Promise<Wrote> {
    return this.#attempt(async (database) => {
      const writing = database.transaction("records", "readwrite", { durability: "strict" });
      const adding = records.map(async (record) => {
        await writing.store.add(record);
        // Another tab may have forgotten the table.
        const before = [record.table, record.number - 1] as [string, number];
        if (record.number > 1 && (await writing.store.getKey(before)) === undefined) writing.abort();
      });
      await Promise.all([...adding, writing.done]);
    });
  }

  notes(table: string): Promise<Record<string, string>> {
    return this.#read(async (database) => {
      const found = await database.getAll("notes", IDBKeyRange.bound([table], [table, []]));
      return Object.fromEntries(found.map(({ seat, notes }) => [seat, notes]));
    });
  }

  keepNotes(notes: { table: string; seat: string; notes: string }): Promise<Wrote> {
    return this.#attempt((database) => database.put("notes", notes));
  }

  tables(): Promise<string[]> {
    return this.#read(async (database) => {
      const keys = await database.getAllKeys("records");
      return [...new Set(keys.map(([table]) => table))];
    });
  }

  forget(table: string): Promise<void> {
    return this.#read(async (database) => {
      const writing = database.transaction(["records", "notes"], "readwrite");
      await writing.objectStore("records").delete(of(table));
      await writing.objectStore("notes").delete(IDBKeyRange.bound([table], [table, []]));
      await writing.done;
    });
  }

  async #attempt(work: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<Wrote> {
    try {
      await this.#with(work);
      return "written";
    } catch (cause) {
      const name = cause instanceof DOMException ? cause.name : "";
      if (name === "ConstraintError" || name === "AbortError") return "taken";
      if (name === "QuotaExceededError") return "full";
      throw new StoreBroken(String(cause));
    }
  }
}

/** Keeps tables as long as the tab is open. */
class Passing implements Store {
  readonly lasts = false;
  /** Whether there is a store that does not open. */
  readonly #hides: boolean;
  #records = new Map<string, Kept[]>();
  #notes = new Map<string, Record<string, string>>();

  constructor(hides: boolean) {
    this.#hides = hides;
  }

  read(table: string, after: number): Promise<Kept[]> {
    if (this.#hides && after === 0 && !this.#records.has(table))
      return Promise.reject(new StoreBroken("the store does not open"));
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
    if (this.#hides) return Promise.reject(new StoreBroken("the store does not open"));
    return Promise.resolve([...this.#records.keys()]);
  }

  forget(table: string): Promise<void> {
    this.#records.delete(table);
    this.#notes.delete(table);
    return Promise.resolve();
  }
}
