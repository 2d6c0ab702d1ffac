// Prints what the app costs: size, time until one can play, layout shift, time from answer to screen.
import { expect, test } from "@playwright/test";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "../e2e/hands";
import { kilobytes, loaded, MOST } from "../e2e/weight";

interface Measured {
  arrivals: number[];
  paints: number[];
  shift: number;
  /** What moved, and by how much. */
  moved: string[];
}

interface Shift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

declare global {
  interface Window {
    measured: Measured;
  }
}

/** Notes when frames arrive, when the board changes on screen after that, and every layout shift. */
function watch(): void {
  const measured: Measured = { arrivals: [], paints: [], shift: 0, moved: [] };
  window.measured = measured;
  let arrived: number | null = null;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(address: string | URL) {
      super(address);
      this.addEventListener("message", (event) => {
        if (String(event.data).startsWith('{"frame"')) arrived = performance.now();
      });
    }
  };
  const changes = new MutationObserver(() => {
    if (arrived === null) return;
    const since = arrived;
    arrived = null;
    requestAnimationFrame(() => measured.paints.push(performance.now() - since));
  });
  changes.observe(document, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      measured.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const name =
          node instanceof Element ? `${node.nodeName.toLowerCase()}.${node.classList[0] ?? ""}` : "text";
        const atBoard = node instanceof Element && node.closest(".middle") !== null;
        const far = Math.round(Math.abs(currentRect.y - previousRect.y));
        if (atBoard && far > 0) measured.moved.push(`${name} by ${far} px`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const SIZES = [
  { name: "desktop", width: 1280, height: 800 },
  { name: "phone", width: 360, height: 740 },
];

for (const { name, width, height } of SIZES) {
  test(`measure ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(watch);
    await page.goto("/");
    await expect(page.locator("button[data-card]").first()).toBeVisible();
    const first = await loaded(page);

    await startAgainstBots(page, "zombie-chess");
    await waitForTurn(page);
    const address = page.url();
    await page.goto(address);
    await page.waitForSelector("[data-light]");
    const usable = await page.evaluate(() => performance.now());
    const table = await loaded(page);

    const roll = dice(4);
    await page.evaluate(() => {
      window.measured.shift = 0;
      window.measured.moved = [];
      window.measured.paints = [];
    });
    for (let turn = 0; turn < 8; turn++) await decideOnce(page, roll);
    const { shift, paints, moved } = await page.evaluate(() => window.measured);
    const sorted = [...paints].sort((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;

    console.log(`${name}, ${width} by ${height}`);
    console.log(`first load, script and style, compressed: ${kilobytes(first)} (aim 60 KB)`);
    console.log(`a table opened by its link, the same:     ${kilobytes(table)} (aim 120 KB)`);
    console.log(`table usable after:                       ${usable.toFixed(0)} ms (aim 1000 ms)`);
    console.log(`layout shift in ${paints.length} changes:              ${shift.toFixed(4)} (aim 0)`);
    console.log(
      `answer to screen, middle and worst:       ${middle.toFixed(0)} ms, ${(sorted.at(-1) ?? 0).toFixed(0)} ms (aim 100 ms)`,
    );
    console.log(
      `board, hand or seats moved:               ${moved.length} times (aim 0) ${[...new Set(moved)].join(", ")}`,
    );
    expect(first).toBeLessThanOrEqual(MOST.first);
    expect(table).toBeLessThanOrEqual(MOST.table);
  });
}
