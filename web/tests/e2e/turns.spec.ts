// Whose turn it is: the lamp, the words, the tab's title; and the focus, which never falls to the page.
import { expect, type Page } from "@playwright/test";
import { move, newcomer, sitTogether } from "./company";
import { chooseGame, startAgainstBots, waitForTurn } from "./hands";
import { test } from "./test";

const acting = (page: Page): Promise<(string | undefined)[]> =>
  page
    .locator(".seat.acting")
    .evaluateAll((seats) => seats.map((seat) => (seat as HTMLElement).dataset.seat));

test("the lamp stands at whoever acts, and the title says that it is my turn", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  for (const someone of [page, guest]) await expect.poll(() => acting(someone)).toEqual(["white"]);
  await expect(page).toHaveTitle(/^Your turn/);
  await expect(guest).not.toHaveTitle(/Your turn/);
  await move(page, "e2", "e4");
  for (const someone of [page, guest]) await expect.poll(() => acting(someone)).toEqual(["black"]);
  await expect(guest).toHaveTitle(/^Your turn/);
  await expect(page).not.toHaveTitle(/Your turn/);
  await expect(page.locator('.seat[data-seat="black"]')).toContainText("has to decide");
});

test("where showing who acts would betray something, there are only words", async ({ page }) => {
  await startAgainstBots(page, "chess-golf");
  await waitForTurn(page);
  expect(await acting(page)).toEqual([]);
});

test("in German the title says so, too", async ({ browser }) => {
  const page = await (await browser.newContext({ locale: "de-DE" })).newPage();
  await page.goto("/");
  await chooseGame(page, "half-alice-chess");
  await expect(page).toHaveTitle(/^Du bist am Zug/, { timeout: 20_000 });
});

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.closest("section.prompt, .board, body")?.className ?? "");

test("the focus goes to the prompt of a table, and stays there when what had it is gone", async ({
  page,
}) => {
  await startAgainstBots(page, "chess960");
  await expect.poll(() => focused(page)).toContain("prompt");
  await page.locator('[data-spot="e2"][data-light]').click();
  const back = page.getByRole("button", { name: "Choose again" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(back).toHaveCount(0);
  await expect.poll(() => focused(page)).toContain("prompt");
});
