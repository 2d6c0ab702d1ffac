/** All tables as one file, and back. The file has what is sealed in it, so the page never reads it. */
import type { Kept, Loaded } from "./messages";
import type { Referee } from "./referee";
import type { Store } from "./store";

/** What the file calls itself, with the number of its format. */
const FORMAT = "chess-kit-tables 1";
/** Nobody has played more than that. */
const LONGEST = 64 << 20;

interface SavedTable {
  table: string;
  records: Kept[];
  notes: Record<string, string>;
}

/** Writes all tables into one file. */
export async function save(store: Store): Promise<Blob> {
  const tables: SavedTable[] = [];
  for (const table of await store.tables()) {
    const records = await store.read(table, 0);
    tables.push({ table, records: records.map(plain), notes: await store.notes(table) });
  }
  return new Blob([JSON.stringify({ format: FORMAT, tables })], { type: "application/json" });
}

const plain = ({ number, at, body }: Kept): Kept => ({ number, at, body });

/** Reads tables from a file; what is here and has gone farther stays as it is. */
export async function load(file: Blob, store: Store, referee: Referee): Promise<Loaded> {
  const loaded: Loaded = { added: [], known: 0, refused: 0 };
  const tables = await tablesIn(file);
  if (!tables) return { ...loaded, problem: "not-ours" };
  for (const saved of tables) {
    const found = isTable(saved) ? referee.check(saved.table, saved.records) : null;
    if (!found || !isTable(saved)) {
      loaded.refused += 1;
      continue;
    }
    const { table, records, notes } = saved;
    const here = await store.read(table, 0);
    const same = here.every((record, at) => records[at] === undefined || records[at]?.body === record.body);
    if (!same) loaded.refused += 1;
    else if (here.length >= records.length) loaded.known += 1;
    else {
      const wrote = await store.write(
        records.slice(here.length).map((record) => ({ table, ...plain(record) })),
      );
      if (wrote !== "written") return { ...loaded, problem: "storage-full" };
      for (const [seat, text] of Object.entries(notes)) await store.keepNotes({ table, seat, notes: text });
      await referee.changed(table);
      loaded.added.push({ table, ...found });
    }
  }
  return loaded;
}

async function tablesIn(file: Blob): Promise<unknown[] | null> {
  if (file.size > LONGEST) return null;
  try {
    const { format, tables } = JSON.parse(await file.text()) as { format?: unknown; tables?: unknown };
    return format === FORMAT && Array.isArray(tables) ? tables : null;
  } catch {
    return null;
  }
}

function isTable(value: unknown): value is SavedTable {
  const { table, records, notes } = (value ?? {}) as Partial<SavedTable>;
  const isRecord = (record: unknown, at: number): boolean => {
    const { number, at: time, body } = (record ?? {}) as Partial<Kept>;
    return number === at + 1 && Number.isSafeInteger(time) && typeof body === "string";
  };
  const areNotes = Object.values(notes ?? {}).every((text) => typeof text === "string");
  return typeof table === "string" && Array.isArray(records) && records.every(isRecord) && areNotes;
}
