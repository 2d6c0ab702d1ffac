// All games without a network, from the first visit to a result, and nothing of other seats in the page.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { ReplayNote } from "../../src/lib/wire/wire";
import { playToTheEnd } from "../e2e/hands";
import { secretsOf } from "../e2e/wiretap";
import { address, askReferee, heardBy, knowsAllGames, tableOf, tap } from "./site";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md") && file !== "introduction.md")
  .map((file) => file.replace(/\.md$/, ""));

/** Where random hands would play for very long, the game starts near its end. */
const NEAR_THE_END: Record<string, string> = {
  "telepathic-chess": "fen: 7k/8/5K2/8/8/8/8/QRR5 w - -",
  "synchronous-chess": "fen: 3qk3/8/8/8/8/8/8/3QK3",
};

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({
    serviceWorkers: "allow",
    storageState: knowsAllGames(),
    baseURL: address(),
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
  });
  page = await context.newPage();
  await tap(page);
  await page.goto("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
});

test.afterAll(() => context.close());

async function start(game: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=bots`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  const arrangement = NEAR_THE_END[game];
  if (arrangement !== undefined) {
    await page.getByText("Clock, spectators and start position").click();
    await page.getByLabel(/^Start from a position/).fill(arrangement);
  }
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator("section.prompt")).toBeVisible({ timeout: 30_000 });
}

/** What asks the referee in the page as others ask a server. */
const asker = (): APIRequestContext =>
  ({
    get: async (path: string) => {
      const text = await askReferee(page, path);
      return { json: () => JSON.parse(text) };
    },
  }) as unknown as APIRequestContext;

for (const game of GAMES) {
  test(`${game} is played to a result without a network`, async () => {
    await start(game);
    expect(await playToTheEnd(page, 7, 2)).toBeGreaterThan(0);
    await expect(page.locator("section.banner h2")).not.toBeEmpty();
    const mine = (await page.locator(".table").first().getAttribute("data-viewer")) ?? "public";
    const live = await heardBy(page);
    const table = tableOf(page);
    const inside = (text: string): boolean => live.includes(JSON.stringify(text).slice(1, -1));
    const replay = async (entry: number) =>
      JSON.parse(await askReferee(page, `/api/tables/${table}/replay/${entry}?seat=${mine}`)) as ReplayNote;
    const { seats, lines } = await replay((await replay(0)).entries);
    // What is looked for would be found: words of the viewer's own are there.
    expect(lines.some(({ text }) => inside(JSON.stringify(text)))).toBe(true);
    for (const seat of seats.filter((seat) => seat !== mine)) {
      const secrets = await secretsOf(asker(), table, seat, [mine, "public"]);
      for (const part of secrets.parts) expect(inside(part), `a private part of ${seat}`).toBe(false);
      for (const line of secrets.lines)
        expect(inside(JSON.stringify(line)), `what ${seat} heard`).toBe(false);
    }
  });
}
