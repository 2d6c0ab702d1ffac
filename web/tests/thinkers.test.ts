// Those who think for a referee: a game must never suffer because a worker does.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromThinker, ToThinker } from "../src/lib/page/messages";
import { Died, Failed, Thinkers } from "../src/lib/page/thinkers";

/** A worker that does what a test says. */
class Puppet {
  static all: Puppet[] = [];
  static cannotBegin = false;
  onmessage: (event: { data: FromThinker }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  heard: ToThinker[] = [];
  ended = false;

  constructor() {
    if (Puppet.cannotBegin) throw new DOMException("no more workers", "SecurityError");
    Puppet.all.push(this);
  }

  postMessage(message: ToThinker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: FromThinker): void {
    this.onmessage({ data });
  }
}

const MODULE = {} as WebAssembly.Module;
const found = { action: "e2e4", chance: 5000, nodes: 1 };
const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function turn(table: string) {
  const records = () => Promise.resolve([{ number: 1, at: 1, body: "" }]);
  return { table, seat: "black", luck: "", records };
}

let thinkers: Thinkers;
let stop: AbortController;
beforeEach(() => {
  Puppet.all = [];
  Puppet.cannotBegin = false;
  vi.stubGlobal("Worker", Puppet);
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  thinkers = new Thinkers(MODULE, new Map());
  stop = new AbortController();
});
afterEach(() => vi.unstubAllGlobals());

const last = (): Puppet => {
  const puppet = Puppet.all.at(-1);
  if (!puppet) throw new Error("nobody was asked to think");
  return puppet;
};

test("a script that is gone is no failure of the game's program", async () => {
  const thinking = thinkers.think(turn("one"), stop.signal);
  // It is heard of before the thinker was told anything.
  last().onerror({ message: "404" });
  await expect(thinking).rejects.toBeInstanceOf(Died);
  Puppet.cannotBegin = true;
  await expect(thinkers.think(turn("one"), stop.signal)).rejects.toBeInstanceOf(Died);
  Puppet.cannotBegin = false;
  const again = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ thought: found });
  expect(await again).toEqual(found);
});

test("who dies while it thinks or while it has nothing to do is not asked again", async () => {
  const thinking = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ died: "no memory" });
  await expect(thinking).rejects.toBeInstanceOf(Died);
  const second = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ thought: null });
  expect(await second).toBeNull();
  last().onerror({ message: "gone" });
  const third = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ thought: found });
  expect(await third).toEqual(found);
  expect(Puppet.all).toHaveLength(3);
});

test("a program that failed is told from that, and its thinker learns the table anew", async () => {
  const thinking = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ failed: "index out of bounds" });
  await expect(thinking).rejects.toBeInstanceOf(Failed);
  void thinkers.think(turn("one"), stop.signal).catch(() => undefined);
  await moment();
  expect(Puppet.all).toHaveLength(1);
  expect(last().heard.at(-1)).toMatchObject({ log: { from: 0 } });
});

test("as many think as there are cores, and the rest waits or leaves", async () => {
  const first = thinkers.think(turn("one"), stop.signal);
  const second = thinkers.think(turn("two"), stop.signal);
  const impatient = new AbortController();
  const left = thinkers.think(turn("three"), impatient.signal);
  const third = thinkers.think(turn("four"), stop.signal);
  await moment();
  expect(Puppet.all).toHaveLength(2);
  impatient.abort();
  await expect(left).rejects.toThrow();
  for (const puppet of Puppet.all) puppet.says({ thought: found });
  expect(await Promise.all([first, second])).toEqual([found, found]);
  await moment();
  const said = Puppet.all
    .flatMap(({ heard }) => heard)
    .map((message) => ("log" in message ? message.log?.table : ""));
  expect(said).toContain("four");
  expect(said).not.toContain("three");
  for (const puppet of Puppet.all) puppet.says({ thought: null });
  expect(await third).toBeNull();
});

test("what nobody waits for any more ends with its worker", async () => {
  const thinking = thinkers.ask({ ask: { method: "POST", path: "/api/golf/solve" } }, "", null, stop.signal);
  await moment();
  const busy = last();
  stop.abort();
  await expect(thinking).rejects.toThrow();
  expect(busy.ended).toBe(true);
});

test("a store that cannot be read costs nobody a thinker", async () => {
  const broken = { ...turn("one"), records: () => Promise.reject(new Error("broken")) };
  for (let count = 0; count < 3; count++) {
    await expect(thinkers.think(broken, stop.signal)).rejects.toThrow("broken");
  }
  const thinking = thinkers.think(turn("one"), stop.signal);
  await moment();
  last().says({ thought: found });
  expect(await thinking).toEqual(found);
});
