/** People at one table, each in a browser of their own. */
import { type Browser, expect, type Page } from "@playwright/test";
import type { GameNote, OpenTable, Sitter, TableOpened } from "../../src/lib/wire/wire";

const NAMES = ["Ada", "Ben", "Cleo", "Dan"];

/** Two people sit at a table that has just begun. How they came there is told by {@link meetByLink}. */
export const sitTogether = (host: Page, guest: Page, game: string): Promise<void> =>
  sitAround([host, guest], game);

/** People sit at a table that has just begun, the host in its first seat and the others as seats follow. */
export async function sitAround(pages: readonly Page[], game: string): Promise<void> {
  const [host, ...guests] = pages;
  if (!host) throw new Error("somebody opens the table");
  const seats: Sitter[] = [
    { sitter: "me", name: "Ada" },
    ...guests.map((): Sitter => ({ sitter: "invited" })),
  ];
  const wish: OpenTable = { game, name: "Ada", seats };
  const opened = (await (await host.request.post("/api/tables", { data: wish })).json()) as TableOpened;
  const path = `/api/tables/${opened.table}`;
  for (const [index, guest] of guests.entries()) {
    const came = { invitation: opened.room?.token, name: NAMES[index + 1] };
    await expect(await guest.request.post(`${path}/enter`, { data: came })).toBeOK();
  }
  const start = { seat: "host", command: { start: {} } };
  await expect(await host.request.post(`${path}/commands`, { data: start })).toBeOK();
  for (const page of pages) {
    await page.goto(`/t/${opened.table}`);
    await expect(page.locator("section.prompt")).toBeVisible();
  }
}

/** The host opens a table, the guest comes by the link, and the game starts. */
export async function meetByLink(host: Page, guest: Page, game: string, address = "", terms = noTerms) {
  await host.goto(`${address}/new?game=${game}&with=friends`);
  await host.getByPlaceholder("Name").first().fill("Ada");
  await terms(host);
  await host.getByRole("button", { name: "Open the table" }).click();
  await comeIn(guest, await roomLink(host), "Ben");
  await host.getByRole("button", { name: "Start the game" }).click();
  for (const page of [host, guest]) await expect(page.locator("section.prompt")).toBeVisible();
}

/**
 * So many people come by the one link to a table for as many, or for more: bots have the chairs that are left.
 *
 * They sit as seats follow, each with a name.
 */
export async function meetAllByLink(pages: readonly Page[], game: string): Promise<void> {
  const [host, ...guests] = pages;
  if (!host) throw new Error("somebody opens the table");
  await host.goto(`/new?game=${game}&with=friends`);
  await host
    .getByPlaceholder("Name")
    .first()
    .fill(NAMES[0] ?? "");
  await host.getByRole("button", { name: "Open the table" }).click();
  const link = await roomLink(host);
  const notes = (await (await host.request.get("/api/games")).json()) as GameNote[];
  const seats = notes.find((note) => note.game === game)?.seats ?? [];
  for (const [index, guest] of guests.entries()) {
    await guest.goto(link);
    await guest.getByLabel("Your name").fill(NAMES[index + 1] ?? "");
    const chair = guest.locator(`[data-chair="${seats[index + 1]}"]`);
    await chair.getByRole("button", { name: /^Sit down as/ }).click();
    await expect(guest).toHaveURL(/\/t\/[^#]+$/);
  }
  for (const left of seats.slice(pages.length)) {
    const chair = host.locator(`[data-chair="${left}"]`);
    await chair.getByRole("button", { name: /^Put a bot/ }).click();
    await expect(chair).toContainText("A bot");
  }
  await host.getByRole("button", { name: "Start the game" }).click();
  for (const page of pages) await expect(page.locator("section.prompt")).toBeVisible();
}

/** The one link for everybody. */
export const roomLink = (host: Page): Promise<string> =>
  host.getByRole("textbox", { name: "Link for everybody" }).inputValue();

/** Somebody comes by the link, says their name and takes a chair, by its seat if that matters. */
export async function comeIn(guest: Page, link: string, name: string, seat?: string): Promise<void> {
  await guest.goto(link);
  await guest.getByLabel("Your name").fill(name);
  const as = seat ? `Sit down as ${seat}` : /^Sit down as/;
  await guest.getByRole("button", { name: as, exact: true }).first().click();
  await expect(guest).toHaveURL(/\/t\/[^#]+$/);
}

const noTerms = async (_page: Page): Promise<void> => {};

/** A page of a browser that nobody has used. */
export const newcomer = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** Presses a button of what players do beside the game. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.locator(".conduct").getByRole("button", { name, exact: true }).click();

/**
 * Moves a pawn by two clicks, and waits until that is written down.
 *
 * The move is on the screen before the server knows of it; the line about it comes from there.
 */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await page.locator(`[data-spot="${from}"][data-light]`).click();
  const lines = page.locator(".said [data-line]");
  const before = await lines.count();
  await page.locator(`[data-spot="${to}"][data-light]`).click();
  await expect(page.locator(`[data-spot="${to}"]`)).toHaveAccessibleName(/pawn/);
  await expect.poll(() => lines.count(), `${from}${to} is written down`).toBeGreaterThan(before);
}

export const square = (page: Page, name: string) => page.locator(`.board [data-spot="${name}"]`);
