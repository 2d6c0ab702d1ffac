// Whatever goes wrong: a page says what happened and what to do.
import { expect, type Page } from "@playwright/test";
import { startAgainstBots } from "./hands";
import { test } from "./test";

async function openForFriend(page: Page): Promise<string> {
  await page.goto("/new?game=chess960&with=friends");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("button", { name: "A private link for one chair" }).click();
  return page.getByRole("textbox", { name: "Link for Black" }).inputValue();
}

test("a dead link", async ({ page }) => {
  await page.goto("/t/nosuchtable");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This table is not here");
  await page.getByRole("link", { name: "To the start page", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("an invitation that was used", async ({ browser }) => {
  const [host, first, second] = await Promise.all(
    Array.from({ length: 3 }, async () => (await browser.newContext()).newPage()),
  );
  if (!host || !first || !second) throw new Error("three pages are needed");
  const link = await openForFriend(host);
  await first.goto(link);
  await first.getByRole("button", { name: "Take the seat" }).click();
  await expect(first).not.toHaveURL(/invitation/);
  await second.goto(link);
  await second.getByRole("button", { name: "Take the seat" }).click();
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("This invitation is no longer good");
});

test("a seat that is taken", async ({ browser }) => {
  const [host, first, second] = await Promise.all(
    Array.from({ length: 3 }, async () => (await browser.newContext()).newPage()),
  );
  if (!host || !first || !second) throw new Error("three pages are needed");
  await host.goto("/new?game=chess960&with=public");
  await host.getByRole("button", { name: "Open the table" }).click();
  await expect(host).toHaveURL(/\/t\//);
  const table = host.url();
  for (const page of [first, second]) {
    await page.goto(table);
    await expect(page.getByRole("button", { name: /^Sit down as/ })).toBeVisible();
  }
  // The second one's wish is on its way while the first one sits down.
  await second.route("**/enter*", async (route) => {
    await first.getByRole("button", { name: /^Sit down as/ }).click();
    await expect(first.locator(".chair.mine")).toBeVisible();
    await route.continue();
  });
  await second.getByRole("button", { name: /^Sit down as/ }).click();
  await expect(second.getByRole("alert").filter({ hasText: "Somebody was quicker" })).toBeVisible();
});

test("a table in a browser without its cookie", async ({ browser, page }) => {
  await page.goto("/new?game=masquerade-chess&with=bots");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel("People without a seat").selectOption("none");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.locator("section.prompt")).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("This table is played in private");
});

test("two tabs of one seat", async ({ context, page }) => {
  await startAgainstBots(page, "chess960");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("section.prompt")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The seat is open in another tab");
  await page.getByRole("button", { name: "Use this tab" }).click();
  await expect(page.locator("section.prompt")).toBeVisible();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("The seat is open in another tab");
});

test("a table that was closed", async ({ page }) => {
  await openForFriend(page);
  const table = page.url();
  await page.getByRole("button", { name: "Close the table" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(table);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /This table was closed|This table is not here/,
  );
});

test("an old tab, whose files are gone", async ({ page }) => {
  await page.goto("/");
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404, body: "" }));
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Golf" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This tab is out of date");
});

test("a server that does not answer", async ({ page }) => {
  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The server cannot be reached");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /games fit$/ })).toBeVisible();
});

test("a seat that moved to another device", async ({ browser, page }) => {
  await startAgainstBots(page, "chess960");
  await page.getByRole("button", { name: "This table …" }).click();
  await page.getByRole("button", { name: "Move to another device" }).click();
  const link = await page.getByLabel(/^Link for/).inputValue();
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await phone.getByRole("button", { name: "Take the seat" }).click();
  await expect(phone.locator("section.prompt")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The seat has moved");
});

test("a bad start position is refused in words", async ({ page }) => {
  await page.goto("/new?game=zombie-chess&with=bots");
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Start from a position/).fill("nine columns");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /row|board|line/ })).toBeVisible();
});
