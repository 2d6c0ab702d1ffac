// One phone beside a real board, without a server and without a network.
import { expect, test } from "@playwright/test";
import { done, expectFits, PHONE, screen, shownOn } from "../e2e/companion";
import { address, knowsAllGames } from "./site";

test("one phone in the middle works offline", async ({ browser }) => {
  const context = await browser.newContext({
    serviceWorkers: "allow",
    storageState: knowsAllGames(),
    baseURL: address(),
    viewport: PHONE,
    locale: "en-US",
  });
  const page = await context.newPage();
  await page.goto("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto("?/new&game=half-alice-chess&with=screen&real=one");
  // There is nobody else to give a phone to.
  await expect(page.getByLabel("One phone in the middle")).toBeChecked();
  await expect(page.getByLabel("A phone for each player")).toHaveCount(0);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(screen(page).getByRole("heading", { name: "Set up the table" })).toBeVisible();
  await done(page).click();
  for (const [from, to] of [
    ["e2", "e4"],
    ["e7", "e5"],
  ] as const) {
    await page.locator(`.companion [data-spot="${from}"]`).click();
    await page.locator(`.companion [data-spot="${to}"]`).click();
    await expect(screen(page).locator(".steps")).toContainText(`from ${from} to ${to}`);
    await expectFits(page, `${from}${to}`);
    while ((await shownOn(page)) === "hands") await done(page).click();
  }
  // The page comes back as it was.
  await page.reload();
  await expect(page.locator('.companion [data-spot="d2"]')).toBeVisible();
  await context.close();
});
