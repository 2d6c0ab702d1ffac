// The app is small: what comes over the line before a table, with one, and for a hole of golf.
import { expect } from "@playwright/test";
import { startAgainstBots, waitForTurn } from "./hands";
import { test } from "./test";
import { kilobytes, loaded, MOST } from "./weight";

test("the start page, a table and a hole are light", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("[data-card]").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const first = await loaded(page);
  await startAgainstBots(page, "zombie-chess");
  await waitForTurn(page);
  await page.goto(page.url());
  await waitForTurn(page);
  await page.waitForLoadState("networkidle");
  const table = await loaded(page);
  await page.goto("/golf/2026-11-18");
  await expect(page.locator(".board")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const hole = await loaded(page);
  console.log(`start ${kilobytes(first)}, table ${kilobytes(table)}, hole ${kilobytes(hole)}`);
  expect(first).toBeGreaterThan(1024);
  expect(first, "before a table").toBeLessThanOrEqual(MOST.first);
  expect(table, "with a table").toBeLessThanOrEqual(MOST.table);
  expect(hole, "a hole").toBeLessThanOrEqual(MOST.table);
});
