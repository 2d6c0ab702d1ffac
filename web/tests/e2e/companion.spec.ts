// Phones beside a real board: one, two and four of them; what hands are told, and the ways back.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { violations } from "../axe";
import {
  actAs,
  curtain,
  doAll,
  done,
  expectFits,
  frameOf,
  letGo,
  lift,
  me,
  openReal,
  PHONE,
  press,
  saidAfter,
  screen,
  shownOn,
  standingOf,
} from "./companion";
import { dice } from "./hands";
import { test } from "./test";
import { Wiretap } from "./wiretap";

test.use({ viewport: PHONE, hasTouch: true });

/** Notes what the page asks of the phone: to speak, to buzz, to stay awake. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: { kind: string; text: string; lang: string }[] = [];
    const note = (kind: string, text = "", lang = ""): void => void heard.push({ kind, text, lang });
    class Words {
      lang = "";
      constructor(readonly text: string) {}
    }
    Object.assign(window, { heard, SpeechSynthesisUtterance: Words });
    Object.defineProperty(window, "speechSynthesis", {
      value: { cancel: () => undefined, speak: ({ text, lang }: Words) => note("speak", text, lang) },
    });
    Object.defineProperty(navigator, "vibrate", {
      value: () => {
        note("buzz");
        return true;
      },
    });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: async (what: string) => {
          note("awake", what);
          return Object.assign(new EventTarget(), { release: async () => note("asleep") });
        },
      },
    });
  });
interface Heard {
  kind: string;
  text: string;
  lang: string;
}
const heardOn = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);

const tapSquares = async (page: Page, ...squares: string[]): Promise<void> => {
  for (const square of squares) await page.locator(`.companion [data-spot="${square}"]`).click();
};
const step = (page: Page, text: string) => screen(page).locator(".steps").getByText(text);

test("one phone tells hands how to set up and what to do after a move", async ({ page }) => {
  await listen(page);
  const { table } = await openReal(page, "chess960", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await expect(screen(page).getByRole("heading", { name: "Set up the table" })).toBeVisible();
  await expectFits(page, "set-up");
  expect(await violations(page)).toEqual([]);
  await doAll(page);
  await expect(page.locator(".companion [data-spot='e2']")).toBeVisible();
  await expectFits(page, "a decision");
  expect(await violations(page)).toEqual([]);
  await tapSquares(page, "e2", "e4");
  await expect(step(page, "from e2 to e4")).toBeVisible();
  await expect(page.locator(".companion svg.board line.way")).toHaveCount(1);
  await expectFits(page, "hands");
  await done(page).click();
  await expect(page.locator(".companion [data-spot='e7']")).toBeVisible();
  const heard = await heardOn(page);
  expect(
    heard.filter(({ kind }) => kind === "speak"),
    "nobody asked for a voice",
  ).toEqual([]);
  expect(heard.map(({ kind, text }) => `${kind} ${text}`)).toContain("awake screen");
  expect(heard.some(({ kind }) => kind === "buzz")).toBe(true);
  // The table can be looked at from every side, at any time.
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await expect(page.getByRole("img", { name: /e4, white pawn/ })).toBeVisible();
  for (let side = 0; side < 4; side++) {
    await expectFits(page, `from side ${side}`);
    await page.getByRole("button", { name: "Turn" }).click();
  }
  await page.getByRole("button", { name: "It is right" }).click();
  await expect(page.locator(".companion [data-spot='e7']")).toBeVisible();
});

test("steps are spoken in the language of whoever reads", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: PHONE,
    locale: "de-DE",
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await listen(page);
  const { table } = await openReal(page, "chess960", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await expect(screen(page).getByRole("heading", { name: "Baut den Tisch auf" })).toBeVisible();
  expect((await heardOn(page)).filter(({ kind }) => kind === "speak")).toEqual([]);
  await page.getByRole("button", { name: "Die Schritte vorlesen" }).click();
  await expect.poll(async () => (await heardOn(page)).find(({ kind }) => kind === "speak")?.lang).toBe("de");
  // What was said comes first, and then the steps.
  const spoken = (await heardOn(page)).findLast(({ kind }) => kind === "speak")?.text ?? "";
  expect(await screen(page).locator(".steps").innerText()).toContain(spoken.split(" ")[0] ?? "nothing");
});

test("steps are spoken in English, again when they are shown again, and no more when that is off", async ({
  page,
}) => {
  await listen(page);
  const { table } = await openReal(page, "half-alice-chess", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  const speaker = page.getByRole("button", { name: "Read the steps aloud" });
  await speaker.click();
  const spoken = async () => (await heardOn(page)).filter(({ kind }) => kind === "speak");
  await expect.poll(async () => (await spoken()).length).toBeGreaterThan(0);
  expect((await spoken()).every(({ lang }) => lang === "en")).toBe(true);
  await doAll(page);
  await tapSquares(page, "e2", "e4");
  await expect(step(page, "from e2 to e4")).toBeVisible();
  const moves = async () => (await spoken()).filter(({ text }) => text.includes("from e2 to e4")).length;
  await expect.poll(moves).toBe(1);
  await page.getByRole("button", { name: "Show the steps again" }).click();
  await expect.poll(moves, "repeated").toBe(2);
  await speaker.click();
  await expect(speaker).toHaveAttribute("aria-pressed", "false");
  const before = (await spoken()).length;
  await page.getByRole("button", { name: "Show the steps again" }).click();
  await done(page).click();
  await tapSquares(page, "e7", "e5");
  await expect(step(page, "from e7 to e5")).toBeVisible();
  expect((await spoken()).length, "it is off").toBe(before);
});

test("a screen that was hidden stays on again when it comes back", async ({ page }) => {
  await listen(page);
  const { table } = await openReal(page, "chess960", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await doAll(page);
  const awake = async () => (await heardOn(page)).filter(({ kind }) => kind === "awake").length;
  await expect.poll(awake).toBe(1);
  for (const state of ["hidden", "visible"] as const) {
    await page.evaluate((seen) => {
      Object.defineProperty(document, "visibilityState", { value: seen, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
    await expect.poll(awake, state).toBe(state === "hidden" ? 1 : 2);
  }
});

test("a move that was not made on the wood is taken back, and nobody has to do anything", async ({
  page,
}) => {
  const { table } = await openReal(page, "half-alice-chess", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await done(page).click();
  await tapSquares(page, "e2", "e4");
  await expect(done(page)).toBeVisible();
  await page.getByRole("button", { name: "That was not played" }).click();
  await expect(page.locator(".companion [data-spot='e2']")).toBeVisible();
  expect((await standingOf(page, table)).turns).toEqual(["white"]);
  // A mistake that was noticed later: back to the picture where it was right.
  await tapSquares(page, "d2", "d4");
  await done(page).click();
  await tapSquares(page, "d7", "d5");
  await done(page).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await page.getByRole("button", { name: "We made a mistake" }).click();
  await page.getByRole("button", { name: "Before", exact: true }).click();
  await expect(page.getByRole("img", { name: /d7, black pawn/ })).toBeVisible();
  await expectFits(page, "looking for the mistake");
  await page.locator('[data-do="back"]').click();
  await expect(page.getByText(/^Asked/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(step(page, "from d5 to d7")).toBeVisible();
  await done(page).click();
  await expect.poll(async () => (await standingOf(page, table)).turns).toEqual(["black"]);
});

test("the position can be taken as it lies", async ({ page }) => {
  const { table } = await openReal(page, "chess960", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await doAll(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await page.getByRole("button", { name: "We made a mistake" }).click();
  await page.getByRole("button", { name: "As it lies" }).click();
  await page.getByRole("button", { name: "Take away" }).click();
  await page.locator('[data-square="a2"]').click();
  await page.getByRole("button", { name: "white pawn", exact: true }).click();
  await page.locator('[data-square="a4"]').click();
  await expectFits(page, "as it lies");
  await page.locator('[data-do="lies"]').click();
  await page.locator('[data-do="lost"]').click();
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(page.getByRole("img", { name: /a4, white pawn/ })).toBeVisible();
});

test("checkers go along when a position is taken as it lies, and what gets lost is said", async ({
  page,
}) => {
  const { table } = await openReal(page, "half-alice-chess", [me("Ada"), me("Ben")]);
  await actAs(page, table, "white", "g1f3");
  await page.goto(`/t/${table}`);
  await doAll(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await page.getByRole("button", { name: "We made a mistake" }).click();
  await page.getByRole("button", { name: "As it lies" }).click();
  await page.getByRole("button", { name: /^A checker under a piece/ }).click();
  await page.locator('[data-square="b8"]').click();
  await page.getByRole("button", { name: "Take away" }).click();
  await page.locator('[data-square="h1"]').click();
  await page.getByLabel("Next to move").selectOption("black");
  await expectFits(page, "checkers as they lie");
  await page.locator('[data-do="lies"]').click();
  await expect(screen(page).getByText("Nobody can castle with the rook on h1 any more.")).toBeVisible();
  await expectFits(page, "what gets lost");
  expect(await violations(page)).toEqual([]);
  await page.locator('[data-do="lost"]').click();
  await expect(page).not.toHaveURL(new RegExp(table));
  await expect(screen(page).locator("svg.board")).toBeVisible();
  await expect(page.getByRole("img", { name: /b8, black knight.*checker/ })).toBeVisible();
});

test("a game with secrets does not go on from a board alone, and says so", async ({ page }) => {
  const { table } = await openReal(page, "zombie-chess", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await doAll(page);
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await page.getByRole("button", { name: "We made a mistake" }).click();
  await page.getByRole("button", { name: "As it lies" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "cannot go on from a board alone" })).toBeVisible();
});

test("a curtain lies between secrets, and a phone that comes back has lost nothing", async ({ page }) => {
  const tap = new Wiretap(page);
  const { table } = await openReal(page, "zombie-chess", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await done(page).click();
  await expect(curtain(page)).toContainText("Ada");
  expect(tap.open, "nobody looks").toBe(0);
  await expectFits(page, "the curtain");
  await lift(page);
  await tapSquares(page, "e2", "e4");
  await expect(done(page)).toBeVisible();
  // The phone dies, and the wrong person takes it up again.
  await page.reload();
  await expect(step(page, "from e2 to e4")).toBeVisible();
  await done(page).click();
  await expect(curtain(page)).toContainText("Ben");
  await expect.poll(() => tap.open).toBe(0);
  await page.reload();
  await expect(curtain(page), "what is done is done").toContainText("Ben");
  await expect(done(page)).toHaveCount(0);
});

test("whoever hides a piece after everybody looked at the steps has a curtain before it", async ({
  page,
}) => {
  const { table } = await openReal(page, "zombie-chess", [me("Ada"), me("Ben")]);
  await actAs(page, table, "white", "e2e4");
  await actAs(page, table, "black", "d7d5");
  await page.goto(`/t/${table}`);
  await doAll(page);
  await expect(curtain(page)).toContainText("Ada");
  await lift(page);
  await tapSquares(page, "e4", "d5");
  await expect(step(page, "from e4 to d5")).toBeVisible();
  await doAll(page);
  await expect(curtain(page), "nobody else sees where it is hidden").toContainText("Ada");
});

/** Another phone, in another browser. */
async function phone(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("two phones: each hears of the other's move, and a mistake needs both", async ({
  page,
  browser,
  baseURL,
}) => {
  const opened = await openReal(page, "chess960", [me("Ada"), { sitter: "invited" }], { phones: "each" });
  await page.goto(`/t/${opened.table}`);
  const other = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  const guest = await phone(other, `/t/${opened.table}#invitation=${opened.invitations[0]?.token}`);
  await guest.getByLabel("Your name").fill("Ben");
  await guest
    .getByRole("button", { name: /sit|seat/i })
    .first()
    .click();
  await page.getByRole("button", { name: /^Start/ }).click();
  for (const each of [page, guest]) {
    await doAll(each);
  }
  await expect(guest.getByRole("heading", { name: "Ada decides." })).toBeVisible();
  await tapSquares(page, "e2", "e4");
  await expect(step(guest, "from e2 to e4")).toBeVisible();
  await expect(step(page, "from e2 to e4")).toBeVisible();
  await page.getByRole("button", { name: "That was not played" }).click();
  await done(guest).click();
  await expect(guest.getByText("wants to go back")).toBeVisible();
  await guest.getByRole("button", { name: "Yes" }).click();
  await expect(step(guest, "from e4 to e2")).toBeVisible();
  await expect(page.locator(".companion [data-spot='e2']")).toBeVisible();
  // Somebody else enters for this seat at the same time: nothing is done twice.
  const { prompt } = await frameOf(page, opened.table, "white");
  const act = { seat: "white", command: { act: { action: "d2d4", prompt } } };
  const [first, second] = await Promise.all(
    [act, act].map((data) => page.request.post(`/api/tables/${opened.table}/commands`, { data })),
  );
  expect([first?.status(), second?.status()].filter((status) => status === 200)).toHaveLength(1);
  await expect(step(page, "from d2 to d4")).toBeVisible();
});

test("of two phones that enter at once one counts, and the other says how it stands", async ({ page }) => {
  const { table } = await openReal(page, "chess960", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await doAll(page);
  await expect(page.locator(".companion [data-spot='e2']")).toBeVisible();
  // The other phone is faster by so little that this one has not heard of it when it sends.
  const { prompt } = await frameOf(page, table, "white");
  const other = JSON.stringify({ seat: "white", command: { act: { action: "d2d4", prompt } } });
  await page.evaluate(
    ({ path, other }) => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) {
        if (String(text).includes('"act"')) {
          WebSocket.prototype.send = send;
          const first = new XMLHttpRequest();
          first.open("POST", path, false);
          first.setRequestHeader("content-type", "application/json");
          first.send(other);
        }
        send.call(this, text);
      };
    },
    { path: `/api/tables/${table}/commands`, other },
  );
  await tapSquares(page, "e2", "e4");
  await expect(step(page, "from d2 to d4"), "what counts is what hands do").toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Another phone was faster" })).toBeVisible();
  await expectFits(page, "another phone was faster");
  await doAll(page);
  await expect(page.getByText("Another phone was faster")).toHaveCount(0);
  expect((await standingOf(page, table)).turns).toEqual(["black"]);
});

