// Everything beside tables, without a network: golf, learning, hints, replays, and what is taken along or brought in.
import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { playToTheEnd, waitForTurn } from "../e2e/hands";
import { address, knowsAllGames, tableOf } from "./site";

const HIDDEN = "masquerade-chess";

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
  await page.goto("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
});

test.afterAll(() => context.close());

/** Nothing on the page says that something went wrong. */
async function expectWell(): Promise<void> {
  await expect(page.locator("section.problem")).toHaveCount(0);
  await expect(page.locator(".trouble").filter({ hasText: /\S/ })).toHaveCount(0);
}

/** Presses something, and reads the file that is saved then. */
async function saved(press: () => Promise<void>): Promise<string> {
  const saving = page.waitForEvent("download");
  await press();
  return readFileSync(await (await saving).path(), "utf8");
}

test("golf of the day, practice with its solver, and a course", async () => {
  const prompt = page.locator("section.prompt h2");
  await page.goto("?/golf");
  await page.getByRole("link", { name: "Play the hole of the day" }).click();
  await expect(prompt).toHaveText("How many moves does it take?");
  await expectWell();
  await page.goto("?/golf");
  await page.locator(".lengths .button").nth(1).click();
  await expect(prompt).toHaveText(/^Try it/, { timeout: 30_000 });
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(page.getByText("A shortest solution")).toBeVisible();
  await expectWell();
  await page.goto("?/golf");
  await page
    .locator("section", { has: page.locator("#course") })
    .locator("button.main")
    .click();
  await page.getByRole("link", { name: "Play hole 1" }).click();
  await expect(prompt).toHaveText("How many moves does it take?");
  await expectWell();
});

test("rules, boards to try and a guided turn", async () => {
  await page.goto(`?/learn/${HIDDEN}`);
  await page.locator("[data-try]").first().click();
  await expect(page.locator(".try .try [data-spot]").first()).toBeVisible({ timeout: 30_000 });
  await expectWell();
  await page.goto(`?/learn/${HIDDEN}/turn`);
  await waitForTurn(page);
  await expectWell();
});

test("hints, the end, replay, analysis, pictures and scoresheets, there and back", async () => {
  await page.goto(`?/new&game=${HIDDEN}&with=bots`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
  await page.getByRole("button", { name: "Hint" }).click();
  const help = page.locator("section.help");
  await help.getByRole("button", { name: "Show me where" }).click();
  await help.getByRole("button", { name: "Show what to do" }).click();
  await expect(help.getByText("Why")).toBeVisible();
  await help.getByLabel("What you may know").check();
  await expect(help.getByText(/Counted|Reckoned|Nothing that is hidden/)).toBeVisible();
  await expectWell();
  await help.getByRole("button", { name: "Close" }).click();
  await playToTheEnd(page, 7, 0);
  await page.goto(`?/replay/${tableOf(page)}`);
  await expect(page.locator(".table").first()).toBeVisible();
  await page.getByRole("button", { name: "Analysis" }).click();
  await expect(page.locator("section.analysis polyline.truth")).toBeVisible();
  await page.locator("section.analysis").getByRole("button", { name: "Close" }).click();
  await expectWell();
  await page.getByRole("button", { name: "File …" }).click();
  const take = page.getByRole("dialog");
  expect(await saved(() => take.getByRole("button", { name: "Picture as SVG" }).click())).toContain("<svg");
  const sheet = await saved(() => take.getByRole("button", { name: "Scoresheet" }).click());
  expect(sheet).toContain(HIDDEN);

  // A megabyte of garbage gets a sentence, and what was saved here is read again.
  await page.goto("?/replay");
  const paste = page.getByLabel("Paste a scoresheet");
  await paste.fill("garbage ".repeat(1 << 17));
  await page.locator("form button.main").click();
  await expect(page.getByRole("alert").filter({ hasText: /too long/ })).toBeVisible();
  await paste.fill(sheet);
  await page.locator("form button.main").click();
  await page.waitForURL(/replay\/sheet/);
  await expect(page.locator(".table").first()).toBeVisible();
  await expectWell();
});
