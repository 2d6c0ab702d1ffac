// The start page answers "What shall we play?", and leads to a table in two clicks.
import { expect, type Page } from "@playwright/test";
import en from "../../../languages/en/app.json" with { type: "json" };
import type { GameNote } from "../../src/lib/wire/wire";
import { comeIn, newcomer, roomLink } from "./company";
import { chooseGame, expectFocusKept } from "./hands";
import { test } from "./test";

const chip = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true, pressed: undefined });
const fitting = (page: Page) => page.getByRole("heading", { level: 2, name: /fits?$/ });
const cards = (page: Page) => page.locator("[data-card]");
const inWords = (count: number): string =>
  `${en[`number.${count}` as keyof typeof en]} ${count === 1 ? "game fits" : "games fit"}`;
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? "");

test("games are chosen by people, minutes, shelf and kind, counted in words, and the wish is kept", async ({
  page,
}) => {
  const games = (await (await page.request.get("/api/games")).json()) as GameNote[];
  const forFour = games.filter((game) => game.fewest_seats <= 4 && game.seats.length >= 4);
  const inTeams = forFour.filter((game) => game.teams.length < game.seats.length);
  const withSet = inTeams.filter((game) => game.needs.shelf.length === 0);
  const counts = [games, forFour, inTeams, withSet].map((fit) => fit.length);
  expect(counts, "each wish takes games away").toEqual([...new Set(counts)]);
  const [all, four, teams, set] = counts.map(inWords);
  await page.goto("/");
  await expect(fitting(page)).toHaveText(`${all}`);
  await chip(page, "4").click();
  await expect(cards(page)).toHaveCount(forFour.length);
  await expect(fitting(page)).toHaveText(`${four}`);
  await chip(page, "teams").click();
  await expect(fitting(page)).toHaveText(`${teams}`);
  await chip(page, "chess set").click();
  await expect(fitting(page)).toHaveText(`${set}`);
  await page.reload();
  await expect(fitting(page)).toHaveText(`${set}`);
  await expect(chip(page, "4")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Show all games" }).click();
  await expect(fitting(page)).toHaveText(`${all}`);
});

test("where nothing fits, the page says what to loosen and does it", async ({ page }) => {
  await page.goto("/");
  await chip(page, "3").click();
  await chip(page, "classic").click();
  await expect(fitting(page)).toHaveText("No game fits");
  const people = page.getByRole("button", { name: /^Any number of people/ });
  await expect(people).toContainText(/\d games/);
  await people.click();
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(() => focused(page)).toBe("h2");
  await chip(page, "3").click();
  await chip(page, "bots fill in").click();
  await expect(cards(page)).toHaveCount(0);
  await page.getByRole("button", { name: /^Any kind/ }).click();
  await expect(cards(page).first()).toBeVisible();
});

test("two clicks lead to a table: with a bot, at this screen, with friends; the focus is never lost", async ({
  page,
}) => {
  await page.goto("/");
  await chooseGame(page, "chess960");
  await expect(page.locator("section.prompt")).toBeVisible({ timeout: 20_000 });
  await expectFocusKept(page);
  for (const [way, seen] of [
    ["screen", "section.prompt"],
    ["friends", "[data-chair]"],
  ] as const) {
    await page.goto("/");
    await page.locator('[data-card="chess960"]').click();
    await page.locator(`[data-way="${way}"]`).click();
    await expect(page.locator(seen).first()).toBeVisible({ timeout: 20_000 });
    await expectFocusKept(page, way);
  }
});

test("no par is shown before the hole is played", async ({ page }) => {
  await page.goto("/");
  await expect(fitting(page)).toBeVisible();
  await expect(page.getByRole("link", { name: /Puzzle of the day/ })).toHaveAttribute(
    "href",
    /^\/golf\/\d{4}-\d\d-\d\d$/,
  );
  await expect(page.locator("main")).not.toContainText(/\bpar\b/i);
});

test("whoever comes back goes on where it is their turn, and the head counts such tables", async ({
  browser,
}) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await ada.goto("/new?game=chess960&with=friends");
  await ada.getByPlaceholder("Name").first().fill("Ada");
  await ada.getByRole("button", { name: "Open the table" }).click();
  await comeIn(ben, await roomLink(ada), "Ben");
  await ada.getByRole("button", { name: "Start the game" }).click();
  await expect(ada.locator("section.prompt")).toBeVisible();
  const address = new URL(ada.url()).pathname;
  await ben.goto("/");
  await expect(ben.getByRole("link", { name: /Ada to move\s*Chess960 with Ada/ })).toBeVisible();
  await expect(ben).toHaveTitle(/^What shall/);
  await ada.goto("/");
  const mine = ada.getByRole("link", { name: /Your turn\s*Chess960 with Ben/ });
  await expect(mine).toHaveAttribute("href", address);
  await expect(ada).toHaveTitle(/^\(1\) What shall/);
  await ada.getByRole("link", { name: /Tables.*1 table waits for you/ }).click();
  await expect(ada.getByRole("heading", { level: 1, name: "Tables" })).toBeFocused();
  await ada.getByRole("link", { name: /Your turn\s*Chess960 with Ben/ }).click();
  await expect(ada).toHaveURL(new RegExp(`${address}$`));
});

test("a code leads to the room, where one chooses a chair", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await ada.goto("/new?game=chess960&with=friends");
  await ada.getByRole("button", { name: "Open the table" }).click();
  const code = (await ada.locator(".code strong").textContent()) ?? "";
  await ben.goto("/");
  await ben.getByRole("button", { name: "Join", exact: true }).click();
  await expect(ben.getByRole("alert").filter({ hasText: "Write the code" })).toBeVisible();
  await ben.getByLabel("Have a code?").fill("zzzz-zzzz");
  await ben.getByRole("button", { name: "Join", exact: true }).click();
  await expect(ben.getByRole("alert").filter({ hasText: /no longer|not good|used/ })).toBeVisible();
  await ben.getByLabel("Have a code?").fill(code);
  await ben.getByRole("button", { name: "Join", exact: true }).click();
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down as Black" }).click();
  await expect(ada.locator('[data-chair="black"]')).toContainText("Ben");
});

test("the current page shows in the dark, and every page has its name in the head", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const [path, name] of [
    ["/", "Play"],
    ["/learn", "Rules"],
    ["/golf", "Golf"],
    ["/lobby", "Tables"],
    ["/settings", "Settings"],
  ] as const) {
    await page.goto(path);
    const here = page.locator("header [aria-current]");
    await expect(here).toHaveAccessibleName(name);
    const contrast = await here.evaluate((link) => {
      const [bar, ground] = [
        getComputedStyle(link).borderBottomColor,
        getComputedStyle(document.documentElement).backgroundColor,
      ];
      const light = (color: string) => {
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => {
          const share = part / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [one = 0, other = 0] = [light(bar), light(ground)].sort((a, b) => b - a);
      return (one + 0.05) / (other + 0.05);
    });
    expect(contrast, path).toBeGreaterThan(3);
  }
});

test("the settings show a board as it stands at the start", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.locator(".sample use")).toHaveCount(32);
});