test("a phone died: its seat is taken with another one, and nothing is lost", async ({
  browser,
  baseURL,
}) => {
  const context = () => browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  const old = await (await context()).newPage();
  const { table } = await openReal(old, "zombie-chess", [me("Ada"), { sitter: "bot", level: "random" }], {
    phones: "each",
  });
  await actAs(old, table, "white", "e2e4");
  const moved = { seat: "white", command: { move: {} } };
  const answer = await old.request.post(`/api/tables/${table}/commands`, { data: moved });
  const { invitation } = (await answer.json()) as { invitation?: { token: string } };
  await old.context().close();
  const page = await (await context()).newPage();
  await page.goto(`/t/${table}#invitation=${invitation?.token}`);
  await page
    .getByRole("button", { name: /sit|seat/i })
    .first()
    .click();
  await expect(done(page), "what this phone has not done is told").toBeVisible();
  await expect.poll(async () => (await standingOf(page, table)).seats).toEqual(["white"]);
  await doAll(page);
  expect((await standingOf(page, table)).note.seats[0]?.name).toBe("Ada");
});

test("four phones: one decides and the others look at the wood", async ({ page, browser, baseURL }) => {
  const invited = { sitter: "invited" } as const;
  const opened = await openReal(page, "crowded-house", [me("Ada"), invited, invited, invited], {
    phones: "each",
  });
  const pages = [page];
  await page.goto(`/t/${opened.table}`);
  for (const { token } of opened.invitations) {
    const context = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
    await context.request.post(`/api/tables/${opened.table}/enter`, { data: { invitation: token } });
    pages.push(await phone(context, `/t/${opened.table}`));
  }
  await page.request.post(`/api/tables/${opened.table}/commands`, {
    data: { seat: "host", command: { start: {} } },
  });
  for (const each of pages) await each.reload();
  for (const each of pages) {
    await doAll(each);
  }
  const screens = async () => (await Promise.all(pages.map(shownOn))).sort().join();
  await expect.poll(screens).toBe("decide,wait,wait,wait");
  // Everybody makes a move on their own phone, and all others hear of it.
  for (let turn = 0; turn < 4; turn++) {
    const shown = await Promise.all(pages.map(shownOn));
    const mover = pages[shown.indexOf("decide")];
    if (!mover) throw new Error(`nobody decides: ${shown.join()}`);
    const seat = (await screen(mover).getAttribute("data-viewer")) ?? "";
    const offers = (await frameOf(mover, opened.table, seat)).body.glimpse?.offers ?? [];
    const [from = "", to = ""] = offers.find(({ gesture }) => gesture.length === 2)?.gesture ?? [];
    await tapSquares(mover, from, to);
    for (const each of pages) {
      await expect(screen(each).locator(".steps").first()).toContainText(to);
      await doAll(each);
    }
    await expect.poll(screens).toBe("decide,wait,wait,wait");
    await expect.poll(() => shownOn(mover), "it is another's turn").toBe("wait");
  }
});

