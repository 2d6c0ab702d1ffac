import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { Recorded } from "../../src/dev/recorded";
import { violations } from "../axe";

const folder = new URL("../fixtures/", import.meta.url);
const games = readdirSync(folder).filter((name) => name !== "catalogue.json");
const recorded = (name: string): Recorded => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

async function open(page: Page, place: string) {
  await page.goto(`/#${place}`);
  await page.locator(`.table[data-place="${place}"], [data-place="${place}"] .table`).waitFor();
}

const spot = (page: Page, name: string) => page.locator(`[data-spot="${name}"]`).first();

test.describe.configure({ timeout: 180_000 });

// Two moments of each game are enough for axe, which takes its time: one in the middle and the last.
for (const file of games) {
  test(`axe finds nothing: ${file}`, async ({ page }) => {
    const name = file.replace(".json", "");
    const { length } = recorded(file).moments;
    for (const [index, theme] of [
      [Math.floor(length / 2) - 1, "light"],
      [length - 1, "light"],
      [Math.floor(length / 2) - 1, "dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      await open(page, `${name}/${index}`);
      expect(await violations(page), `${name}/${index} ${theme}`).toEqual([]);
    }
  });
}

test("axe finds nothing in high contrast, German and the settings", async ({ page }) => {
  await page.emulateMedia({ contrast: "more" });
  await open(page, "tar-pit-chess/2");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByText("Deutsch").click();
  expect(await violations(page)).toEqual([]);
});

for (const [width, height] of [
  [360, 740],
  [820, 1100],
  [1280, 720],
]) {
  test(`nothing needs sideways scrolling at ${width} px, and the board is in sight`, async ({ page }) => {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    for (const file of games) {
      const name = file.replace(".json", "");
      for (const index of [0, 2]) {
        await open(page, `${name}/${index}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${name}/${index}`).toBeLessThanOrEqual(0);
        if (width === 360) continue;
        const tall = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        expect(tall, `${name}/${index}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("a piece is dragged to its place", async ({ page }) => {
  await open(page, "chess960/1");
  const offer = recorded("chess960.json").moments[1]?.glimpse.offers.at(-1);
  const [from, to] = offer?.gesture ?? [];
  const middle = async (name = "") => {
    const box = await spot(page, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await expect(spot(page, from ?? "")).toHaveAttribute("data-light", "picked");
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator("output")).toHaveText(offer?.action ?? "");
});

test("nothing moves on the page when something is picked", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const place of ["chess960/1", "tar-pit-chess/2", "crowded-house/1"]) {
    await open(page, place);
    const before = await page.locator(".board").boundingBox();
    await page.locator('[role="gridcell"][data-light="pick"]').first().click();
    expect(await page.locator(".board").boundingBox(), place).toEqual(before);
  }
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test("every control is large enough and a tap is enough", async ({ page }) => {
    for (const place of ["tar-pit-chess/3", "two-move-chess/0", "chess-golf/1", "zombie-chess/3"]) {
      await open(page, place);
      const small = await page
        .locator(".table button, .table summary")
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.checkVisibility() && button.getBoundingClientRect().height < 44)
            .map((button) => button.outerHTML.slice(0, 120)),
        );
      expect(small, place).toEqual([]);
    }
    await open(page, "two-move-chess/0");
    await spot(page, "hand 3").tap();
    await spot(page, "hand 1").tap();
    await expect(page.locator("output")).toHaveText("open=BQ");
  });
});

test("the keyboard alone is enough", async ({ page }) => {
  await open(page, "chess960/1");
  const [from, to] = recorded("chess960.json").moments[1]?.glimpse.offers[0]?.gesture ?? [];
  await page.locator('[role="gridcell"][tabindex="0"]').focus();
  for (const key of [...(from ?? ""), "Enter", ...(to ?? ""), "Enter"]) await page.keyboard.press(key);
  await expect(page.locator("output")).toHaveText(`${from}${to}`);
});
