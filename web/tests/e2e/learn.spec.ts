// Guided turns of all games, pictures of them, and boards to try beside the rules.
import { expect, type Page } from "@playwright/test";
import { chooseGame, expectFocusKept } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

/** What the page complains of; there should be nothing. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error") complaints.push(line.text());
  });
  return complaints;
}

const step = (page: Page): Promise<number> => page.locator(".lesson").getAttribute("data-step").then(Number);
const next = (page: Page) => page.locator(".lesson .primary");

const WINDOWS = [
  { width: 1366, height: 640 },
  { width: 820, height: 1180 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
];

/** Whatever of a lesson must be in sight, as boxes: the board, the button that goes on, the words, and "Skip". */
const PLACES = [
  ".lesson .square:not([data-spot])",
  ".lesson .primary",
  ".lesson .shown h2",
  ".lesson .shown p",
  ".lesson .skip",
];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(async (places) => {
    // What follows the size of the window has done so two pictures later.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return places.map((place) => {
      const box = document.querySelector(place)?.getBoundingClientRect();
      return { x: box?.x ?? -1, y: box?.y ?? -1, width: box?.width ?? 0, height: box?.height ?? 0 };
    });
  }, PLACES);

for (const game of GAMES) {
  test(`${game} has a guided turn that fits, step by step, and nothing moves`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.goto(`/learn/${game}/turn`);
    await expect(page.locator(".lesson h2").first()).toBeVisible();
    const count = await page.locator(".lesson .line li").count();
    expect(count).toBeGreaterThanOrEqual(3);
    const first: Box[] = [];
    for (let at = 0; at < count; at++) {
      for (const [index, window] of WINDOWS.entries()) {
        await page.setViewportSize(window);
        const what = `${window.width} by ${window.height}, step ${at}`;
        const boxes = await boxesOf(page);
        const [board = { x: 0, y: 0, width: 0, height: 0 }] = boxes;
        first[index] ??= board;
        expect(board, what).toEqual(first[index]);
        expect(board.width, what).toBeGreaterThan(Math.min(window.width, window.height) * 0.4);
        for (const [place, box] of boxes.entries()) {
          const name = `${what} ${PLACES[place]}`;
          expect(box.x, name).toBeGreaterThanOrEqual(0);
          expect(box.y, name).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, name).toBeLessThanOrEqual(window.width + 0.5);
          expect(box.y + box.height, name).toBeLessThanOrEqual(window.height + 0.5);
        }
      }
      if (at + 1 === count) break;
      // Each step is done in another window.
      const window = WINDOWS[at % WINDOWS.length];
      if (window) await page.setViewportSize(window);
      await doIt(page);
      await expect(page.locator(".lesson")).toHaveAttribute("data-step", String(at + 1));
    }
    for (let at = 1; at < count; at++) await page.locator(".lesson .actions .back").click();
    expect(await step(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
}

/** Does what the step asks for by pointing at what is lit, or goes on where one only watches. */
async function doIt(page: Page): Promise<void> {
  const before = await step(page);
  for (let picks = 0; picks < 5 && (await step(page)) === before; picks++) {
    const lit = page.locator('.lesson [data-light]:not([data-light="picked"])').first();
    if (await lit.count()) await lit.click();
    else await next(page).click();
  }
}

test("what is to be done is shown by itself", async ({ page }) => {
  await page.goto("/learn/zombie-chess/turn");
  await expect(next(page)).toBeVisible();
  // It is picked for less than a second, so that is noted as it happens.
  const picked = await page.evaluateHandle(() => {
    const picked: string[] = [];
    const note = ({ target }: MutationRecord) => {
      const { light, spot } = (target as HTMLElement).dataset;
      if (light === "picked" && spot) picked.push(spot);
    };
    new MutationObserver((changes) => changes.forEach(note)).observe(document.body, {
      subtree: true,
      attributeFilter: ["data-light"],
    });
    return picked;
  });
  await next(page).click();
  await expect.poll(() => picked.jsonValue()).toContain("e5");
  await expect(page.locator(".lesson")).toHaveAttribute("data-step", "1");
  await expect(page.locator('[data-spot="d4"]')).toHaveAccessibleName(/black pawn/);
});

test("whoever presses once more while it is shown stays in the guided turn", async ({ page }) => {
  await page.goto("/learn/zombie-chess/turn");
  await expect(next(page)).toBeVisible();
  const count = await page.locator(".lesson .line li").count();
  // A hand that presses again at the very moment at which a step is there.
  await page.evaluate(() => {
    const again = () => document.querySelector<HTMLElement>(".lesson .primary")?.click();
    new MutationObserver(again).observe(document.body, { subtree: true, attributeFilter: ["data-step"] });
  });
  for (let at = 0; at < count - 1; at++) {
    await expect(next(page)).toHaveAttribute("aria-disabled", "false");
    await next(page).click();
    await expect(page.locator(".lesson")).toHaveAttribute("data-step", String(at + 1));
  }
  await expect(next(page)).toHaveAttribute("aria-disabled", "false");
  await expect(page).toHaveURL(/\/turn$/);
});

test("the keyboard alone goes through a turn, and the focus is never lost", async ({ page }) => {
  await page.goto("/learn/zombie-chess/turn");
  await page.locator('[data-spot="e2"]').focus();
  for (const key of ["e", "5", "Enter", "d", "4", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".lesson")).toHaveAttribute("data-step", "1");
  for (const key of ["c", "6", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(".lesson")).toHaveAttribute("data-step", "2");
  await expectFocusKept(page);
  await page.locator(".lesson .actions .back").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".lesson .actions .back")).toBeFocused();
  await expect(page.locator(".lesson")).toHaveAttribute("data-step", "1");
});

test("a guided turn comes before the first game of a kind, once, and can be skipped", async ({ browser }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/");
  await chooseGame(page, "half-alice-chess");
  await expect(page).toHaveURL(/\/learn\/half-alice-chess\/turn/);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.locator("section.prompt")).toBeVisible();
  await page.goto("/");
  await chooseGame(page, "half-alice-chess");
  await expect(page).toHaveURL(/\/t\//);
  await context.close();
});

test("whoever came from a table goes back there", async ({ page }) => {
  await page.goto("/learn/zombie-chess/turn?then=/t/some-table#room=token");
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(/\/t\/some-table#room=token$/);
});

for (const game of GAMES) {
  test(`the rule page of ${game} begins with pictures and ten lines, and its boards to try are never refused`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await page.goto(`/learn/${game}`);
    await expect(page.locator(".pictures .board")).toHaveCount(3);
    const lines = await page.locator(".lines li").count();
    expect(lines).toBeGreaterThanOrEqual(6);
    expect(lines).toBeLessThanOrEqual(10);
    const tries = page.locator("[data-try]");
    expect(await tries.count()).toBeGreaterThan(5);
    for (const place of [0, Math.floor((await tries.count()) / 2)]) {
      await tries.nth(place).click();
      await expect(page.locator(".try .try").last()).toBeVisible();
      await expect(page.locator(".try .try [data-spot]").first()).toBeVisible();
      await tries.nth(place).click();
    }
    expect(complaints).toEqual([]);
  });
}

test("a board to try has hands and checkers", async ({ page }) => {
  const { examples } = await (await page.request.get("/api/games/tar-pit-chess/rules")).json();
  const hands = (rule: string): boolean =>
    examples[rule].arrangement?.includes("hand black: r b p n") && examples[rule].actions.length === 0;
  const rule = Object.keys(examples).find(hands);
  await page.goto("/learn/tar-pit-chess");
  await page.locator(`[data-try="${rule}"]`).click();
  const board = page.locator(".try .try");
  await expect(board.locator('[data-spot="e7"]')).toHaveAccessibleName(/white checker/);
  await expect(board.locator('[data-part="hand"] li')).toHaveCount(4);
  await board.locator('[data-spot="f6"]').click();
  await board.locator('[data-spot="e4"]').click();
  await expect(board.locator('[data-spot="e4"]')).toHaveAccessibleName(/black knight/);
});
