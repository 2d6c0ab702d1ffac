// axe finds nothing, on any page or table, in light and dark.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { startAgainstBots, waitForTurn } from "./hands";

const GAMES = readdirSync(join(import.meta.dirname, "../../../rules"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(/\.md$/, ""));
const PAGES = [
  "/",
  "/new?game=masquerade-chess",
  "/lobby",
  "/learn",
  "/learn/two-move-chess",
  "/golf",
  "/replay",
  "/settings",
  "/about",
  "/t/nosuchtable",
];

async function expectNothingFound(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
    );
    expect(found, colorScheme).toEqual([]);
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
    await expectNothingFound(page);
  });
}

test("axe: waiting room, door, curtain, rules, chat and dialogs", async ({ page, browser }) => {
  await page.goto("/new?game=telepathic-chess&with=friends");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("button", { name: "QR code" }).first().click();
  await expectNothingFound(page);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(
    await page
      .getByLabel(/^Link for/)
      .first()
      .inputValue(),
  );
  await expectNothingFound(guest);
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
