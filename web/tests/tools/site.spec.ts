// Prints what the site of plain files costs: bytes of the module, time to the first own move on a slow
// line and without a network, and the memory that browsers give to it. `npm run measure:site`.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { dice, pointOnce, waitForTurn } from "../e2e/hands";
import { folder, knowsAllGames, PATH } from "../site/site";

/** A line of 1.6 Mbit/s, in bytes. */
const SLOW = 200_000;
const GAME = "chess960";

const PROBE = `require("net").createServer().listen(0, "127.0.0.1", function () {
  process.stdout.write(String(this.address().port)); this.close(); })`;

/** The site on a host that sends so many bytes a second to all who ask together. */
async function hosted<T>(rate: number, work: (at: string) => Promise<T>): Promise<T> {
  const port = execFileSync(process.execPath, ["-e", PROBE]).toString();
  const script = join(import.meta.dirname, "../site/host.mjs");
  const host: ChildProcess = spawn(process.execPath, [script, folder(), PATH, port, String(rate)]);
  const at = `http://127.0.0.1:${port}${PATH}`;
  try {
    const isThere = (): Promise<boolean> =>
      fetch(`${at}manifest.webmanifest`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isThere).toBe(true);
    return await work(at);
  } finally {
    host.kill();
  }
}

function context(browser: Browser, at: string): Promise<BrowserContext> {
  const { origins } = knowsAllGames();
  const storageState = {
    cookies: [],
    origins: origins.map((one) => ({ ...one, origin: new URL(at).origin })),
  };
  return browser.newContext({ baseURL: at, storageState, serviceWorkers: "allow", locale: "en-US" });
}

/** Opens a table from the start page of the app and makes a move; how long that took. */
async function firstMove(page: Page, level: string): Promise<number> {
  const begun = Date.now();
  await page.goto(`?/new&game=${GAME}&with=bots`);
  for (const choice of await page.getByLabel(/^How the bot plays/).all()) await choice.selectOption(level);
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
  const turns = page.locator(".table [data-spot][aria-label]");
  const board = (): Promise<string> =>
    turns.evaluateAll((spots) => spots.map((spot) => spot.getAttribute("aria-label")).join());
  const was = await board();
  const roll = dice(3);
  while ((await board()) === was) await pointOnce(page, roll);
  return Date.now() - begun;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / (1 << 20)).toFixed(0)} MB`;

/** The own memory of all processes that show pages, as the system counts it. */
function memory(): number {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes
    .filter((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        return command.includes("--type=renderer") && isBelow(Number(name), process.pid);
      } catch {
        return false;
      }
    })
    .map((name) => /^Private_Dirty:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, "utf8"))?.[1])
    .reduce((sum, kilobytes) => sum + Number(kilobytes ?? 0) * 1024, 0);
}

/** Whether a process was started by another, or by one that it has started. */
function isBelow(process: number, other: number): boolean {
  for (let at = process; at > 1; ) {
    if (at === other) return true;
    at = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${at}/status`, "utf8"))?.[1] ?? 0);
  }
  return false;
}

test("what the module weighs", () => {
  const module = readdirSync(folder()).find((name) => name.endsWith(".wasm")) ?? "";
  const size = (ending: string): number => statSync(join(folder(), module + ending)).size;
  console.log(`module: ${size("")} bytes, ${size(".br")} with brotli, ${size(".gz")} with gzip`);
});

test("how long the first own move takes", async ({ browser }) => {
  await hosted(SLOW, async (at) => {
    const visitor = await context(browser, at);
    const page = await visitor.newPage();
    console.log(`cold, at 1.6 Mbit/s: ${seconds(await firstMove(page, "learner"))}`);
    await visitor.close();
  });
  await hosted(0, async (at) => {
    const visitor = await context(browser, at);
    const page = await visitor.newPage();
    await page.goto("");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await visitor.setOffline(true);
    console.log(`warm, without a network: ${seconds(await firstMove(page, "learner"))}`);
    await visitor.close();
  });
});

test("how much memory a table takes", async ({ browser }) => {
  test.skip(process.platform !== "linux", "the system says it only there");
  await hosted(0, async (at) => {
    for (const level of ["learner", "master"]) {
      const visitor = await context(browser, at);
      const page = await visitor.newPage();
      await page.goto("?/about");
      const empty = memory();
      await firstMove(page, level);
      await waitForTurn(page);
      console.log(`memory with a bot of ${level}: ${megabytes(memory())}, and ${megabytes(empty)} before`);
      await visitor.close();
    }
  });
});
