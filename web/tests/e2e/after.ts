/** Games that are over, to look back at. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { decideOnce, dice, startAgainstBots, waitForTurn } from "./hands";

/** Plays some decisions against bots and resigns, unless the game is over by then; the end card is there then. */
export async function playAndResign(page: Page, game: string, decisions = 4): Promise<void> {
  await startAgainstBots(page, game);
  const roll = dice(7);
  for (let count = 0; count < decisions; count++) await decideOnce(page, roll);
  if (!(await waitForTurn(page)).over) {
    await page.locator(".conduct").getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  }
  await expect(page.locator("section.banner")).toBeVisible();
}

/** Opens the replay of the game that has just ended. */
export async function openReplay(page: Page): Promise<void> {
  await page.locator("section.banner").getByRole("link", { name: "Replay" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
}

/** Presses something that saves a file, and reads the file. */
export async function saved(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Where in the game the replay is: the number of this step, and how many there are. */
export async function steps(page: Page): Promise<[number, number]> {
  const [at = 0, last = 0] = (await page.locator("[data-steps]").innerText()).split("/").map(Number);
  return [at, last];
}