test("a phone for each team sits on all chairs of its team", async ({ page, browser, baseURL }) => {
  const invited = { sitter: "invited" } as const;
  const opened = await openReal(page, "crowded-house", [me("Ada"), invited, me("Cleo"), invited], {
    phones: "team",
  });
  const context = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  const guest = await phone(context, `/t/${opened.table}#room=${opened.room?.token}`);
  await guest
    .getByRole("button", { name: /^Sit down as/ })
    .first()
    .click();
  await expect.poll(async () => (await standingOf(guest, opened.table)).seats.length).toBe(2);
});

test("cards that were dealt by hand are told in secret by tapping them", async ({ page }) => {
  const real = { phones: "one", cards_by_hand: true } as const;
  const { table } = await openReal(page, "tar-pit-chess", [me("Ada"), me("Ben")], real);
  await page.goto(`/t/${table}`);
  await doAll(page);
  await expect(curtain(page)).toContainText("Ada");
  await lift(page);
  await expect(screen(page).getByRole("heading", { name: "Which cards do you hold?" })).toBeVisible();
  await expectFits(page, "telling cards");
  const count = Number(/\d+/.exec((await screen(page).getByRole("status").textContent()) ?? "")?.[0] ?? 0);
  const tellAll = async (faces: string[]): Promise<void> => {
    for (const face of faces) await page.locator(`[data-card="${face}"]`).click();
    await page.locator('[data-do="tell"]').click();
  };
  // What the deck does not have is noticed at once, and nothing else.
  await tellAll(Array.from({ length: count }, () => "K"));
  await expect(page.getByRole("alert").filter({ hasText: "look at them again" })).toBeVisible();
  for (let index = 0; index < count; index++) await screen(page).locator(".told button").first().click();
  await tellAll(["Q", "P", "N", "n", "R", "r", "B", "b"].slice(0, count));
  await expect(curtain(page)).toContainText("Ben");
  expect(await page.content(), "nothing of what was told is left").not.toContain("data-card");
  // The queen lies in one hand only: that is heard when both have told, and nobody hears whose it is.
  await lift(page);
  await expect(screen(page)).not.toContainText("fit together");
  await tellAll(["Q", "p", "P", "p", "P", "p", "P", "p"].slice(0, count));
  await expect(screen(page)).toContainText("do not fit together");
  await expectFits(page, "telling cards anew");
  expect((await standingOf(page, table)).note.real_board?.to_tell).toEqual(["white", "black"]);
  await tellAll(["p", "p", "P", "p", "P", "p", "P", "p"].slice(0, count));
  await expect(curtain(page)).toContainText("Ada");
  await expect(screen(page).getByRole("status").filter({ hasText: "everybody tells theirs" })).toBeVisible();
  await expectFits(page, "cards that do not fit");
  await lift(page);
  await expect(screen(page)).toContainText("do not fit together");
  await tellAll(["Q", "P", "N", "n", "R", "r", "B", "b"].slice(0, count));
  await expect.poll(async () => (await standingOf(page, table)).note.real_board?.misfits ?? 0).toBe(0);
  await expect(screen(page)).not.toContainText("fit together");
});

