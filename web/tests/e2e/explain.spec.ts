// Whatever lies on a table says what it is, and what is not possible says why: in every game.
import { expect, type Page } from "@playwright/test";
import { square } from "./company";
import { Offered } from "./fit";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

/** One of each part that says what it is in a box beside it. */
const THINGS = {
  card: ".cards li:not(.none)",
  box: ".grids tbody td:not(.note)",
  place: ".track li:not(.none)",
  line: ".sheet dl > div",
  points: ".scores td",
  tray: ".tray li, .chips",
  step: ".steps li",
  clock: ".clock[role=timer]",
  seat: ".seat",
} as const;

/** Presses long on the first thing in sight that a selector finds; the answer is what it says, if one is there. */
async function told(page: Page, selector: string): Promise<string | null> {
  const thing = page.locator(selector).filter({ visible: true }).first();
  if ((await thing.count()) === 0) return null;
  await thing.dispatchEvent("pointerdown", { pointerType: "touch" });
  const tip = page.locator(".tip");
  await expect(tip, selector).toBeVisible();
  const words = (await tip.textContent()) ?? "";
  await thing.dispatchEvent("pointerup", { pointerType: "touch" });
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  return words;
}

/** What a square says to whoever walks there by keys is this. */
async function expectToldOn(page: Page, name: string, words: RegExp): Promise<void> {
  const walked = name === "a1" ? "ArrowLeft" : "Home";
  await square(page, name[0] === "a" ? `b${name[1]}` : `a${name[1]}`).focus();
  await page.keyboard.press(name[0] === "a" ? "ArrowLeft" : walked);
  await square(page, name).focus();
  await expect(page.locator(".board .key"), name).toContainText(words);
}

/** Points at one spot after the other, up to the first that is not lit; the answer is that spot. */
async function pointInVain(page: Page, gesture: readonly string[]): Promise<string> {
  for (const spot of gesture) {
    const lit = (await square(page, spot).getAttribute("data-light")) !== null;
    await square(page, spot).click();
    if (!lit) return spot;
  }
  throw new Error(`${gesture.join()} is possible after all`);
}

/** Points at a piece that cannot be moved, if there is one while others can; where a rule is against it, the rule is told. */
async function pointAtStuck(page: Page, offered: Offered): Promise<[string, string] | null> {
  const bottom = (await page.locator('.board[data-flipped="true"]').count()) > 0 ? "black" : "white";
  const own = `.board [data-light="pick"][aria-label*=", ${bottom} "]`;
  if ((await page.locator(own).count()) < 2) return null;
  const stuck = page.locator(`.board [data-spot][aria-label*=", ${bottom} "]:not([data-light])`).first();
  if ((await stuck.count()) === 0) return null;
  const name = (await stuck.getAttribute("data-spot")) ?? "";
  await stuck.click();
  const barred = offered.barred.find(({ gesture }) => gesture[0] === name);
  return [name, barred?.reason ?? "Cannot be moved now."];
}

/** Drops a piece where it cannot go. */
async function dropInVain(page: Page): Promise<[string, string] | null> {
  const piece = page.locator('.board [data-light="pick"]:not([aria-label*="empty"])').first();
  const from = (await piece.count()) > 0 ? await piece.boundingBox() : null;
  if (!from) return null;
  await piece.hover();
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2);
  const empty = page.locator('.board [aria-label*="empty"]:not([data-light])').first();
  const box = (await empty.count()) > 0 ? await empty.boundingBox() : null;
  const name = box ? await empty.getAttribute("data-spot") : null;
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  return name ? [name, "Not possible now"] : null;
}

/** Puzzles for which nobody owns pieces: nothing looks as if it were one's own and could go. */
const NEVER_IN_VAIN = new Set(["neighbour-chess-solitaire"]);

for (const game of GAMES) {
  test(`${game}: one of each thing says what it is`, async ({ page }) => {
    await startAgainstBots(page, game);
    const roll = dice(8);
    const seen = new Map<string, string>();
    for (let turn = 0; turn < 4; turn++) {
      if ((await waitForTurn(page)).over) break;
      for (const [thing, selector] of Object.entries(THINGS)) {
        if (seen.has(thing)) continue;
        const words = await told(page, selector);
        if (words !== null) seen.set(thing, words);
      }
      await decideOnce(page, roll);
    }
    console.log(`${game}: ${[...seen.keys()].join(", ")}`);
    expect(seen.has("seat"), "a seat").toBe(true);
    expect([...seen].filter(([, words]) => words.trim().length < 3)).toEqual([]);
    await waitForTurn(page);
    const standing = page.locator('.board [aria-label*="white king"]').first();
    if ((await standing.count()) === 0) return;
    const name = (await standing.getAttribute("data-spot")) ?? "";
    await expectToldOn(page, name, /white king/i);
  });

  test(`${game}: what is not possible says why`, async ({ page }) => {
    const offered = new Offered(page);
    await startAgainstBots(page, game);
    const roll = dice(6);
    let tried = 0;
    for (let turn = 0; turn < 16 && tried < 2; turn++) {
      if ((await waitForTurn(page)).over) break;
      const barred = offered.barred.find(({ gesture }) => gesture.every((spot) => /^[a-h][1-8]$/.test(spot)));
      const [refused, why] = barred
        ? [await pointInVain(page, barred.gesture), barred.reason]
        : ((await pointAtStuck(page, offered)) ?? (await dropInVain(page)) ?? []);
      if (refused && why) {
        tried += 1;
        await expect(page.getByRole("alert").first(), refused).toContainText(why);
        await page.keyboard.press("Escape");
      }
      await decideOnce(page, roll);
    }
    console.log(`${game}: ${tried} refused`);
    if (!NEVER_IN_VAIN.has(game)) expect(tried).toBeGreaterThan(0);
  });
}
