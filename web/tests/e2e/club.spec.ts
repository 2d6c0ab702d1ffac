// A club night from set-up to standings, with the screen, phones and late comers; and its page on paper.
import { mkdirSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { violations } from "../axe";
import { test } from "./test";

const accessibleIn = async (page: Page): Promise<void> => expect(await violations(page)).toEqual([]);

const SHOTS = process.env.SHOTS;
async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Opens an evening with these names and gives its addresses. */
async function open(
  page: Page,
  names: string[],
  games: RegExp[],
): Promise<{ evening: string; code: string }> {
  await page.goto("/club");
  await page.getByLabel(/Who is there/).fill(names.join("\n"));
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  for (const game of games) await page.getByRole("checkbox", { name: game }).check();
  await page.getByLabel("Rounds").fill("2");
  await page.getByRole("button", { name: "Open the evening" }).click();
  await expect(page.getByRole("button", { name: "Pair round 1" })).toBeVisible();
  const address = new URL(page.url());
  return {
    evening: address.pathname.split("/")[2] ?? "",
    code: new URLSearchParams(address.hash.slice(1)).get("code") ?? "",
  };
}

async function phone(browser: Browser, evening: string, code: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`/club/${evening}#code=${code}`);
  return page;
}

test("an evening of six people over two rounds with two games", async ({ page, browser }) => {
  const names = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"];
  const { evening, code } = await open(page, names, [/^Half Alice/, /^Chess960/]);
  await accessibleIn(page);

  const screen = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage();
  await screen.goto(`/club/${evening}/screen#code=${code}`);
  await expect(screen.getByText(code).first()).toBeVisible();
  await shot(screen, "screen-before");

  await page.getByRole("button", { name: "Pair round 1" }).click();
  await expect(screen.getByRole("article")).toHaveCount(3);
  await expect(screen.getByText(/scan any code here and sit down/).first()).toBeVisible();
  await shot(screen, "screen-free");

  // Two people come by the code, say who they are, and sit down at one table.
  const table = await screen.getByRole("article").filter({ hasText: "Ada" }).textContent();
  const other = names.slice(1).find((name) => table?.includes(name)) ?? "";
  let ada: Page | null = null;
  for (const name of ["Ada", other]) {
    const own = await phone(browser, evening, code);
    ada ??= own;
    await own.getByRole("button", { name, exact: true }).click();
    await expect(own.getByText(`Hello ${name}`)).toBeVisible();
    await accessibleIn(own);
    await shot(own, `phone-${name === "Ada" ? "first" : "second"}`);
    await own.getByRole("button", { name: /Sit down at table/ }).click();
    await expect(own).toHaveURL(/\/t\//);
  }
  const played = screen.getByRole("article").filter({ hasText: "Ada" });
  await expect(played.getByText(/to move/)).toBeVisible();

  // The other tables tap their results, and the clock runs.
  await page.getByRole("button", { name: "Start the clock" }).click();
  await expect(screen.getByText("left in this round")).toBeVisible();
  const results = page.locator(".now .results li");
  for (const row of await results.all()) {
    if ((await row.textContent())?.includes("Ada")) continue;
    await row.getByRole("button", { name: /won$/ }).first().click();
    await expect(row.getByText("you say so")).toBeVisible();
  }
  await page.getByRole("button", { name: "Pair round 2" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /no result yet/ })).toBeVisible();
  await shot(screen, "screen-playing");

  // Nothing on the screen is smaller than 28 pixels.
  const small = await screen.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .filter(
        (element) => !element.closest("svg") && Number.parseFloat(getComputedStyle(element).fontSize) < 28,
      )
      .map((element) => element.textContent),
  );
  expect(small).toEqual([]);

  // Ada resigns at the table that is played here, and the result comes by itself.
  if (!ada) throw new Error("Ada sits at a table");
  const at = ada.url().split("/t/")[1]?.split(/[?#]/)[0] ?? "";
  for (const seat of ["white", "black"])
    await ada.request.post(`/api/tables/${at}/commands`, { data: { seat, command: { resign: {} } } });
  await expect(
    page.locator(".now .results li").filter({ hasText: "Ada" }).getByText("the game says so"),
  ).toBeVisible();
  // Gina comes late, Finn goes home.
  const late = await phone(browser, evening, code);
  await late.getByRole("button", { name: "I am not on the list" }).click();
  await expect(late.getByText("You play from round 2 on.")).toBeVisible();
  await late.getByLabel("My name").fill("Gina");
  await late.getByRole("button", { name: "Join in" }).click();
  await expect(late.getByText("Hello Gina")).toBeVisible();
  await expect(page.locator(".people li").filter({ hasText: "Gina" })).toBeVisible();
  await page.getByRole("button", { name: "Pair round 2" }).click();
  await expect(page.getByRole("heading", { name: "Round 2 of 2" })).toBeVisible();
  await expect(screen.getByText(/sits out and gets a point/)).toBeVisible();
  for (const row of await page.locator(".now .results li").all())
    await row.getByRole("button", { name: /won$/ }).first().click();
  await expect(page.locator(".now .results").getByText("you say so")).toHaveCount(3);
  await expect(screen.getByText("after 2 rounds")).toBeVisible();
  await shot(screen, "screen-after");
  await shot(page, "host");

  // On paper: everybody once in the standings, two rounds of pairings.
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("table").first().getByRole("row")).toHaveCount(8);
  await expect(page.getByRole("heading", { name: "Round 2" })).toBeVisible();
  await accessibleIn(page);
  if (SHOTS) {
    await page.emulateMedia({ media: "print" });
    await page.pdf({
      path: `${SHOTS}/paper.pdf`,
      format: "A4",
      margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" },
    });
  }
});

test("whoever has not the host's link may only look", async ({ page, browser }) => {
  const { evening, code } = await open(page, ["Ada", "Ben"], [/^Chess960/]);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/club/${evening}/host#code=${code}`);
  await expect(stranger.getByText("This browser may only look.")).toBeVisible();
  await expect(stranger.getByRole("button", { name: "Pair round 1" })).toHaveCount(0);
  const refused = await stranger.request.post(`/api/evenings/${evening}/commands`, {
    data: { command: "pair" },
  });
  expect(refused.status()).toBe(403);
  // A wrong code leads nowhere, and the right one is found from the start page, too.
  await stranger.goto("/join");
  await stranger.getByRole("textbox").fill(code);
  await stranger.getByRole("button", { name: "Join", exact: true }).click();
  await expect(stranger.getByText("Who are you?")).toBeVisible();
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("an evening is set up in German", async ({ page }) => {
    await page.goto("/club");
    await expect(page.getByRole("heading", { name: "Klubabend" })).toBeVisible();
    await page.getByLabel(/Wer da ist/).fill("Ada\nBen");
    await page.getByLabel("Runden").fill("0");
    await page.getByRole("button", { name: "Abend eröffnen" }).click();
    await expect(page.getByRole("alert")).toContainText("1 bis 30 Runden");
  });
});