const again = (page: Page) => page.locator('[data-do="again"]');

test("what hands did last can be shown again, also after a reload", async ({ page }) => {
  const { table } = await openReal(page, "zombie-chess", [me("Ada"), me("Ben")]);
  await page.goto(`/t/${table}`);
  await doAll(page);
  await lift(page);
  await tapSquares(page, "e2", "e4");
  await doAll(page);
  await expect(curtain(page)).toContainText("Ben");
  for (const time of ["at once", "after a reload"]) {
    await again(page).click();
    await expect(step(page, "from e2 to e4"), time).toBeVisible();
    await expect(page.getByRole("button", { name: "That was not played" }), "it is done").toHaveCount(0);
    await expectFits(page, `hands again ${time}`);
    await done(page).click();
    await expect(curtain(page)).toContainText("Ben");
    await page.reload();
  }
  expect((await standingOf(page, table)).turns).toEqual(["black"]);
});

test("a screen that lies flat has time, graves and rules for both sides", async ({ page }) => {
  const clock = { clock: "player", seconds: 600, increment: 5 } as const;
  const tap = new Wiretap(page);
  await page.addInitScript(() => localStorage.setItem("chess-kit-preferences", '{"between":true}'));
  const { table } = await openReal(
    page,
    "zombie-chess",
    [me("Ada"), me("Ben")],
    { phones: "one" },
    { clock },
  );
  await page.goto(`/t/${table}`);
  await doAll(page);
  const flat = screen(page).locator(".flat");
  await expect(flat).toBeVisible();
  await expect(flat.getByRole("timer")).toHaveCount(2);
  await expect(flat.locator(".tray")).not.toHaveCount(0);
  await expectFits(page, "a flat screen");
  expect(await violations(page)).toEqual([]);
  // The other side looks at its own while it holds, and nothing of it stays.
  expect(tap.open, "nobody looks").toBe(0);
  const hold = flat.locator(".other .hold");
  await hold.dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
  await expect(flat.locator(".other .secrets")).toBeVisible();
  expect(tap.open, "one line for the seat that looks").toBe(1);
  await hold.dispatchEvent("pointerup", { pointerType: "touch", isPrimary: true });
  await expect(flat.locator(".other .secrets")).toHaveCount(0);
  await expect.poll(() => tap.open).toBe(0);
  await flat.locator('[data-do="rule"]').click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await lift(page);
  await tapSquares(page, "e2", "e4");
  await doAll(page);
  await expect(curtain(page)).toContainText("Ben");
  await again(page).click();
  await expect(step(page, "from e2 to e4")).toBeVisible();
  await done(page).click();
  await expect(flat).toBeVisible();
});

