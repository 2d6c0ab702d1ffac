// The end of a game: who won and why, what nearly happened, and the ways on, with nothing over the board.
import { expect } from "@playwright/test";
import { violationsInBoth } from "../axe";
import { playAndResign } from "./after";
import { newcomer, sitTogether } from "./company";
import { WINDOWS } from "./fit";
import { expectFocusKept, playToTheEnd, startAgainstBots } from "./hands";
import { test } from "./test";

test("the card says who won and by which rule, covers nothing, and rematch is in reach everywhere", async ({
  page,
}) => {
  await startAgainstBots(page, "half-alice-chess", "learner");
  await playToTheEnd(page, 11);
  const card = page.locator("section.banner");
  await expect(card.getByRole("heading", { level: 2 })).not.toBeEmpty();
  await expect(card.locator(".rule span")).not.toBeEmpty();
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    // What follows the size of the window comes a little later.
    await expect(async () => {
      const boxes = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON();
        const buttons = [...document.querySelectorAll("section.banner .ways .button")];
        return {
          board: box(".board"),
          card: box("section.banner"),
          ways: buttons.map((button) => button.getBoundingClientRect().toJSON()),
        };
      });
      const { board, card: note, ways } = boxes;
      const name = `${width} by ${height}`;
      expect(board.bottom, name).toBeLessThanOrEqual(height + 1);
      const apart =
        note.left >= board.right - 1 || note.top >= board.bottom - 1 || note.right <= board.left + 1;
      expect(apart, name).toBe(true);
      expect(ways, name).toHaveLength(3);
      for (const way of ways) {
        expect(way.bottom, name).toBeLessThanOrEqual(height);
        expect(way.right, name).toBeLessThanOrEqual(width);
        expect(way.height, name).toBeGreaterThanOrEqual(43.5);
      }
    }).toPass({ timeout: 10_000 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await card.getByRole("button", { name: "The rule" }).click();
  await expect(page.getByRole("dialog", { name: "Half Alice Chess" })).toBeVisible();
  await expect(page.locator('[id^="rule-"]:focus')).toBeVisible();
});

test("what was hidden lies open on the board, and the game goes on as a rematch", async ({ page }) => {
  await playAndResign(page, "tar-pit-chess", 3);
  await expect(page.locator(".card.back")).toHaveCount(0);
  const before = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.locator("section.prompt")).toBeVisible();
});

test("what nearly happened is told, and each of it leads to its moment", async ({ page }) => {
  await startAgainstBots(page, "masquerade-chess", "learner");
  await playToTheEnd(page, 5);
  const told = page.locator("section.banner .story li a");
  await expect(told.first()).toBeVisible();
  const entry = /entry=(\d+)/.exec((await told.first().getAttribute("href")) ?? "")?.[1];
  await told.first().click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`entry=${entry}&`));
  await expect(page.locator(".said [aria-current]").first()).toBeVisible();
});

test("how it stood is drawn for whoever asks", async ({ page }) => {
  await playAndResign(page, "tar-pit-chess", 3);
  await expect(page.locator(".stood svg")).toHaveCount(0);
  await page.getByRole("button", { name: "How it stood" }).click();
  const curve = page.getByRole("region", { name: "How it stood" });
  await expect(curve.getByRole("img", { name: "The chances of White" })).toBeVisible({ timeout: 30_000 });
  await expect(curve).toContainText("up: better for White");
  const points = (await curve.locator("polyline").getAttribute("points")) ?? "";
  expect(points.split(" ").length, "a point for each moment").toBeGreaterThan(3);
  expect(await violationsInBoth(page)).toEqual([]);
});

test("the link that is shared shows strangers what everybody saw", async ({ page, context, browser }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await playAndResign(page, "half-alice-chess", 2);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const stranger = await newcomer(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole("radio", { name: "everybody" })).toBeChecked();
});

test("names are on the card and in the replay, and a guest is called to the rematch", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(ada, ben, "half-alice-chess");
  await ada.locator(".conduct").getByRole("button", { name: "Resign", exact: true }).click();
  await ada.getByRole("dialog").getByRole("button", { name: "Resign", exact: true }).click();
  await expect(ben.locator("section.banner h2")).toHaveText("Ben wins by resignation.");
  await ada.getByRole("button", { name: "Rematch" }).click();
  await ben.getByRole("button", { name: "To the next game" }).click();
  await expect(ben).toHaveURL(/\/t\//);
  await expect.poll(() => ben.url()).toBe(ada.url());
});

for (const [width, height] of [
  [1366, 640],
  [360, 740],
] as const) {
  test(`axe finds nothing at the end at ${width} by ${height}`, async ({ page }) => {
    await playAndResign(page, "masquerade-chess", 3);
    await page.setViewportSize({ width, height });
    expect(await violationsInBoth(page)).toEqual([]);
    await expectFocusKept(page);
  });
}
