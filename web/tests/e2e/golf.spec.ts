// Golf alone: the hole of the day, practice, courses; addresses that name holes; results that give nothing away.
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { SolveAnswer, StrokeNote } from "../../src/lib/wire/wire";
import { violationsInBoth } from "../axe";
import { outOfSight, WINDOWS } from "./fit";
import { expectFocusKept } from "./hands";
import { test } from "./test";

const DAY = "2026-11-18";
const PRACTICE = "/golf/hole/5Q2-b6K-1B1n1N2-R5q1-1r2b3-1r1n1N2-5k2-2B3R1-Kb";

test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(new Date(`${DAY}T10:00:00Z`));
});

const solve = async (request: APIRequestContext, text: string): Promise<SolveAnswer> =>
  (await request.post("/api/golf/solve", { data: { text } })).json() as Promise<SolveAnswer>;

async function dayLine(request: APIRequestContext, date = DAY): Promise<StrokeNote[]> {
  const { text } = await (await request.get(`/api/golf/day?date=${date}`)).json();
  return (await solve(request, text)).steps;
}

const square = (page: Page, name: string) => page.locator(`.board [data-spot="${name}"]`);
const prompt = (page: Page) => page.locator("section.prompt h2");

async function sayNumber(page: Page, number: number): Promise<void> {
  await page.locator(`.decide [data-spot="${number}"]`).click();
  await page.locator(".actions .main").click();
  await expect(page.locator(".steps li")).toHaveCount(number);
}

async function showLine(page: Page, line: readonly StrokeNote[]): Promise<void> {
  for (const { from, to } of line) {
    await page.locator(`[data-spot="${from}"][data-light]`).click();
    await expect(square(page, from)).toHaveAttribute("data-light", "picked");
    await page.locator(`[data-spot="${to}"][data-light]`).click();
    await expect(square(page, from)).not.toHaveAttribute("data-light", "picked");
    await expectFocusKept(page, `after ${from}${to}`);
  }
}

