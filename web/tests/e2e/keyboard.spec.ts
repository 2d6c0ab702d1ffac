// The first moves of every game by keyboard alone, from the start page.
import { expect, type Page } from "@playwright/test";
import { expectFocusKept, hearActs, waitForMore, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

interface Focus {
  spot: string | null;
  lit: boolean;
  board: boolean;
  button: boolean;
  target: string | null;
  /** In a grid: the box that has the focus, and a lit one of the same grid, each as row and column. */
  cell: string | null;
  wanted: string | null;
}

/** Where the focus is, and which lit square is nearest if it is on the board. */
const focus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const now = document.activeElement as HTMLElement | null;
    const light = now?.dataset.light;
    const board = now?.getAttribute("role") === "gridcell" && now.dataset.spot !== undefined;
    const squares = [
      ...document.querySelectorAll<HTMLElement>('[role="gridcell"][data-light]:not([data-light="picked"])'),
    ];
    return {
      spot: now?.dataset.spot ?? null,
      lit: light !== undefined && light !== "picked",
      board,
      button: now?.closest("section.prompt") !== null && now?.matches(".button.main") === true,
      target: squares[0]?.dataset.spot ?? null,
      cell: now?.dataset.cell ?? null,
      wanted:
        now?.closest('[role="grid"]')?.querySelector<HTMLElement>('[data-cell][data-light="pick"]')?.dataset
          .cell ?? null,
    };
  });

async function walkTo(page: Page, from: string, to: string): Promise<void> {
  const flipped = (await page.locator('[data-flipped="true"]').count()) > 0;
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(to[1]) - Number(from[1]);
  const right = flipped ? -files : files;
  const up = flipped ? -ranks : ranks;
  for (let step = 0; step < Math.abs(right); step++)
    await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
  for (let step = 0; step < Math.abs(up); step++) await page.keyboard.press(up > 0 ? "ArrowUp" : "ArrowDown");
}

async function walkGrid(page: Page, from: string, to: string): Promise<void> {
  const [toRow = 0, toColumn = 0] = to.split(" ").map(Number);
  let at = from;
  for (let step = 0; step < 40 && at !== to; step++) {
    const [row = 0, column = 0] = at.split(" ").map(Number);
    const down = row === toRow ? 0 : Math.sign(toRow - row);
    const key =
      down > 0 ? "ArrowDown" : down < 0 ? "ArrowUp" : toColumn > column ? "ArrowRight" : "ArrowLeft";
    await page.keyboard.press(key);
    const now = (await focus(page)).cell ?? at;
    // A box that cannot be pressed is passed over; then one goes around it.
    if (now === at) await page.keyboard.press(toColumn > column ? "ArrowRight" : "ArrowLeft");
    at = (await focus(page)).cell ?? at;
  }
}

/** Tabs and walks to something that may be pointed at, and points. */
async function pointByKeys(page: Page): Promise<boolean> {
  for (let tab = 0; tab < 80; tab++) {
    const at = await focus(page);
    if (at.lit || at.button) {
      await page.keyboard.press("Enter");
      return true;
    }
    if (at.board && at.spot && at.target) {
      await walkTo(page, at.spot, at.target);
      expect((await focus(page)).spot).toBe(at.target);
      await page.keyboard.press("Enter");
      return true;
    }
    if (at.cell && at.wanted) {
      await walkGrid(page, at.cell, at.wanted);
      await page.keyboard.press("Enter");
      return true;
    }
    await page.keyboard.press("Tab");
  }
  return false;
}

/** Presses Tab until something of the game has the focus: its card, or the way to play it. */
async function tabTo(page: Page, way: string, game: string): Promise<void> {
  for (let tab = 0; tab < 120; tab++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate((name) => (document.activeElement as HTMLElement).dataset[name], way);
    if (found === game) return;
  }
  throw new Error(`the keyboard does not reach ${game}`);
}

for (const game of GAMES) {
  test(`${game}: the first decision by keyboard`, async ({ page }) => {
    const acted = hearActs(page);
    await page.goto("/");
    await expect(page.locator(`button[data-card="${game}"]`)).toBeVisible();
    for (const way of ["card", "game"]) {
      await tabTo(page, way, game);
      await page.keyboard.press("Enter");
    }
    await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
    await page.waitForSelector("[data-light]", { timeout: 20_000 });
    for (let point = 0; point < 12 && !acted(); point++) {
      expect(await pointByKeys(page), "something can be reached by keyboard").toBe(true);
      await expectFocusKept(page, `after ${point + 1} keys`);
      await waitForMore(page, acted);
    }
    expect(acted()).toBe(true);
    await waitForTurn(page);
    await expectFocusKept(page, "when the others have acted");
  });
}
