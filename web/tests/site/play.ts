/** Hands at tables of the site. */
import { expect, type Page } from "@playwright/test";
import { dice, pointOnce, waitForTurn } from "../e2e/hands";
import { askReferee, tableOf } from "./site";

/** A game in which everybody sees everything. */
export const OPEN = "chess960";

/** Opens a table against bots, and waits for the own turn. */
export async function openAgainstBots(page: Page, game: string): Promise<void> {
  await page.goto(`?/new&game=${game}&with=bots`);
  for (const level of await page.getByLabel(/^How the bot plays/).all()) await level.selectOption("learner");
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
}

/** How the table of the page stands, as its referee says. */
export const status = async (page: Page): Promise<{ turns: string[]; note: { status: string } }> =>
  JSON.parse(await askReferee(page, `/api/tables/${tableOf(page)}`));

/** What lies on the squares, in words. */
export const board = (page: Page): Promise<string> =>
  page
    .locator(".table [data-spot][aria-label]")
    .evaluateAll((spots) =>
      spots.map((spot) => spot.getAttribute("aria-label")?.split(", ").slice(0, 2).join(" ")).join("\n"),
    );

/** Points at lit spots until something stands elsewhere. */
export async function move(page: Page, seed: number): Promise<void> {
  const [roll, was] = [dice(seed), await board(page)];
  await expect
    .poll(async () => {
      await pointOnce(page, roll);
      return board(page);
    })
    .not.toBe(was);
}
