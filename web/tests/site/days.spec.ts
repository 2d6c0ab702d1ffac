// Good and bad days of a page without a server.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { dice, pointOnce, waitForTurn } from "../e2e/hands";
import { board, move, OPEN, openAgainstBots, status } from "./play";
import { curtain, lift, seal } from "./screen";
import { address, before, folder, heardCount, knowsAllGames, PATH, tableOf, tap } from "./site";

const SEALED = "two-move-chess";

async function openAtThisScreen(page: Page, game: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=screen`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(curtain(page)).toBeVisible();
}

test("a sealed choice outlasts a reload without a network, and the curtain hides it", async ({ browser }) => {
  const page = await withoutNetwork(browser);
  await openAtThisScreen(page, SEALED);
  // Before the first choice.
  await page.reload();
  await expect(curtain(page)).toBeVisible();
  await lift(page);
  await seal(page);
  await page.getByRole("button", { name: /^Cover the table for/ }).click();
  await expect(curtain(page)).toBeVisible();
  const turns = (await status(page)).turns;
  expect(turns).toHaveLength(1);
  // In the middle of a sealed choice: nothing of it comes to the page while the curtain is down.
  await page.reload();
  await expect(curtain(page)).toBeVisible();
  expect((await status(page)).turns).toEqual(turns);
  await expect(page.locator(".table[data-viewer]")).toHaveCount(0);
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.join("\n"));
  expect(heard).not.toContain('\\"glimpse\\":{');
  await lift(page);
  await seal(page);
  await page.getByRole("button", { name: /^Cover the table for/ }).click();
  await expect.poll(async () => (await status(page)).turns.length).toBeGreaterThan(0);
  await page.context().close();
});

/** All that the page's own memory holds, as text; workers have memories of their own. */
async function memory(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => parts.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return parts.join("");
}

test("behind the curtain the memory of the page holds nothing that a seat knows", async ({ page }) => {
  await openAtThisScreen(page, SEALED);
  await page.context().setOffline(true);
  await lift(page);
  await seal(page);
  const said = /You chose [a-z ]+/.exec(await page.locator("main").innerText())?.[0] ?? "";
  expect(said).not.toBe("");
  expect(await memory(page), "what is looked for would be found").toContain(said);
  await page.getByRole("button", { name: /^Cover the table for/ }).click();
  await expect(curtain(page)).toBeVisible();
  await expect.poll(() => memory(page)).not.toContain(said);
});

test("without a network the newest of two tabs has the seat, and the other follows when asked to", async ({
  browser,
}) => {
  const page = await withoutNetwork(browser);
  await openAgainstBots(page, OPEN);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitForTurn(other);
  await expect(page.getByRole("heading", { name: /another tab/i })).toBeVisible();
  await move(other, 2);
  await waitForTurn(other);
  const seen = await board(other);
  await page.getByRole("button", { name: "Use this tab" }).click();
  await waitForTurn(page);
  await expect.poll(() => board(page)).toBe(seen);
  await expect(other.getByRole("heading", { name: /another tab/i })).toBeVisible();
  await page.context().close();
});

test("a store that is full says so and loses nothing", async ({ page }) => {
  await tap(page);
  await before(
    page,
    "referee",
    `const add = IDBObjectStore.prototype.add;
     const channel = new BroadcastChannel("test-full");
     let full = false;
     channel.onmessage = ({ data }) => { full = data; };
     IDBObjectStore.prototype.add = function (...given) {
       if (full) throw new DOMException("no room", "QuotaExceededError");
       return add.apply(this, given);
     };`,
  );
  await openAgainstBots(page, OPEN);
  await page.context().setOffline(true);
  const setFull = (full: boolean) =>
    page.evaluate((full) => new BroadcastChannel("test-full").postMessage(full), full);
  const log = await board(page);
  await setFull(true);
  await expect.poll(() => heardCount(page)).toBeGreaterThan(0);
  const roll = dice(4);
  for (let count = 0; count < 4; count++) await pointOnce(page, roll);
  await expect(page.getByText(/no room|keeps no more/i).first()).toBeVisible();
  expect((await status(page)).turns).toHaveLength(1);
  expect(await board(page)).toBe(log);
  await setFull(false);
  await move(page, 6);
  await waitForTurn(page);
  await expect.poll(() => board(page)).not.toBe(log);
});

test("a store that is corrupt or half written spoils no other table", async ({ page }) => {
  await openAgainstBots(page, OPEN);
  const good = tableOf(page);
  await openAgainstBots(page, OPEN);
  const bad = tableOf(page);
  await move(page, 3);
  await waitForTurn(page);
  await openAgainstBots(page, OPEN);
  const half = tableOf(page);
  await move(page, 3);
  await waitForTurn(page);
  // Of one table the first record is garbage, of the other one in the middle is missing.
  await page.evaluate(
    async ({ name, bad, half }) => {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const writing = opening.result.transaction("records", "readwrite");
      writing.objectStore("records").put({ table: bad, number: 1, at: 1, body: "garbage" });
      writing.objectStore("records").delete([half, 2]);
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      opening.result.close();
    },
    { name: `chess-kit-page ${PATH}`, bad, half },
  );
  for (const table of [bad, half]) {
    await page.goto(`?/t/${table}`);
    await page.reload();
    await expect(page.getByRole("alert")).toContainText(/cannot be read/i);
    await page
      .getByRole("link", { name: "Start page" })
      .or(page.locator(".problem a.button"))
      .first()
      .click();
    await expect(page.locator("h1")).toBeVisible();
  }
  await page.goto(`?/t/${good}`);
  await waitForTurn(page);
  await move(page, 5);
});

test("a window that keeps nothing plays, and says so", async ({ page }) => {
  await before(
    page,
    "referee",
    'Object.defineProperty(self, "indexedDB", { get() { throw new Error("forbidden"); } });',
  );
  await openAgainstBots(page, OPEN);
  await page.context().setOffline(true);
  await expect(page.getByText(/keeps nothing/i)).toBeVisible();
  await move(page, 3);
  await waitForTurn(page);
});

test("a worker that dies is started again from the log", async ({ page }) => {
  await tap(page);
  await before(
    page,
    "referee",
    'self.addEventListener("message", ({ data }) => { if (data === "die") throw new Error("died"); });',
  );
  await openAgainstBots(page, OPEN);
  await move(page, 3);
  await waitForTurn(page);
  const log = await board(page);
  await page.evaluate(() => (window as unknown as { workers: Worker[] }).workers.at(-1)?.postMessage("die"));
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { workers: Worker[] }).workers.length))
    .toBeGreaterThan(1);
  await move(page, 8);
  await waitForTurn(page);
  await expect.poll(() => board(page)).not.toBe(log);
});

test("a module that cannot be had or run gets a sentence, and the page stays usable", async ({ page }) => {
  await page.route("**/module-*.wasm", (route) => route.abort());
  await page.goto(`?/new&game=${OPEN}&with=bots`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText(/did not arrive/i)).toBeVisible();
  await page.unroute("**/module-*.wasm");
  await page.route("**/module-*.wasm", (route) =>
    route.fulfill({ body: "no module", contentType: "application/wasm" }),
  );
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText(/could not be started/i)).toBeVisible();
  await page.unroute("**/module-*.wasm");
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
});

test("a table is not forgotten by a mistaken click", async ({ page }) => {
  await openAgainstBots(page, OPEN);
  const table = tableOf(page);
  await page.goto("?/lobby");
  await page.getByRole("button", { name: /^Forget/ }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.goto(`?/t/${table}`);
  await waitForTurn(page);
  await page.goto("?/lobby");
  await page.getByRole("button", { name: /^Forget/ }).click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await expect(page.getByRole("button", { name: /^Forget/ })).toHaveCount(0);
});

test("all tables go into a file and back, and garbage is refused", async ({ page, browser }) => {
  await openAgainstBots(page, OPEN);
  await move(page, 3);
  await waitForTurn(page);
  const table = tableOf(page);
  await page.goto("?/lobby");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all tables to a file" }).click();
  const file = await (await saving).path();
  const saved = readFileSync(file);
  expect(JSON.parse(saved.toString()).tables).toHaveLength(1);

  const elsewhere = await fresh(browser);
  const other = await elsewhere.newPage();
  await other.goto("?/lobby");
  const give = (name: string, buffer: Buffer) =>
    other.getByLabel("Load tables from a file").setInputFiles({ name, mimeType: "application/json", buffer });
  await give("garbage.json", Buffer.alloc(1 << 20, "garbage "));
  await expect(other.getByText(/no file of tables/i)).toBeVisible();
  const bent = saved.toString().replace(/"body":"[^"]{20}/, '"body":"bent');
  await give("bent.json", Buffer.from(bent));
  await expect(other.getByText(/Not readable.*: 1/)).toBeVisible();
  await give("good.json", saved);
  await expect(other.getByText(/New here: 1/)).toBeVisible();
  await give("good.json", saved);
  await expect(other.getByText(/Here already: 1/)).toBeVisible();
  await other.goto(`?/t/${table}`);
  await waitForTurn(other);
  await elsewhere.close();
});

const fresh = (
  browser: Browser,
  how: { serviceWorkers?: "allow" | "block"; at?: string } = {},
): Promise<BrowserContext> =>
  browser.newContext({
    serviceWorkers: how.serviceWorkers ?? "block",
    storageState: knowsAllGames(),
    baseURL: how.at ?? address(),
    locale: "en-US",
  });

/** The site on a host of its own, so that a test can put another version there. */
async function own(work: (copy: string, at: string) => Promise<void>): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), "chess-kit-site-"));
  cpSync(folder(), copy, { recursive: true });
  const probe =
    'require("net").createServer().listen(0,"127.0.0.1",function(){process.stdout.write(String(this.address().port));this.close()})';
  const port = execFileSync(process.execPath, ["-e", probe]).toString();
  const host: ChildProcess = spawn(process.execPath, [
    join(import.meta.dirname, "host.mjs"),
    copy,
    PATH,
    port,
  ]);
  try {
    await work(copy, `http://127.0.0.1:${port}${PATH}`);
  } finally {
    host.kill();
    rmSync(copy, { recursive: true, force: true });
  }
}

