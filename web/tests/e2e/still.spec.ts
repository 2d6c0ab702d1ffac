// Nothing jumps and nothing stalls when somebody moves: in every game, at a desk, on a tablet and on a phone.
import { type Browser, expect, type Page } from "@playwright/test";
import { CHIEF_WINDOWS } from "./fit";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

declare global {
  interface Window {
    jumps: { at: number; words: string }[];
    /** Since when jumps count. */
    since: number;
  }
}

/**
 * Notes what the browser says has moved, and by how much of the screen.
 *
 * Whatever moves by itself counts, as browsers count it; the board and the hand count also where somebody has
 * just pressed something.
 */
function watch(): void {
  window.jumps = [];
  window.since = performance.now();
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as unknown as {
      startTime: number;
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }[]) {
      if (value < 0.001) continue;
      const elements = sources.flatMap(({ node }) =>
        node instanceof Element ? node : (node?.parentElement ?? []),
      );
      // Where a card leaves a hand or a row, the others close up; what a checker may be goes along with it.
      // Inside the prompt things make room for what is asked next, soon after a click or, where others take
      // their time, long after it.
      const moved = elements.filter(
        (element) => !element.matches(".cards li, .board .candidates, section.prompt *"),
      );
      if (moved.length === 0) continue;
      const atHand = moved.some((element) => element.matches(".board, .board *, .middle > .square, .hand"));
      if (hadRecentInput && !atHand) continue;
      const names = moved.map((element) => `${element.nodeName.toLowerCase()}.${element.className}`);
      window.jumps.push({ at: startTime, words: `${value.toFixed(4)} ${names.join(", ")}` });
    }
  }).observe({ type: "layout-shift" });
}

/**
 * Changes the window; what moves by that is no jump.
 *
 * The browser tells of it later, when it has time, and then with the time at which it was.
 */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([x, y]) => innerWidth === x && innerHeight === y, [width, height] as const);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Another layout has come to rest when nothing has moved for a while.
    const places = () =>
      [...document.querySelectorAll(".board, .prompt")].map((box) => box.getBoundingClientRect().y).join();
    for (let [still, last] = [0, ""]; still < 30; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (places() !== last) still = 0;
      last = places();
    }
    window.since = performance.now();
  });
}

/** What has jumped since then. */
const jumps = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.jumps.filter(({ at }) => at > window.since).map(({ words }) => words));

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`the newest line is in sight at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await startAgainstBots(page, "half-alice-chess");
    const roll = dice(4);
    for (let turn = 0; turn < 4; turn++) await decideOnce(page, roll);
    await expect(page.locator(".said [data-line]").nth(5)).toBeVisible();
    const newest = page.locator(".said [data-line]").last();
    await expect.poll(() => newest.evaluate(inSightOfItsList)).toBe(true);
  });
}

function inSightOfItsList(line: Element): boolean {
  const [row, list] = [line.getBoundingClientRect(), line.closest(".lines")?.getBoundingClientRect()];
  return list !== undefined && row.bottom <= list.bottom + 1 && row.top >= list.top;
}

/** How many lines of the log are wholly inside the box that shows them, and how many there are. */
const linesInSight = (page: Page): Promise<{ seen: number; all: number }> =>
  page.evaluate(() => {
    const list = document.querySelector(".said .lines");
    if (!list) return { seen: 0, all: 0 };
    const box = list.getBoundingClientRect();
    const lines = [...list.querySelectorAll(".row, .line")].map((line) => line.getBoundingClientRect());
    const seen = lines.filter(({ top, bottom }) => top >= box.top - 1 && bottom <= box.bottom + 1);
    return { seen: seen.length, all: lines.length };
  });

const LAPTOPS = [
  [1366, 640],
  [1280, 800],
] as const;

/** How many lines of the log a laptop shows at least. */
const LEAST_LINES = 5;

/** The most that a task of a move may take of the thread that answers to hands, in milliseconds. */
const LONGEST = 50;

/** How many moves are made first, so that what moves need is compiled. */
const WARMING = 3;

/** How many moves are watched. */
const MOVES = 3;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * How long the tasks of the page took, the longest first, in milliseconds of the processor.
 *
 * The browser's own long tasks are counted by the clock, which goes on while other programs have the processor.
 */
async function tasksOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ["toplevel"] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mains = traceEvents
    .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
    .map(({ pid, tid }) => `${pid} ${tid}`);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      /RunTask$/.test(name) && tdur !== undefined && mains.includes(`${pid} ${tid}`),
  );
  expect(tasks.length, "tasks were seen").toBeGreaterThan(0);
  return tasks.map(({ tdur }) => (tdur ?? 0) / 1000).sort((one, other) => other - one);
}

for (const game of GAMES) {
  test(`moves of ${game} take no long task and move nothing else`, async ({ page, browser }) => {
    await startAgainstBots(page, game);
    const roll = dice(4);
    const decide = async (count: number): Promise<boolean> => {
      for (let turn = 0; turn < count; turn++) {
        if ((await waitForTurn(page)).over) return false;
        await decideOnce(page, roll);
      }
      return !(await waitForTurn(page)).over;
    };
    let going = await decide(WARMING);
    for (const [width, height] of LAPTOPS) {
      await page.setViewportSize({ width, height });
      // What is too little comes as a number below 0.
      await expect
        .poll(
          async () => {
            const { seen, all } = await linesInSight(page);
            return seen - Math.min(LEAST_LINES, all);
          },
          { message: `lines of the log in sight at ${width} by ${height}` },
        )
        .toBeGreaterThanOrEqual(0);
    }
    // A game may be over by then; what moves need is compiled all the same.
    if (!going) {
      await startAgainstBots(page, game);
      going = true;
    }
    const measure = () =>
      tasksOf(browser, page, async () => {
        going &&= await decide(MOVES);
      });
    let tasks = await measure();
    // A neighbor on the core slows the processor down for a while; what is long by itself is long again.
    if ((tasks[0] ?? 0) >= LONGEST && going) tasks = await measure();
    const longest = tasks.slice(0, 3).map((time) => `${time.toFixed(0)} ms`);
    console.log(`${game}: the longest tasks took ${longest.join(", ")}`);
    expect(tasks[0] ?? 0).toBeLessThan(LONGEST);

    await page.evaluate(watch);
    for (const [width, height] of CHIEF_WINDOWS) {
      if (!going) return;
      await resize(page, width, height);
      going = await decide(2);
      expect(await jumps(page), `at ${width} by ${height}`).toEqual([]);
    }
  });
}
