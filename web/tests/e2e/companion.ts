/** Hands at a phone beside a real board. They know screens, and no game. */
import { expect, type Page } from "@playwright/test";
import type { Frame, HandsNote, RealBoardPlan, Sitter, Standing, TableOpened } from "../../src/lib/wire/wire";
import { LIT } from "./hands";

export const PHONE = { width: 360, height: 640 };
export const screen = (page: Page) => page.locator(".companion");
export const done = (page: Page) => page.locator('[data-do="done"]');
export const curtain = (page: Page) => page.locator("section.curtain");

/** Opens a table of wood; the cookies of its seats are this page's. */
export async function openReal(
  page: Page,
  game: string,
  seats: Sitter[],
  real: RealBoardPlan = { phones: "one" },
  more: object = {},
): Promise<TableOpened> {
  const answer = await page.request.post("/api/tables", {
    data: { game, seats, real_board: real, ...more },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as TableOpened;
}

export const me = (name: string): Sitter => ({ sitter: "me", name });

/** What somebody without a seat knows of a table. */
export const standingOf = async (page: Page, table: string): Promise<Standing> =>
  (await (await page.request.get(`/api/tables/${table}`)).json()) as Standing;

export const frameOf = async (page: Page, table: string, seat: string): Promise<Frame> =>
  (await (await page.request.get(`/api/tables/${table}/frame?seat=${seat}`)).json()) as Frame;

/** Decides for a seat without touching the phone. */
export async function actAs(page: Page, table: string, seat: string, action: string): Promise<void> {
  const { prompt } = await frameOf(page, table, seat);
  const data = { seat, command: { act: { action, prompt } } };
  const answer = await page.request.post(`/api/tables/${table}/commands`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** What the public has heard after so many lines. */
export async function saidAfter(page: Page, table: string, heard: number): Promise<string[]> {
  const answer = await page.request.get(`/api/tables/${table}/hands?heard=${heard}`);
  return ((await answer.json()) as HandsNote).said.map(({ text }) => text);
}

/** A finger that stays down on the button for what is secret. */
export const press = (page: Page): Promise<void> =>
  page.locator(".companion .hold").dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
export const letGo = (page: Page): Promise<void> =>
  page.locator(".companion .hold").dispatchEvent("pointerup", { pointerType: "touch", isPrimary: true });

/** Lifts the curtain as a keyboard does, which needs no time. */
export async function lift(page: Page): Promise<void> {
  const button = curtain(page).getByRole("button").first();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(curtain(page)).toHaveCount(0);
}

export type Shown = "hands" | "curtain" | "decide" | "tell" | "over" | "wait";

/** Which screen is shown. */
export const shownOn = (page: Page): Promise<Shown> =>
  page.evaluate((lit) => {
    const there = (what: string): boolean => document.querySelector(`.companion ${what}`) !== null;
    if (there('[data-do="done"]')) return "hands";
    if (there("section.curtain")) return "curtain";
    if (there('[data-do="tell"]')) return "tell";
    if (there(lit) || there("[data-shut]") || there('[data-do="ready"]') || there(".foot details"))
      return "decide";
    return there(".button.main") ? "over" : "wait";
  }, LIT);

/** Nothing on the screen has to be scrolled, and all that can be pressed lies inside it. */
export async function expectFits(page: Page, moment: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const root = document.querySelector<HTMLElement>(".companion");
    if (!root) return ["no screen"];
    const { innerWidth: width, innerHeight: height } = window;
    const inside = (box: DOMRect): boolean =>
      box.top >= -1 && box.left >= -1 && box.bottom <= height + 1 && box.right <= width + 1;
    const found = [...root.querySelectorAll<HTMLElement>("button, h1, li, svg.board")]
      .filter((each) => each.offsetParent !== null || each instanceof SVGElement)
      .filter((each) => each.closest("details:not([open]) .list, .spoken") === null)
      .filter((each) => !inside(each.getBoundingClientRect()))
      .map((each) => each.outerHTML.slice(0, 120));
    // Nothing inside scrolls either: what lies below an edge is as good as not there.
    for (const each of [root, ...root.querySelectorAll<HTMLElement>("*")]) {
      const clips = /auto|scroll|hidden/.test(getComputedStyle(each).overflowY);
      const spoken = each.closest("details:not([open]) .list, .spoken, svg, .place") !== null;
      if (clips && !spoken && each.scrollHeight > each.clientHeight + 1)
        found.push(`${each.className}: ${each.scrollHeight} pixels high, not ${each.clientHeight}`);
    }
    return found;
  });
  expect(outside, moment).toEqual([]);
}

/** Does everything that hands are told, page by page. */
export async function doAll(page: Page): Promise<void> {
  await expect(done(page)).toBeVisible();
  while ((await done(page).textContent())?.trim() !== "Done") await done(page).click();
  await done(page).click();
  await expect(done(page)).toHaveCount(0);
}