async function expectInEveryWindow(page: Page, moment: string): Promise<void> {
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => outOfSight(page), `${moment} at ${width} by ${height}`).toEqual([]);
    const actions = page.locator(".actions .button").last();
    if (await actions.isVisible())
      await expect(actions, `${moment} at ${width} by ${height}`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("the hole of the day, from the first look to the result", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const line = await dayLine(request);
  await page.goto("/golf");
  await page.getByRole("link", { name: "Play the hole of the day" }).click();
  await expect(page).toHaveURL(new RegExp(`/golf/${DAY}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Hole of the day" })).toBeFocused();
  await expect(prompt(page)).toHaveText("How many moves does it take?");
  await expect(page.locator(".par")).toContainText("opens when the hole is scored");
  await expect(page.locator(".hole")).not.toContainText(/You play|Deal|Put back/);
  await expectInEveryWindow(page, "looking");

  await sayNumber(page, line.length);
  await expectInEveryWindow(page, "showing");
  await showLine(page, line.slice(0, 1));
  await page.reload();
  await expect(page.locator(".steps .past")).toHaveCount(1);
  await showLine(page, line.slice(1));

  await expect(prompt(page)).toHaveText(`In ${line.length} moves. That is par!`);
  await expect(page.locator(".par b")).toHaveText(String(line.length));
  await expect(page.locator(".streak")).toContainText("1 day in a row");
  await expect(page.locator(".streak .played")).toHaveCount(1);
  await expectFocusKept(page, "after the score");

  await page.getByRole("button", { name: "Copy the result" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("at par · no hint");
  expect(copied).toContain(`/golf/${DAY}`);
  const words = copied.replace(/https?:\S+/g, "").replace(/November 18, 2026/, "");
  expect(words).not.toMatch(/\b[a-h][1-8]\b|\d|king|queen|rook|bishop|knight/i);

  await page.reload();
  await expect(prompt(page)).toHaveText(`In ${line.length} moves. That is par!`);
  await page.goto("/golf");
  await expect(page.locator(".how")).toHaveText("at par");
  await expect(page.getByRole("link", { name: "Look at it again" })).toBeVisible();
});

test("a shortest line is shown on the board, with arrows and whoever lends", async ({ page, request }) => {
  const line = await dayLine(request);
  await page.goto(`/golf/${DAY}`);
  await sayNumber(page, line.length);
  await page.getByRole("button", { name: "Give up" }).click();
  await expect(prompt(page)).toHaveText("Not this time.");
  await expect(page.locator("section.prompt")).toContainText("the hole counts 11");
  await expect(page.locator(".line li")).toHaveCount(line.length);
  for (const [place, { from, lender }] of line.entries()) {
    await page.locator(".line li button").nth(place).click();
    await expect(page.locator(".drawings .shown")).toHaveCount(1);
    await expect(square(page, from)).toHaveAttribute("data-light", "picked");
    if (lender) await expect(page.locator(`[data-lender="${lender}"]`)).toBeVisible();
  }
  await page.getByRole("button", { name: "One move on" }).click();
  await expect(page.locator(".drawings .shown")).toHaveCount(0);
  await expect(square(page, line.at(-1)?.to ?? "")).not.toHaveAccessibleName(/empty/);
  await page.getByRole("button", { name: "Play it on the board" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Back to my board" }).click();
  await expect(page.locator(".drawings .shown")).toHaveCount(0);
  await expectFocusKept(page, "when the way back is gone");
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(wide, `${width} by ${height}`).toBeLessThanOrEqual(width);
  }
  expect(await violationsInBoth(page)).toEqual([]);
});

test("too few said, too many needed: the hole counts eleven", async ({ page, request }) => {
  const [first] = await dayLine(request);
  await page.goto(`/golf/${DAY}`);
  await sayNumber(page, 1);
  if (first) await showLine(page, [first]);
  await expect(prompt(page)).toHaveText("Not this time.");
  await expect(page.locator("section.prompt")).toContainText("You said 1, and the hole counts 11.");
  await expect(page.locator(".streak")).toContainText("1 day in a row");
});

test("hints open par, and then show the first piece", async ({ page, request }) => {
  const line = await dayLine(request);
  await page.goto(`/golf/${DAY}`);
  await page.getByRole("button", { name: "A hint: par" }).click();
  await expect(page.locator(".par b")).toHaveText(String(line.length));
  await page.getByRole("button", { name: "A hint: the first piece" }).click();
  await expect(square(page, line[0]?.from ?? "")).toHaveAttribute("data-light", "picked");
  await expectFocusKept(page, "when there are no more hints");
  await sayNumber(page, line.length);
  await showLine(page, line);
  await expect(page.locator("section.prompt")).toContainText("With 2 hints.");
  await expect(page.locator(".result")).toContainText("2 hints");
});

test("who lends to a piece is said and drawn", async ({ page }) => {
  await page.goto(PRACTICE);
  await square(page, "e4").click();
  await expect(prompt(page)).toHaveText("Black bishop e4 moves like knight d3.");
  await expect(page.locator('[data-lender="d3"]')).toBeVisible();
  await expect(page.locator(".lending")).toContainText("Knight d3 lends.");
  await expect(square(page, "e4")).toHaveAccessibleName(/moves like knight d3/);
  await square(page, "h7").click();
  await expect(prompt(page)).toHaveText("White king h7 cannot move.");
  await expect(page.locator("[data-lender]")).toHaveCount(0);
});

test("practice has an address of its own, and goes on where one was", async ({ page, browser }) => {
  await page.goto("/golf");
  await page.getByRole("button", { name: "2 moves", exact: true }).click();
  await expect(page).toHaveURL(/\/golf\/hole\/[\w-]+$/);
  await expect(prompt(page)).toHaveText("Try it: move any piece.");
  const back = page.getByRole("button", { name: "Take back" });
  await page.locator(".board [data-light]").first().click();
  await page.locator('.board [data-light="go"]').first().click();
  await expect(page.locator(".count")).toHaveText("1 move");
  await page.reload();
  await expect(page.locator(".count")).toHaveText("1 move");
  await expectInEveryWindow(page, "trying");
  await back.click();
  await expect(page.locator(".count")).toHaveText("0 moves");
  await expectFocusKept(page, "when nothing is left to take back");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(page.url());
  await expect(guest.locator(".count")).toHaveText("0 moves");
  const look = (page: Page) =>
    page.locator(".board [role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
  expect(await look(guest)).toEqual(await look(page));
  await guest.getByRole("button", { name: "Give up" }).click();
  await expect(guest.locator(".line li")).toHaveCount(2);
  const address = guest.url();
  await guest.getByRole("button", { name: "Another one of this length" }).click();
  await expect(guest).not.toHaveURL(address);
  await expect(guest.locator(".count")).toHaveText("0 moves");
});

test("a course has a score card, and par of what is done", async ({ page, request }) => {
  const { holes } = await (await request.get(`/api/golf/daily?date=${DAY}`)).json();
  const { steps } = await solve(request, holes[0].text);
  await page.goto(`/golf/course/${DAY}`);
  await expect(page.locator("tbody tr")).toHaveCount(9);
  await expect(page.locator("tbody .tabular")).toHaveText(Array.from({ length: 18 }, () => "·"));
  await page.getByRole("link", { name: "Play hole 1" }).click();
  await expect(page).toHaveURL(new RegExp(`/golf/course/${DAY}/1$`));
  await sayNumber(page, steps.length + 1);
  await showLine(page, steps);
  await expect(prompt(page)).toHaveText(`In ${steps.length + 1} moves, 1 over par.`);
  await page.getByRole("link", { name: "Score card" }).click();
  const cells = page.locator("tbody tr").first().locator(".tabular");
  await expect(cells).toHaveText([String(steps.length), String(steps.length + 1)]);
  await expect(page.locator("tfoot")).toContainText("1 of 9 holes played");
  await expect(page.locator("pre")).toContainText("🟡⚪⚪⚪⚪⚪⚪⚪⚪");
  await page.goto(`/golf/course/${DAY}/2`);
  await expect(page.getByRole("heading", { level: 1, name: "Hole 2" })).toBeVisible();
});

test("a hole by keyboard alone", async ({ page, request }) => {
  const line = await dayLine(request);
  await page.goto(`/golf/${DAY}`);
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await expectFocusKept(page, `after ${key}`);
  };
  const number = page.locator(`.decide [data-spot="${line.length}"]`);
  await number.waitFor();
  for (let tab = 0; tab < 40 && !(await number.evaluate((it) => it === document.activeElement)); tab++)
    await press("Tab");
  await press("Enter");
  const seal = page.locator(".actions .main");
  for (let tab = 0; tab < 40 && !(await seal.evaluate((it) => it === document.activeElement)); tab++)
    await press("Tab");
  await press("Enter");
  await expect(page.locator(".steps li")).toHaveCount(line.length);
  const onBoard = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell");
  for (let tab = 0; tab < 40 && !(await onBoard()); tab++) await press("Tab");
  for (const { from, to } of line) {
    for (const spot of [from, to]) {
      await press(spot.charAt(0));
      await press(spot.charAt(1));
      await expect(square(page, spot)).toBeFocused();
      await press("Enter");
    }
    await expect(square(page, from)).not.toHaveAttribute("data-light", "picked");
  }
  await expect(prompt(page)).toHaveText(/That is par!$/);
  await expectFocusKept(page, "after the score");
});

test("what names no hole is said to be no page, and old links still work", async ({ page }) => {
  await page.goto("/golf/2026-02-30");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
  const text =
    ". . . . . Q . .\nb . . . . . . K\n. B . n . N . .\nR . . . . . q .\n. r . . b . . .\n. r . n . N . .\n. . . . . k . .\n. . B . . . R .\nchosen: Kb";
  await page.goto(`/golf#hole=${encodeURIComponent(text)}`);
  await expect(page).toHaveURL(new RegExp(`${PRACTICE}$`));
  await expect(page.locator(".board")).toBeVisible();
});
