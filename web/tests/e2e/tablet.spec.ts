// A tablet that lies flat between two people: words turn to whoever decides, and the board stays.
import { expect, type Locator, type Page } from "@playwright/test";
import { violations } from "../axe";
import { square } from "./company";
import { dice, pointOnce, waitForTurn } from "./hands";
import { test } from "./test";

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

async function layFlat(page: Page, game: string): Promise<void> {
  await page.goto(`/new?game=${game}&with=screen`);
  await page.getByPlaceholder("Name").first().fill("Ada");
  await page.getByPlaceholder("Name").last().fill("Ben");
  await page.getByLabel("The screen lies flat between us").check();
  await page.getByRole("button", { name: "Open the table" }).click();
}

/** Where the middle of something is on the glass. */
async function placeOf(thing: Locator): Promise<{ x: number; y: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether something reads from the far edge: what comes first is further down the glass. */
async function isTurned(first: Locator, second: Locator): Promise<boolean> {
  return (await placeOf(first)).y > (await placeOf(second)).y;
}

const promptIsTurned = (page: Page): Promise<boolean> =>
  isTurned(page.locator("section.prompt h2"), page.locator("section.prompt > .words"));
const conductIsTurned = (page: Page): Promise<boolean> =>
  isTurned(page.locator("section.prompt"), page.locator(".conduct").getByRole("button").first());
const barIsTurned = async (page: Page, name: string): Promise<boolean> => {
  const bar = page.locator(".seat", { hasText: name });
  return (await placeOf(bar.locator(".disc"))).x > (await placeOf(bar.locator(".name"))).x;
};

/** Whether the bars of the two are turned. */
const barsTurned = (page: Page): Promise<boolean[]> =>
  Promise.all(["Ada", "Ben"].map((name) => barIsTurned(page, name)));

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await placeOf(square(page, from)), await placeOf(square(page, to))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

for (const size of [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
]) {
  test(`words turn at ${size.width} by ${size.height}, and the board does not`, async ({ page }) => {
    await page.setViewportSize(size);
    await layFlat(page, "chess960");
    await waitForTurn(page);
    await expect.poll(() => promptIsTurned(page)).toBe(false);
    await expect.poll(() => barsTurned(page)).toEqual([false, true]);
    const e4 = await placeOf(square(page, "e4"));
    await expect(page.locator(".figure")).toHaveCount(32);
    await expect(page.locator(".figure.turned")).toHaveCount(16);

    await square(page, "e2").tap();
    await square(page, "e4").tap();
    await expect(page.locator('.table[data-side="far"]')).toBeVisible();
    await waitForTurn(page);
    await expect.poll(() => promptIsTurned(page)).toBe(true);
    await expect.poll(() => conductIsTurned(page)).toBe(true);
    await expect.poll(() => barsTurned(page)).toEqual([false, true]);
    const away = async () => {
      const now = await placeOf(square(page, "e4"));
      return Math.hypot(now.x - e4.x, now.y - e4.y);
    };
    await expect.poll(away).toBeLessThan(3);
    expect(await violations(page)).toEqual([]);

    await drag(page, "e7", "e5");
    await expect(square(page, "e5")).toHaveAccessibleName(/black pawn/);
    await expect(page.locator('.table[data-side="near"]')).toBeVisible();
    await expect.poll(() => promptIsTurned(page)).toBe(false);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(wide).toBeLessThanOrEqual(size.width);
  });
}

test("secrets still go through the curtain, which turns to whoever may look", async ({ page }) => {
  await layFlat(page, "two-move-chess");
  const curtain = page.locator("section.curtain");
  const roll = dice(3);
  const turned = () => isTurned(curtain.getByRole("heading"), curtain.getByRole("button"));
  await expect(curtain).toContainText("Ada");
  await expect.poll(turned).toBe(false);
  await liftByKeys(page);
  await expect.poll(() => promptIsTurned(page)).toBe(false);
  const handOver = page.getByRole("button", { name: /^Cover the table for/ });
  await expect(async () => {
    if (!(await handOver.isVisible())) await pointOnce(page, roll);
    await expect(handOver).toBeVisible({ timeout: 300 });
  }).toPass();
  await handOver.click();
  await expect(curtain).toContainText("Ben");
  await expect(page.locator(".table[data-viewer]")).toHaveCount(0);
  await expect.poll(turned).toBe(true);
  await liftByKeys(page);
  await expect.poll(() => promptIsTurned(page)).toBe(true);
  const [card, board] = [page.locator(".hand li").first(), page.locator(".board")];
  await expect.poll(async () => (await placeOf(card)).y - (await placeOf(board)).y).toBeLessThan(0);
});

async function liftByKeys(page: Page): Promise<void> {
  await page.locator("section.curtain").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.locator(".table[data-viewer]")).toBeVisible();
}