/** A first visit, until the site is kept. */
async function visit(page: Page, at: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.goto(at).then(
      (answer) => answer?.ok() ?? false,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  await page.evaluate(() => localStorage.setItem("chess-kit-bot-pace", "0"));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** A page that was visited once and is without a network from then on, with a tap on its workers. */
async function withoutNetwork(browser: Browser): Promise<Page> {
  const context = await fresh(browser, { serviceWorkers: "allow" });
  const page = await context.newPage();
  await tap(page);
  await visit(page, address());
  await context.setOffline(true);
  return page;
}

/** Puts a new version there, in which all programs have other names than before; the old ones are gone. */
function renew(copy: string): void {
  const assets = join(copy, "assets");
  const names = readdirSync(assets).filter((name) => /-[\w-]{8}\.js$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/-[\w-]{8}\.js$/, "-renewed0.js")]));
  const before = names.filter(
    (name, at) => names.findIndex((other) => renamed.get(other) === renamed.get(name)) === at,
  );
  const texts = (readdirSync(copy, { recursive: true }) as string[]).filter((name) =>
    /\.(js|html|css)$/.test(name),
  );
  for (const name of texts) {
    const file = join(copy, name);
    let text = readFileSync(file, "utf8");
    for (const old of before) text = text.replaceAll(old, renamed.get(old) ?? old);
    writeFileSync(file, text.replace(/const VERSION = "\w+"/, 'const VERSION = "newer"'));
    for (const packed of [".br", ".gz"]) rmSync(file + packed, { force: true });
  }
  for (const old of before) renameSync(join(assets, old), join(assets, renamed.get(old) ?? old));
}

