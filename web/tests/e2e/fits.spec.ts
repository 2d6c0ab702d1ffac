// The board is whole and every decision is possible without scrolling, in every game and window.
import { expect, type Page } from "@playwright/test";
import { boardWidth, CHIEF_WINDOWS, Offered, outOfSight, WINDOWS } from "./fit";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

const TURNS = 12;
/** After how many decisions a table is measured again. */
const LOOK = 2;

async function expectAllInSight(
  page: Page,
  moment: string,
  windows: readonly (readonly [number, number])[],
  spots: () => string[],
): Promise<void> {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => outOfSight(page, spots()), { message: `${moment} at ${width} by ${height}`, timeout: 2000 })
      .toEqual([]);
  }
}

for (const game of GAMES) {
  test(`${game} fits every window`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: game < "m" ? "light" : "dark", reducedMotion: "reduce" });
    const offered = new Offered(page);
    await startAgainstBots(page, game);
    await waitForTurn(page);
    await expectAllInSight(page, "the first decision", WINDOWS, () => offered.spots);
    await page.setViewportSize({ width: 1280, height: 800 });
    const roll = dice(5);
    for (let turn = 1; turn <= TURNS; turn++) {
      await decideOnce(page, roll);
      const { over } = await waitForTurn(page);
      if (turn % LOOK > 0 && !over) continue;
      await expectAllInSight(page, `after ${turn} decisions`, CHIEF_WINDOWS, () =>
        over ? [] : offered.spots,
      );
      if (over) return;
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
}

test("the board is as large as the window allows", async ({ page }) => {
  await startAgainstBots(page, "half-alice-chess");
  await waitForTurn(page);
  const least = { "1366x640": 570, "1280x800": 640, "820x1180": 670, "1180x820": 650, "360x740": 360 };
  for (const [size, wanted] of Object.entries({ ...least, "740x360": 360, "640x320": 320 })) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => boardWidth(page), { message: size, timeout: 2000 })
      .toBeGreaterThanOrEqual(wanted);
  }
});
