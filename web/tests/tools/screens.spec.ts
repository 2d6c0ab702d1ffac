// Every game in every window, light and dark, as pictures to look at.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { WINDOWS } from "../e2e/fit";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "../e2e/hands";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(/\.md$/, ""));
const target = join(import.meta.dirname, "../../test-results/screens");
const TURNS = 3;
const DAY = "2026-11-18";

/** Takes the page in every window, light and dark. */
async function take(page: Page, name: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(150);
      await page.screenshot({ path: join(target, `${name}-${width}x${height}-${colorScheme}.png`) });
    }
  }
}

for (const game of GAMES) {
  test(`screens of ${game}`, async ({ page }) => {
    await startAgainstBots(page, game, "learner");
    const roll = dice(9);
    for (let turn = 0; turn < TURNS; turn++) {
      if ((await waitForTurn(page)).over) break;
      await decideOnce(page, roll);
    }
    await waitForTurn(page);
    await take(page, game);
  });
}

test("screens of golf alone", async ({ page, request }) => {
  await page.goto("/golf");
  await expect(page.locator(".today svg")).toBeVisible();
  await take(page, "page-golf");
  const { text } = await (await request.get(`/api/golf/day?date=${DAY}`)).json();
  const { steps } = await (await request.post("/api/golf/solve", { data: { text } })).json();
  await page.goto(`/golf/${DAY}`);
  await page.locator(`.decide [data-spot="${steps.length}"]`).waitFor();
  await page.locator(`.board [data-spot="${steps[0].from}"]`).click();
  await take(page, "page-golf-thinking");
  await page.locator(`.decide [data-spot="${steps.length}"]`).click();
  await page.locator(".actions .main").click();
  for (const { from, to } of steps) {
    await page.locator(`[data-spot="${from}"][data-light]`).click();
    await page.locator(`[data-spot="${to}"][data-light]`).click();
  }
  await page.locator(".line li button").first().click();
  await take(page, "page-golf-scored");
  await page.goto(`/golf/course/${DAY}`);
  await expect(page.locator("tbody tr")).toHaveCount(9);
  await take(page, "page-golf-course");
});
