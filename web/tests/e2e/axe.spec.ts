// axe finds nothing, on any page or table, in light and dark.
import { expect, type Page } from "@playwright/test";
import { violations, violationsInBoth } from "../axe";
import { decideOnce, dice, pointOnce, startAgainstBots, waitForTurn } from "./hands";
import { GAMES } from "./rulebooks";
import { test } from "./test";

const PAGES = [
  "/",
  "/new?game=masquerade-chess",
  "/lobby",
  "/learn",
  "/learn/two-move-chess",
  "/learn/zombie-chess/turn",
  "/learn/two-move-chess/turn",
  "/golf",
  "/golf/2026-11-18",
  "/golf/course/2026-11-18",
  "/golf/hole/5Q2-b6K-1B1n1N2-R5q1-1r2b3-1r1n1N2-5k2-2B3R1-Kb",
  "/replay",
  "/settings",
  "/about",
  "/t/nosuchtable",
];

async function expectNothingFound(page: Page, moment = ""): Promise<void> {
  expect(await violationsInBoth(page), moment).toEqual([]);
}

for (const path of PAGES) {
  test(`axe: ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNothingFound(page);
  });
}

for (const game of GAMES) {
  test(`axe: a table of ${game}`, async ({ page }) => {
    await startAgainstBots(page, game);
    await waitForTurn(page);
    await expectNothingFound(page, "at the first decision");
    const roll = dice(3);
    await pointOnce(page, roll);
    expect(await violations(page), "when something is picked, in dark").toEqual([]);
    for (let turn = 0; turn < 4; turn++) {
      if ((await waitForTurn(page)).over) break;
      await decideOnce(page, roll);
    }
    await expectNothingFound(page, "after some decisions");
  });
}

test("axe: waiting room, door, curtain, rules, chat and dialogs", async ({ page, browser }) => {
  await page.goto("/new?game=telepathic-chess&with=friends");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("button", { name: "A private link for one chair" }).click();
  await page.getByRole("button", { name: "QR code" }).click();
  await expectNothingFound(page);
  const guest = await (await browser.newContext()).newPage();
  for (const link of ["Link for everybody", "Link for White's partner"]) {
    await guest.goto(await page.getByRole("textbox", { name: link, exact: true }).inputValue());
    await expect(guest.getByLabel("Your name")).toBeVisible();
    await expectNothingFound(guest);
  }
  await page.goto("/new?game=zombie-chess&with=screen");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator("section.curtain")).toBeVisible();
  await expectNothingFound(page);
  await startAgainstBots(page, "zombie-chess");
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resign" }).click();
  await expectNothingFound(page);
});
