// Six games at desktop and phone width, as pictures for the documents.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "../e2e/hands";

const GAMES = [
  "zombie-chess",
  "tar-pit-chess",
  "masquerade-chess",
  "two-move-chess",
  "half-alice-chess",
  "chess-golf",
];
const SIZES = [
  { name: "desktop", width: 1280, height: 800 },
  { name: "phone", width: 360, height: 740 },
];
const target = join(import.meta.dirname, "../../../docs/screenshots");

for (const game of GAMES) {
  for (const { name, width, height } of SIZES) {
    test(`${game} ${name}`, async ({ page }) => {
      mkdirSync(target, { recursive: true });
      await page.setViewportSize({ width, height });
      await startAgainstBots(page, game, "learner");
      const roll = dice(9);
      for (let turn = 0; turn < (game === "chess-golf" ? 0 : 5); turn++) {
        await decideOnce(page, roll);
        if ((await waitForTurn(page)).over) break;
      }
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(target, `${game}-${name}.png`) });
    });
  }
}
