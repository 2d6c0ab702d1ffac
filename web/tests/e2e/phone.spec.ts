// A phone held upright: everything by touch, and nothing to the side.
import { expect, type Page } from "@playwright/test";
import { hearActs, LIT, startAgainstBots, waitForMore, waitForTurn } from "./hands";
import { test } from "./test";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

const PAGES = [
  "/",
  "/new?game=chess-golf",
  "/lobby",
  "/learn",
  "/learn/zombie-chess",
  "/golf",
  "/golf/2026-11-18",
  "/golf/course/2026-11-18",
  "/replay",
  "/settings",
  "/about",
  "/t/nosuchtable",
];
const GAMES = [
  "zombie-chess",
  "tar-pit-chess",
  "masquerade-chess",
  "two-move-chess",
  "telepathic-chess",
  "chess-golf",
  "neighbour-chess-solitaire",
];

const expectNoSideways = async (page: Page): Promise<void> => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
};

for (const path of PAGES) {
  test(`${path} fits`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoSideways(page);
  });
}

for (const game of GAMES) {
  test(`${game} by touch`, async ({ page }) => {
    const acted = hearActs(page);
    await startAgainstBots(page, game);
    await waitForTurn(page);
    await expectNoSideways(page);
    for (let touch = 0; touch < 12 && !acted(); touch++) {
      const ready = page.locator("section.prompt .button.main");
      if (await ready.isVisible()) await ready.tap();
      else
        await page
          .locator(LIT)
          .first()
          .tap({ position: { x: 6, y: 6 } });
      await waitForMore(page, acted);
    }
    expect(acted()).toBe(true);
    await expectNoSideways(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button.button, a.button")]
        .filter((button) => button.offsetParent !== null && button.getBoundingClientRect().height < 43.5)
        .map((button) => button.textContent?.trim() ?? ""),
    );
    expect(small, "every control is large enough for a finger").toEqual([]);
  });
}

test("the ring around a king in check lies on its square", async ({ page }) => {
  await page.goto("/new?game=chess960&with=screen");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Start from a position/).fill("fen: 4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1");
  await page.getByRole("button", { name: "Open the table" }).click();
  const [ring, square] = [page.locator(".mark.check"), page.locator('.board [data-spot="e1"]')];
  await expect(ring).toBeVisible();
  const [found, wanted] = [await ring.boundingBox(), await square.boundingBox()];
  expect(Math.abs((found?.y ?? 0) - (wanted?.y ?? -9))).toBeLessThan(1);
  expect(Math.abs((found?.height ?? 0) - (wanted?.height ?? -9))).toBeLessThan(1);
});
