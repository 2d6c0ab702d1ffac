// Tools beside a real board, without a server and with the network off.
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { address, knowsAllGames } from "./site";

let context: BrowserContext;
let page: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({
    serviceWorkers: "allow",
    storageState: knowsAllGames(),
    baseURL: address(),
    viewport: { width: 360, height: 640 },
    locale: "en-US",
  });
  page = await context.newPage();
  await page.goto("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
});

test.afterAll(() => context.close());

async function open(name: string): Promise<void> {
  await page.goto("?/tools");
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function lift(who: RegExp): Promise<void> {
  await page.getByRole("button", { name: who }).click();
  const look = page.getByRole("button", { name: /: look$/ });
  await look.press("Enter");
  await look.press("Enter");
}

test("tools say what they protect from, and so does the help", async () => {
  const COVERED = /is only covered: .* not from somebody with developer tools/;
  for (const path of ["?/tools", "?/tools/sealed", "?/tools/cards", "?/about"]) {
    await page.goto(path);
    await expect(page.getByText(COVERED), path).toBeVisible();
  }
});

test("a keeper answers", async () => {
  await open("Graves");
  await lift(/White looks/);
  await page.locator('[data-spot="c3"]').click();
  await page.locator('[data-spot="knight"]').click();
  await page.getByRole("button", { name: "Shut" }).click();
  await page.locator('[data-spot="c3"]').click();
  await page.locator('[data-spot="white"]').click();
  await expect(page.getByText("A black knight climbs out at c3.")).toBeVisible();
});

test("the judge opens both moves", async () => {
  await open("Blow by blow");
  await page.getByRole("button", { name: "It stands like this" }).click();
  for (const [who, from, to] of [
    [/White looks/, "e2", "e4"],
    [/Black looks/, "e7", "e5"],
  ] as const) {
    await lift(who);
    await page.locator(`[data-spot="${from}"]`).click();
    await page.locator(`[data-spot="${to}"]`).click();
    await expect(page.getByRole("button", { name: "Shut" })).toHaveCount(0);
  }
  await expect(page.locator(".said")).toContainText("e5");
});

test("the dealer deals a start position", async () => {
  await open("Chess960");
  const said = page.locator(".said");
  await expect(said).toHaveCount(0);
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await expect(said).toContainText(/\d/);
});

test("cards are dealt", async () => {
  await open("Chess cards");
  await page.getByRole("spinbutton", { name: "Secret hands" }).fill("2");
  await page.getByRole("spinbutton", { name: "Cards each" }).fill("3");
  await page.getByRole("button", { name: "Shuffle and deal" }).click();
  await lift(/Person 1 looks/);
  await expect(page.getByRole("listitem")).toHaveCount(3);
});
