// axe finds nothing, on any page or table, in light and dark.
import { expect, type Page } from "@playwright/test";
import { violations, violationsInBoth } from "../axe";
import { comeIn, move, newcomer, press, roomLink, sitTogether, square } from "./company";
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

for (const game of ["masquerade-chess", "tar-pit-chess", "telepathic-chess"]) {
  test(`axe: a table of ${game} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await startAgainstBots(page, game);
    await waitForTurn(page);
    await expectNothingFound(page, "at the first decision");
    const roll = dice(3);
    await pointOnce(page, roll);
    for (const way of ["Log", "Sheets"]) {
      await press(page, new RegExp(`^${way}`));
      await expect(page.locator(".open:is(.side, .told)")).toBeVisible();
      expect(await violations(page), `${way}, in dark`).toEqual([]);
    }
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(page.locator('[data-layout="side"]')).toBeVisible();
    expect(await violations(page), "in a low window, in dark").toEqual([]);
  });
}

test("axe: waiting room, door, curtain, rules and resigning", async ({ page, browser }) => {
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

test("axe: chat, More, a hint, what a thing is, and looking back", async ({ page, browser }) => {
  const guest = await newcomer(browser);
  await sitTogether(page, guest, "chess960");
  await press(page, "Say something");
  await expect(page.getByRole("region", { name: "What players say" })).toBeVisible();
  await expectNothingFound(page, "open chat");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "This table …" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNothingFound(page, "the dialog More");
  await page.keyboard.press("Escape");
  await square(page, "g1").hover();
  await expect(page.locator(".board .key")).toBeVisible();
  await expectNothingFound(page, "what a piece is");
  await page.locator('.seat[data-seat="white"]').hover({ position: { x: 12, y: 12 } });
  await expect(page.locator(".tip")).toBeVisible();
  await expectNothingFound(page, "what a seat says");
  await page.mouse.move(2, 2);
  await move(page, "e2", "e4");
  await move(guest, "e7", "e5");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Looking back:")).toBeVisible();
  await expectNothingFound(page, "looking back");
});

test("axe: help", async ({ page }) => {
  await startAgainstBots(page, "chess960");
  await waitForTurn(page);
  await press(page, "Hint");
  const help = page.getByRole("region", { name: "Hint" });
  await help.getByRole("button", { name: "Show me where" }).click();
  await help.getByRole("button", { name: "Show what to do" }).click();
  await expect(help.getByRole("button", { name: "Play it" })).toBeVisible();
  await expectNothingFound(page, "a hint");
});

test("axe: what a pawn becomes, and what is sealed", async ({ page, browser }) => {
  await page.goto("/new?game=chess960&with=screen");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Start from a position/).fill("fen: 8/P6k/8/8/8/8/8/4K3 w - - 0 1");
  await page.getByRole("button", { name: "Open the table" }).click();
  await square(page, "a7").click();
  await square(page, "a8").click();
  await expect(page.locator(".board .become button")).toHaveCount(4);
  await expectNothingFound(page, "what a pawn becomes");
  const [host, guest] = [await newcomer(browser), await newcomer(browser)];
  await sitTogether(host, guest, "synchronous-chess");
  await square(host, "e2").click();
  await square(host, "e4").click();
  await expect(host.locator(".board .held")).toBeVisible();
  await expectNothingFound(host, "a sealed move");
});

test("axe: the room, as a guest who has sat down", async ({ page, browser }) => {
  await page.goto("/new?game=telepathic-chess&with=friends");
  await page.getByRole("button", { name: "Open the table" }).click();
  const guest = await newcomer(browser);
  await comeIn(guest, await roomLink(page), "Ben");
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNothingFound(guest);
});
