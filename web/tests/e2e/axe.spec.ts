// axe finds nothing, on any page or table, in light and dark.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { decideOnce, dice, playToTheEnd, pointOnce, startAgainstBots, waitForTurn } from "./hands";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(/\.md$/, ""));
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

/** Games that random hands bring to an end soon: one with points, one with teams, one with a secret. */
const SHORT = ["neighbour-chess-solitaire", "crowded-house", "zombie-chess"];

const BOTH = ["light", "dark"] as const;

async function expectNothingFound(
  page: Page,
  moment = "",
  schemes: readonly (typeof BOTH)[number][] = BOTH,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
    expect(found, `${colorScheme} ${moment}`).toEqual([]);
  }
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
  });

  test(`axe: later at a table of ${game}`, async ({ page }) => {
    await startAgainstBots(page, game);
    await waitForTurn(page);
    const roll = dice(3);
    await pointOnce(page, roll);
    await expectNothingFound(page, "when something is picked", ["dark"]);
    for (let turn = 0; turn < 4; turn++) {
      if ((await waitForTurn(page)).over) break;
      await decideOnce(page, roll);
    }
    await expectNothingFound(page, "after some decisions", ["light"]);
  });
}

for (const game of SHORT) {
  test(`axe: the end of ${game}`, async ({ page }) => {
    await startAgainstBots(page, game);
    await playToTheEnd(page, 7, 0);
    await expectNothingFound(page, "at the end");
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
