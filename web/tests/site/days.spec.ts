// Good and bad days of a page without a server.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { dice, LIT, pointOnce, waitForTurn } from "../e2e/hands";
import { address, askReferee, before, folder, heardCount, knowsAllGames, PATH, tableOf, tap } from "./site";

const OPEN = "chess960";
const SEALED = "two-move-chess";

async function openAgainstBots(page: Page, game: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=bots`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
}

const curtain = (page: Page) => page.locator("section.curtain");
const status = async (page: Page): Promise<{ turns: string[]; note: { status: string } }> =>
  JSON.parse(await askReferee(page, `/api/tables/${tableOf(page)}`));

/** What lies on the squares, in words. */
const board = (page: Page): Promise<string> =>
  page
    .locator(".table [data-spot][aria-label]")
    .evaluateAll((spots) =>
      spots.map((spot) => spot.getAttribute("aria-label")?.split(", ").slice(0, 2).join(" ")).join("\n"),
    );

/** Points at lit spots until something stands elsewhere. */
async function move(page: Page, seed: number): Promise<void> {
  const [roll, was] = [dice(seed), await board(page)];
  await expect
    .poll(async () => {
      await pointOnce(page, roll);
      return board(page);
    })
    .not.toBe(was);
}

async function openAtThisScreen(page: Page, game: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=screen`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(curtain(page)).toBeVisible();
}

async function lift(page: Page): Promise<void> {
  await curtain(page).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.locator(".table[data-viewer]")).toBeVisible();
}

/** Decides until the seat has nothing left to decide. */
async function seal(page: Page): Promise<void> {
  const roll = dice(5);
  const more = page.locator(`${LIT}, section.prompt .button.main`);
  const done = page.getByRole("button", { name: /^Cover the table for/ });
  for (let count = 0; count < 60; count++) {
    await expect(more.or(done).first()).toBeVisible();
    if (await done.isVisible()) return;
    await pointOnce(page, roll);
  }
  throw new Error("the turn does not end");
}

test("a sealed choice outlasts a reload, and the curtain hides it", async ({ page }) => {
  await tap(page);
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
});

test("the newest of two tabs has the seat, and the other follows when it is asked to", async ({
  page,
  context,
}) => {
  await openAgainstBots(page, OPEN);
  const other = await context.newPage();
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

test("a window that keeps nothing plays, and says so", async ({ page }) => {
  await before(
    page,
    "referee",
    'Object.defineProperty(self, "indexedDB", { get() { throw new Error("forbidden"); } });',
  );
  await openAgainstBots(page, OPEN);
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

test("a new version is offered and does not disturb a running game", async ({ browser }) => {
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
  const at = `http://127.0.0.1:${port}${PATH}`;
  const context = await fresh(browser, { serviceWorkers: "allow", at });
  try {
    const page = await context.newPage();
    await expect
      .poll(() =>
        page.goto(at).then(
          (answer) => answer?.ok(),
          () => false,
        ),
      )
      .toBe(true);
    await page.evaluate(() => localStorage.setItem("chess-kit-bot-pace", "0"));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await openAgainstBots(page, OPEN);
    const worker = join(copy, "service-worker.js");
    const text = readFileSync(worker, "utf8").replace(/const VERSION = "\w+"/, 'const VERSION = "newer"');
    writeFileSync(worker, text);
    rmSync(`${worker}.br`);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText("A new version is there.")).toBeVisible();
    await move(page, 3);
    await waitForTurn(page);
    const log = await board(page);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Load it now" }).click()]);
    await waitForTurn(page);
    expect(await page.evaluate(() => caches.keys())).toEqual([`chess-kit-site ${PATH} newer`]);
    await expect.poll(() => board(page)).toBe(log);
  } finally {
    await context.close();
    host.kill();
    rmSync(copy, { recursive: true, force: true });
  }
});
