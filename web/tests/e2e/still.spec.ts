// Nothing jumps when somebody moves: not the board, not the words, at a desk and on a phone.
import { expect, test } from "@playwright/test";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "./hands";

declare global {
  interface Window {
    jumps: string[];
  }
}

/** Notes everything that the browser says has moved, and by how much of the screen. */
function watch(): void {
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      sources: { node: Node | null }[];
    }[]) {
      if (entry.value < 0.001) continue;
      const names = entry.sources.map(({ node }) => (node as Element | null)?.className ?? "text");
      window.jumps.push(`${entry.value.toFixed(4)} ${names.join(", ")}`);
    }
  }).observe({ type: "layout-shift" });
}

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`moves at ${width} by ${height} move nothing else`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await startAgainstBots(page, "half-alice-chess");
    await waitForTurn(page);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(watch);
    const roll = dice(4);
    for (let turn = 0; turn < 4; turn++) await decideOnce(page, roll);
    await expect(page.locator(".said [data-line]").nth(5)).toBeVisible();
    expect(await page.evaluate(() => window.jumps)).toEqual([]);
    const newest = page.locator(".said [data-line]").last();
    expect(await newest.evaluate(inSightOfItsList)).toBe(true);
  });
}

function inSightOfItsList(line: Element): boolean {
  const [row, list] = [line.getBoundingClientRect(), line.closest(".lines")?.getBoundingClientRect()];
  return list !== undefined && row.bottom <= list.bottom + 1 && row.top >= list.top;
}
