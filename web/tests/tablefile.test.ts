// Tables as a file: what was written once is read for good, and what is there already stays.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { load, save } from "../src/lib/page/file";
import type { Kept } from "../src/lib/page/messages";
import type { Referee } from "../src/lib/page/referee";
import type { Store } from "../src/lib/page/store";

/** A file as it was written in the first format, kept as it is. */
const OLD = readFileSync(join(import.meta.dirname, "formats/tables-1.json"), "utf8");

/** A store in memory. */
function shelf() {
  const logs = new Map<string, Kept[]>();
  const notes = new Map<string, Record<string, string>>();
  const store: Pick<Store, "tables" | "read" | "notes" | "write" | "keepNotes"> = {
    tables: async () => [...logs.keys()],
    read: async (table, after) => (logs.get(table) ?? []).slice(after),
    notes: async (table) => notes.get(table) ?? {},
    write: async (records) => {
      for (const { table, ...record } of records) logs.set(table, [...(logs.get(table) ?? []), record]);
      return "written";
    },
    keepNotes: async ({ table, seat, notes: text }) => {
      notes.set(table, { ...notes.get(table), [seat]: text });
      return "written";
    },
  };
  return { logs, notes, store: store as Store };
}

const referee = {
  check: (_: string, records: Kept[]) => ({
    game: /^game: (.+)$/m.exec(records[0]?.body ?? "")?.[1] ?? "",
    over: false,
  }),
  changed: async () => undefined,
} as unknown as Referee;

test("a file of the first format is read as it was written, and written the same", async () => {
  const { logs, notes, store } = shelf();
  const loaded = await load(new Blob([OLD]), store, referee);
  expect(loaded).toEqual({
    added: [{ table: "ctn2m566zn", game: "chess960", over: false }],
    known: 0,
    refused: 0,
  });
  expect(logs.get("ctn2m566zn")?.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(logs.get("ctn2m566zn")?.[3]?.body).toContain("1 white b2b3");
  expect(notes.get("ctn2m566zn")).toEqual({ white: "b3!" });
  expect(JSON.parse(await (await save(store)).text())).toEqual(JSON.parse(OLD));
  expect(await load(new Blob([OLD]), store, referee)).toEqual({ added: [], known: 1, refused: 0 });
});

test("what is no such file is not taken in, and neither is another format", async () => {
  const { logs, store } = shelf();
  for (const text of ["", "{}", OLD.replace("tables 1", "tables 9"), OLD.slice(0, -20)])
    expect((await load(new Blob([text]), store, referee)).problem, text.slice(0, 40)).toBe("not-ours");
  expect(logs.size).toBe(0);
});
