/** Hands at a screen that several people share. */
import { expect, type Page } from "@playwright/test";
import { dice, LIT, pointOnce } from "../e2e/hands";

export const curtain = (page: Page) => page.locator("section.curtain");

/** Lifts the curtain for whoever is next. */
export async function lift(page: Page): Promise<void> {
  await curtain(page).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.locator(".table[data-viewer]")).toBeVisible();
}

/** Decides until the seat has nothing left to decide. */
export async function seal(page: Page, roll = dice(5)): Promise<void> {
  const more = page.locator(`${LIT}, section.prompt .button.main`);
  const done = page.getByRole("button", { name: /^Cover the table for/ });
  for (let count = 0; count < 60; count++) {
    await expect(more.or(done).first()).toBeVisible();
    if (await done.isVisible()) return;
    await pointOnce(page, roll);
  }
  throw new Error("the turn does not end");
}
