// The board is whole and every decision is possible without scrolling, in every game and window.
import { expect, type Page } from "@playwright/test";
import { boardWidth, CHIEF_WINDOWS, Offered, outOfSight, WINDOWS } from "./fit";
import { decideOnce, dice, pointOnce, startAgainstBots, waitForTurn } from "./hands";
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
    await expect.poll(() => outOfSight(page, spots()), `${moment} at ${width} by ${height}`).toEqual([]);
  }
}

/** Games in which the decisions that are looked at here take one point each. */
const ONE_POINT = new Set(["cooperative-chess", "neighbour-chess-solitaire"]);

/** Picks something up, if the decision has more than one part, and looks in light and dark. */
async function expectPickedInSight(page: Page, moment: string, roll: () => number): Promise<boolean> {
  await pointOnce(page, roll);
  if ((await page.locator('[data-light="picked"]').count()) === 0) return false;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: "attached" });
    await expectAllInSight(page, `${moment}, picked, ${colorScheme}`, CHIEF_WINDOWS, () => []);
  }
  return true;
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
    let picked = await expectPickedInSight(page, "the first decision", roll);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (let turn = 1; turn <= TURNS; turn++) {
      await decideOnce(page, roll);
      const { over } = await waitForTurn(page);
      if (turn % LOOK > 0 && !over) continue;
      await expectAllInSight(page, `after ${turn} decisions`, CHIEF_WINDOWS, () =>
        over ? [] : offered.spots,
      );
      if (over) break;
      picked = (await expectPickedInSight(page, `after ${turn} decisions`, roll)) || picked;
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(picked || ONE_POINT.has(game), "something was picked").toBe(true);
  });
}

test("the board is as large as the window allows", async ({ page }) => {
  await startAgainstBots(page, "half-alice-chess");
  await waitForTurn(page);
  const least = { "1366x640": 570, "1280x800": 640, "820x1180": 670, "1180x820": 650, "360x740": 360 };
  for (const [size, wanted] of Object.entries({ ...least, "740x360": 360, "640x320": 320 })) {
    const [width = 0, height = 0] = size.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await expect.poll(() => boardWidth(page), size).toBeGreaterThanOrEqual(wanted);
  }
});
