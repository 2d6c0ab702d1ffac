// A browser that is closed and started again, without a network: in each phase of a game its table is there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { dice, pointOnce, waitForTurn } from "../e2e/hands";
import { chromiumOptions } from "../e2e/server";
import { board, OPEN, openAgainstBots } from "./play";
import { address, PATH, tableOf } from "./site";

/** A game in which a turn is two decisions, of which others see nothing before both are made. */
const TWO = "two-move-chess";

/** A browser with a profile of its own, which outlasts it. */
class Restarted {
  readonly #profile = mkdtempSync(join(tmpdir(), "chess-kit-profile-"));
  #context: BrowserContext | null = null;

  async start(): Promise<Page> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...chromiumOptions(),
      baseURL: address(),
      viewport: { width: 1280, height: 800 },
      locale: "en-US",
      serviceWorkers: "allow",
    });
    return this.#context.pages()[0] ?? this.#context.newPage();
  }

  /** The first visit, after which nobody needs the network. */
  async visit(): Promise<Page> {
    const page = await this.start();
    await page.goto("");
    await page.evaluate((path) => {
      localStorage.setItem("chess-kit-bot-pace", "0");
      localStorage.setItem(`chess-kit-shown ${path}`, '["*"]');
    }, PATH);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await this.#context?.setOffline(true);
    return page;
  }

  /** Closes the browser, and opens the same address in a new one. */
  async again(page: Page): Promise<Page> {
    const at = page.url();
    await this.#context?.close();
    const next = await this.start();
    await this.#context?.setOffline(true);
    await next.goto(at);
    return next;
  }

  async end(): Promise<void> {
    await this.#context?.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}

let browser: Restarted;
test.beforeEach(() => {
  browser = new Restarted();
});
test.afterEach(() => browser.end());

/** How many records of the table were written down. */
const records = (page: Page): Promise<number> =>
  page.evaluate(
    ({ name, table }) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const store = opening.result.transaction("records").objectStore("records");
          const counting = store.count(IDBKeyRange.bound([table], [table, []]));
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    { name: `chess-kit-page ${PATH}`, table: tableOf(page) },
  );

/** What is asked, and what lies on the board. */
async function sight(page: Page): Promise<string> {
  await waitForTurn(page);
  return `${await page.locator("section.prompt h2").innerText()}\n${await board(page)}`;
}

/** Points until something is written down. */
async function decide(page: Page, seed: number): Promise<void> {
  const [roll, was] = [dice(seed), await records(page)];
  await expect
    .poll(async () => {
      await pointOnce(page, roll);
      return records(page);
    })
    .toBeGreaterThan(was);
}

test("a game goes on after each restart: before a turn, in the middle of one, and after it", async () => {
  let page = await browser.visit();
  await openAgainstBots(page, TWO);
  for (const seed of [3, 5, 7, 9]) {
    const seen = await sight(page);
    page = await browser.again(page);
    expect(await sight(page)).toBe(seen);
    await decide(page, seed);
  }
});

test("a game that is over is still there after a restart", async () => {
  let page = await browser.visit();
  await openAgainstBots(page, OPEN);
  await decide(page, 3);
  await waitForTurn(page);
  await page.locator(".conduct").getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await expect(page.locator("section.banner h2")).not.toBeEmpty();
  const told = await page.locator("section.banner h2").innerText();
  page = await browser.again(page);
  await expect(page.locator("section.banner h2")).toHaveText(told);
});