const keptVersions = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());
const update = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

test("a new version is offered and does not disturb a running game", async ({ browser }) => {
  await own(async (copy, at) => {
    const context = await fresh(browser, { serviceWorkers: "allow", at });
    const page = await context.newPage();
    await visit(page, at);
    await openAgainstBots(page, OPEN);
    renew(copy);
    await update(page);
    await expect(page.getByText("A new version is there.")).toBeVisible();
    // It has all arrived, so nobody needs the network to go over to it.
    await context.setOffline(true);
    await move(page, 3);
    await waitForTurn(page);
    const log = await board(page);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Load it now" }).click()]);
    await waitForTurn(page);
    await expect.poll(() => keptVersions(page)).toEqual([`chess-kit-site ${PATH} newer`]);
    await expect.poll(() => board(page)).toBe(log);
    await context.close();
  });
});

test("a second tab goes on with the version that it has, also without a network", async ({ browser }) => {
  await own(async (copy, at) => {
    const context = await fresh(browser, { serviceWorkers: "allow", at });
    const page = await context.newPage();
    await visit(page, at);
    await openAgainstBots(page, OPEN);
    const other = await context.newPage();
    await other.goto(at);
    renew(copy);
    await update(other);
    await expect(other.getByText("A new version is there.")).toBeVisible();
    // Tabs ask now and then that what nobody uses goes, also while a new version is about to take over.
    await other.evaluate(async () => {
      (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage("clean");
    });
    await Promise.all([
      other.waitForEvent("load"),
      other.getByRole("button", { name: "Load it now" }).click(),
    ]);
    // The old version is still there for the first tab, which has yet to load parts of it.
    await expect.poll(() => keptVersions(other)).toHaveLength(2);
    await context.setOffline(true);
    await move(page, 3);
    await waitForTurn(page);
    await page.evaluate(() => history.back());
    await page.getByRole("link", { name: "Golf" }).first().click();
    await expect(page.locator("h1")).toHaveText(/golf/i);
    await page.locator(".lengths .button").first().click();
    await expect(page.locator("section.prompt h2")).toBeVisible();
    await context.setOffline(false);
    // When nobody uses it any more, it goes.
    await page.close();
    await other.reload();
    await expect.poll(() => keptVersions(other)).toEqual([`chess-kit-site ${PATH} newer`]);
    await context.close();
  });
});