test("time is seen behind the curtain and beside hands, without a line that stays open", async ({ page }) => {
  const tap = new Wiretap(page);
  const clock = { clock: "player", seconds: 600, increment: 5 } as const;
  const { table } = await openReal(
    page,
    "zombie-chess",
    [me("Ada"), me("Ben")],
    { phones: "one" },
    { clock },
  );
  await page.goto(`/t/${table}`);
  const timer = screen(page).getByRole("timer");
  await expect(timer, "beside hands").toBeVisible();
  await expectFits(page, "hands with a clock");
  await doAll(page);
  await expect(curtain(page)).toContainText("Ada");
  await expect(timer, "behind the curtain").toBeVisible();
  await expect(timer).toContainText("9:");
  await expectFits(page, "a curtain with a clock");
  expect(tap.open).toBe(0);
  await lift(page);
  await tapSquares(page, "e2", "e4");
  await expect(step(page, "from e2 to e4")).toBeVisible();
  await expect(timer).toBeVisible();
  await expect(screen(page).getByText(/Zombie Chess · turn/)).toBeVisible();
});

test("one person against a bot goes on as it lies, and the bot stays", async ({ page }) => {
  const bot = { sitter: "bot", level: "random" } as const;
  const { table } = await openReal(page, "chess960", [me("Ada"), bot], { phones: "one" }, { hints: false });
  await page.goto(`/t/${table}`);
  await doAll(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Is our table right?" }).click();
  await page.getByRole("button", { name: "We made a mistake" }).click();
  await page.getByRole("button", { name: "As it lies" }).click();
  await page.locator('[data-do="lies"]').click();
  await page.locator('[data-do="lost"]').click();
  await expect(page).not.toHaveURL(new RegExp(table));
  const { note } = await standingOf(page, new URL(page.url()).pathname.split("/").at(-1) ?? "");
  expect(note.seats.map(({ sitter }) => sitter)).toEqual(["person", "bot"]);
  expect(note.hints ?? false, "as it was agreed").toBe(false);
});

const said = (page: Page) => screen(page).locator(".said");

test("an answer that moves no wood is said in large words, and read aloud", async ({ page }) => {
  await listen(page);
  const { table } = await openReal(page, "masquerade-chess", [me("Ada"), me("Ben")]);
  for (const [seat, action] of [
    ["white", "assign KK QQ RR BB NN"],
    ["black", "assign KR QK RN BB NQ"],
    ["white", "b1c3"],
    ["black", "d7d5"],
  ] as const)
    await actAs(page, table, seat, action);
  await page.goto(`/t/${table}`);
  await page.getByRole("button", { name: "Read the steps aloud" }).click();
  await doAll(page);
  await expect(curtain(page)).toContainText("Ada");
  await expect(said(page), "what was done is read").toHaveCount(0);
  await lift(page);
  await tapSquares(page, "c3", "d5");
  const ready = page.locator('[data-do="ready"]');
  await expect(ready.or(curtain(page)).first()).toBeVisible();
  if ((await ready.count()) > 0) await ready.click();
  // Nothing moves: the answer is all there is, for both and before anybody looks.
  await expect(curtain(page)).toContainText("Ben");
  await expect(said(page)).toContainText("No");
  expect(
    await said(page)
      .locator("p")
      .first()
      .evaluate((line) => parseFloat(getComputedStyle(line).fontSize)),
  ).toBeGreaterThanOrEqual(22);
  await expectFits(page, "an answer behind the curtain");
  const spoken = (await heardOn(page)).filter(({ kind }) => kind === "speak").map(({ text }) => text);
  expect(
    spoken.filter((text) => text.includes("No")),
    "once",
  ).toHaveLength(1);
  // A phone that comes back says it again; whoever decides still sees it.
  await page.reload();
  await expect(said(page)).toContainText("No");
  await lift(page);
  await expect(said(page)).toContainText("No");
  await expectFits(page, "an answer beside a decision");
  expect(await violations(page)).toEqual([]);
  await tapSquares(page, "a7", "a6");
  await expect(done(page)).toBeVisible();
  await expect(said(page), "what was read before the decision is gone").not.toContainText("No");
});

test("a phone that waits says what was answered elsewhere", async ({ page, browser, baseURL }) => {
  const opened = await openReal(page, "cloak-and-dagger-chess", [me("Ada"), { sitter: "invited" }], {
    phones: "each",
  });
  const other = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  await other.request.post(`/api/tables/${opened.table}/enter`, {
    data: { invitation: opened.invitations[0]?.token },
  });
  await page.request.post(`/api/tables/${opened.table}/commands`, {
    data: { seat: "host", command: { start: {} } },
  });
  const guest = await phone(other, `/t/${opened.table}`);
  await doAll(guest);
  const roll = dice(5);
  let found = 0;
  for (let count = 0; count < 60 && found < 2; count++) {
    const before = await standingOf(guest, opened.table);
    const turns = before.note.acting.length > 0 ? before.note.acting : ["white", "black"];
    let acted = false;
    for (const seat of turns) {
      const hands = seat === "white" ? page : guest;
      const offers = (await frameOf(hands, opened.table, seat)).body.glimpse?.offers ?? [];
      const offer = offers[Math.floor(roll() * offers.length)];
      if (!offer || acted) continue;
      await actAs(hands, opened.table, seat, offer.action);
      acted = true;
    }
    if (!acted) break;
    const after = await standingOf(guest, opened.table);
    const [old, now] = [before.note.real_board, after.note.real_board];
    if (!old || !now) break;
    if (now.moment === old.moment && now.heard > old.heard) {
      const news = await saidAfter(guest, opened.table, old.heard);
      await expect(said(guest)).toContainText(news.at(-1) ?? "something");
      await expectFits(guest, `${news.at(-1)}`);
      found += 1;
    } else if (now.moment > old.moment) await doAll(guest);
  }
  expect(found, "something was said without a move").toBeGreaterThan(0);
});

test("secrets stay shut until they are held, also in the middle of a decision", async ({ page }) => {
  const { table } = await openReal(page, "masquerade-chess", [me("Ada"), me("Ben")], { phones: "one" });
  await page.goto(`/t/${table}`);
  await doAll(page);
  await lift(page);
  const shut = screen(page).locator("[data-shut]");
  await expect(shut).toBeVisible();
  await expectFits(page, "a shut grid");
  expect(await violations(page)).toEqual([]);
  const grid = screen(page).locator(".needed section:not([data-shut])");
  await expect(grid).toHaveCount(0);
  await press(page);
  await expect(grid.first()).toBeVisible();
  await expect(shut).toHaveCount(0);
  await expectFits(page, "an open grid");
  await letGo(page);
  await expect(shut).toBeVisible();
  // Whoever has looked may tap the right box while it is shut; nothing shows which one it was.
  const box = shut.locator("[data-spot]").first();
  const spot = await box.getAttribute("data-spot");
  const before = await box.evaluate((each) => each.outerHTML);
  await box.click();
  if ((await shut.count()) > 0) expect(await box.evaluate((each) => each.outerHTML)).toBe(before);
  await press(page);
  await expect(screen(page).locator(`[data-spot="${spot}"]`).first()).toBeVisible();
  await letGo(page);
});

test("a phone of one's own shows its secrets and its time while it waits", async ({
  page,
  browser,
  baseURL,
}) => {
  const opened = await openReal(
    page,
    "tar-pit-chess",
    [me("Ada"), { sitter: "invited" }],
    { phones: "each" },
    { clock: { clock: "player", seconds: 600, increment: 5 } },
  );
  const other = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  await other.request.post(`/api/tables/${opened.table}/enter`, {
    data: { invitation: opened.invitations[0]?.token },
  });
  await page.request.post(`/api/tables/${opened.table}/commands`, {
    data: { seat: "host", command: { start: {} } },
  });
  const guest = await phone(other, `/t/${opened.table}`);
  await page.goto(`/t/${opened.table}`);
  for (const each of [page, guest]) {
    await expect(done(each)).toBeVisible();
    await expect(each.getByRole("timer")).toBeVisible();
    await expect(screen(each).locator(".hold"), "beside hands").toBeVisible();
    await expectFits(each, "hands of a phone of one's own");
    await doAll(each);
  }
  const waits = async () =>
    (await Promise.all([page, guest].map(shownOn))).filter((shown) => shown === "wait");
  await expect.poll(waits).toHaveLength(1);
  const waiting = (await shownOn(page)) === "wait" ? page : guest;
  await expect(waiting.getByRole("timer")).toBeVisible();
  const hand = screen(waiting).locator("section.cards");
  await expect(hand).toHaveCount(0);
  await press(waiting);
  await expect(hand.first()).toBeVisible();
  await expectFits(waiting, "secrets while one waits");
  await letGo(waiting);
  await expect(hand).toHaveCount(0);
});
