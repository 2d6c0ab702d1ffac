// Every game and page in every window, light and dark, as pictures to look at.
//
// `SCREENS_LANGUAGE=de-DE` reads another language, `SCREENS_WINDOWS="1366x640 360x740"` takes fewer
// windows, `SCREENS_COLORS=light` fewer colors, and `npm run screens -- -g telepathic` fewer games.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { WINDOWS } from "../e2e/fit";
import { decideOnce, dice, playToTheEnd, startAgainstBots, waitForTurn } from "../e2e/hands";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md") && file !== "introduction.md")
  .map((file) => file.replace(/\.md$/, ""));
const target = join(import.meta.dirname, "../../test-results/screens");
const TURNS = Number(process.env.SCREENS_TURNS ?? 3);
const LANGUAGE = process.env.SCREENS_LANGUAGE ?? "en-US";
const CHOSEN = process.env.SCREENS_WINDOWS?.split(" ").map((size) => size.split("x").map(Number)) ?? WINDOWS;
const COLORS = (process.env.SCREENS_COLORS ?? "light dark").split(" ") as ("light" | "dark")[];
const DAY = "2026-11-18";

test.use({ locale: LANGUAGE });

/** Takes the page in every window, light and dark. */
async function take(page: Page, name: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const colorScheme of COLORS) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [width = 0, height = 0] of CHOSEN) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(150);
      const file = `${name}-${LANGUAGE.slice(0, 2)}-${width}x${height}-${colorScheme}.png`;
      await page.screenshot({ path: join(target, file) });
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

test("screens of pages", async ({ page }) => {
  for (const path of ["", "lobby", "learn/zombie-chess", "learn/telepathic-chess/turn", "golf", "settings"]) {
    await page.goto(`/${path}`);
    await page.locator("main h1, main h2").first().waitFor();
    await take(page, `page-${path.replaceAll("/", "-") || "start"}`);
  }
  await page.goto("/");
  await page.locator('[data-card="telepathic-chess"]').click();
  await take(page, "page-plan");
  await page.locator('[data-way="friends"]').click();
  await page.locator("[data-chair]").first().waitFor();
  await take(page, "page-room");
  await startAgainstBots(page, "tar-pit-chess");
  await playToTheEnd(page, 5, 0);
  await take(page, "page-end");
  await page.goto(page.url().replace("/t/", "/replay/"));
  await page.locator(".board").first().waitFor();
  await take(page, "page-replay");
});

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
