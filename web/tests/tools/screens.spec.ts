// Every game in every window, light and dark, as pictures to look at.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { WINDOWS } from "../e2e/fit";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "../e2e/hands";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(/\.md$/, ""));
const target = join(import.meta.dirname, "../../test-results/screens");
const TURNS = 3;

for (const game of GAMES) {
  test(`screens of ${game}`, async ({ page }) => {
    mkdirSync(target, { recursive: true });
    await startAgainstBots(page, game, "learner");
    const roll = dice(9);
    for (let turn = 0; turn < TURNS; turn++) {
      if ((await waitForTurn(page)).over) break;
      await decideOnce(page, roll);
    }
    await waitForTurn(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(target, `${game}-${width}x${height}-${colorScheme}.png`) });
      }
    }
  });
}
