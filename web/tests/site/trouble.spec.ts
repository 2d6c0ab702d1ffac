// What goes wrong beside the game: workers, memory and stores that are gone. No table suffers from it.
import { expect, type Page, test } from "@playwright/test";
import { dice, pointOnce, waitForTurn } from "../e2e/hands";
import { board, move, OPEN, openAgainstBots, status } from "./play";
import { askReferee, before, heardBy, tableOf, tap } from "./site";

/** Lets a test rule over those who think for the referee: the script can be gone, and whoever thinks can be killed. */
const THINKERS = `
  const Plain = Worker;
  const begun = [];
  let gone = false;
  let deaf = false;
  let unheard = 0;
  const rule = new BroadcastChannel("test-thinkers");
  rule.onmessage = ({ data }) => {
    if (data === "gone" || data === "back") gone = data === "gone";
    else if (data === "deaf" || data === "hear") deaf = data === "deaf";
    else if (data === "count")
      rule.postMessage({ living: begun.filter((worker) => !worker.ended).length, begun: begun.length, unheard });
    else if (data === "kill") {
      const last = begun.at(-1);
      last.terminate();
      last.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
    }
  };
  self.Worker = class extends Plain {
    constructor(address, how) {
      super(gone ? new URL("nowhere.js", address) : address, how);
      begun.push(this);
    }
    postMessage(message) {
      if (deaf && !("module" in message)) unheard += 1;
      else super.postMessage(message);
    }
    terminate() {
      this.ended = true;
      super.terminate();
    }
  };`;

const tell = (page: Page, word: string): Promise<void> =>
  page.evaluate((word) => {
    const rule = new BroadcastChannel("test-thinkers");
    rule.postMessage(word);
    rule.close();
  }, word);

interface Count {
  living: number;
  begun: number;
  /** How many messages those who are deaf have not heard. */
  unheard: number;
}

/** How many thinkers there are. */
const thinkers = (page: Page): Promise<Count> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const rule = new BroadcastChannel("test-thinkers");
        rule.onmessage = ({ data }) => {
          if (typeof data === "string") return;
          rule.close();
          resolve(data);
        };
        rule.postMessage("count");
      }),
  );

const RESTING = /bots cannot think just now/i;

test("bots whose program is gone rest, are tried again, and freeze no table", async ({ page }) => {
  await tap(page);
  await before(page, "referee", THINKERS);
  await openAgainstBots(page, OPEN);
  await tell(page, "gone");
  await move(page, 3);
  await expect(page.getByText(RESTING)).toBeVisible();
  // More often than a program may fail.
  await expect.poll(async () => (await thinkers(page)).begun).toBeGreaterThan(2);
  expect((await status(page)).note.status).toBe("playing");
  await tell(page, "back");
  await waitForTurn(page);
  await expect(page.getByText(RESTING)).toBeHidden();
  await move(page, 5);
  await waitForTurn(page);
});

/** Says something at the table, which changes nothing on the board. */
const chat = (page: Page, text: string): Promise<string> =>
  page.evaluate(
    ({ table, text }) =>
      new Promise<string>((resolve) => {
        const { workers } = window as unknown as { workers: Worker[] };
        const worker = workers.at(-1);
        const hear = ({ data }: MessageEvent): void => {
          if (data.id === 777_777) resolve(data.answer.text);
        };
        worker?.addEventListener("message", hear);
        const body = JSON.stringify({ seat: "white", command: { say: { channel: "all", text } } });
        const ask = { method: "POST", path: `/api/tables/${table}/commands`, body };
        worker?.postMessage({ id: 777_777, ask });
      }),
    { table: tableOf(page), text },
  );

test("a bot thinks on while people talk, and again when it was killed", async ({ page }) => {
  await tap(page);
  await before(page, "referee", THINKERS);
  await openAgainstBots(page, OPEN);
  await tell(page, "deaf");
  await move(page, 3);
  await expect.poll(async () => (await thinkers(page)).unheard).toBe(1);
  expect(await chat(page, "take your time")).not.toContain("error");
  expect(await heardBy(page)).toContain("take your time");
  expect(await thinkers(page), "the same one thinks on").toEqual({ living: 1, begun: 1, unheard: 1 });
  await tell(page, "hear");
  await tell(page, "kill");
  await waitForTurn(page);
  expect(await thinkers(page)).toEqual({ living: 1, begun: 2, unheard: 1 });
  expect((await status(page)).note.status).toBe("playing");
});

test("a reload while a bot thinks loses nothing", async ({ page }) => {
  await before(page, "referee", THINKERS);
  await openAgainstBots(page, OPEN);
  await tell(page, "deaf");
  await move(page, 3);
  await expect.poll(async () => (await thinkers(page)).unheard).toBe(1);
  const was = await board(page);
  await page.reload();
  await waitForTurn(page);
  expect(await board(page)).not.toBe(was);
  await move(page, 4);
});

/** Lets a test break the store: reads can fail, what is open can be closed, and nothing may open. */
const STORE = `
  let broken = false;
  const databases = [];
  const rule = new BroadcastChannel("test-store");
  rule.onmessage = ({ data }) => {
    if (data === "close") for (const database of databases) database.close();
    else broken = data === "break";
  };
  const getAll = IDBObjectStore.prototype.getAll;
  IDBObjectStore.prototype.getAll = function (...given) {
    if (broken) throw new DOMException("no luck", "UnknownError");
    return getAll.apply(this, given);
  };
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (...given) {
    if (broken) throw new DOMException("no luck", "UnknownError");
    return add.apply(this, given);
  };
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...given) {
    const opening = open.apply(this, given);
    opening.addEventListener("success", () => databases.push(opening.result));
    return opening;
  };`;

const store = (page: Page, word: "break" | "mend" | "close"): Promise<void> =>
  page.evaluate((word) => {
    const rule = new BroadcastChannel("test-store");
    rule.postMessage(word);
    rule.close();
  }, word);

const OUT_OF_REACH = /cannot be read or written|out of reach/i;

test("a store that cannot be read says so, nobody waits for ever, and nothing is lost", async ({ page }) => {
  await tap(page);
  await before(page, "referee", STORE);
  await openAgainstBots(page, OPEN);
  const was = await board(page);
  await store(page, "break");
  expect(await askReferee(page, "/api/tables/bcdfghjkmn")).toContain("store-broken");
  const roll = dice(4);
  for (let count = 0; count < 4; count++) await pointOnce(page, roll);
  await expect(page.getByText(OUT_OF_REACH).first()).toBeVisible();
  await store(page, "mend");
  expect((await status(page)).note.status).toBe("playing");
  await page.reload();
  await waitForTurn(page);
  expect(await board(page)).toBe(was);
  await move(page, 6);
});

test("a store that the browser closes is opened again", async ({ page }) => {
  await tap(page);
  await before(page, "referee", STORE);
  await openAgainstBots(page, OPEN);
  await store(page, "close");
  await move(page, 3);
  await waitForTurn(page);
  const log = await board(page);
  await page.reload();
  await waitForTurn(page);
  expect(await board(page)).toBe(log);
});

test("a store that does not open hides the tables, and nothing forgets them", async ({ page }) => {
  await openAgainstBots(page, OPEN);
  const table = page.url();
  await page.unroute("**/*").catch(() => undefined);
  await before(
    page,
    "referee",
    `IDBFactory.prototype.open = () => { throw new DOMException("no luck", "UnknownError"); };`,
  );
  await page.reload();
  await expect(page.getByText(OUT_OF_REACH).first()).toBeVisible();
  await page.goto("?/lobby");
  await expect(page.getByRole("button", { name: /^Forget/ })).toHaveCount(1);
  await page.unrouteAll();
  await page.goto(table);
  await page.reload();
  await waitForTurn(page);
  await move(page, 3);
});

test("a browser without WebAssembly gets a sentence", async ({ page }) => {
  await before(page, "referee", "delete self.WebAssembly;");
  await page.goto(`?/new&game=${OPEN}&with=bots`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText(/could not be started/i)).toBeVisible();
});

test("a referee whose program is gone is not called a server that cannot be reached", async ({ page }) => {
  await page.route("**/assets/referee.worker-*.js", (route) => route.abort());
  await page.goto(`?/new&game=${OPEN}&with=bots`);
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText(/plays has stopped/i)).toBeVisible();
  await expect(page.getByText(/server/i)).toHaveCount(0);
  await page.unroute("**/assets/referee.worker-*.js");
  await page.getByRole("button", { name: "Open the table" }).click();
  await waitForTurn(page);
});

test("who leaves the solver of golf leaves nobody thinking", async ({ page }) => {
  await before(page, "referee", THINKERS);
  await page.goto("?/golf");
  // The hole of the day has come, so whoever thinks is there.
  await expect(page.locator(".today .picture > *").first()).toBeVisible();
  await tell(page, "deaf");
  await page.locator(".lengths .button").last().click();
  await expect.poll(async () => (await thinkers(page)).unheard).toBe(1);
  const { living } = await thinkers(page);
  await page.getByRole("link", { name: "Rules", exact: true }).first().click();
  await expect.poll(async () => (await thinkers(page)).living).toBe(living - 1);
});

test("the start page, the rules, learning and the list of tables fetch no module", async ({ page }) => {
  const modules: string[] = [];
  page.on("request", (request) => {
    if (/module-\w+\.wasm/.test(request.url())) modules.push(request.url());
  });
  await openAgainstBots(page, OPEN);
  expect(modules.length, "what is looked for would be found").toBeGreaterThan(0);
  await move(page, 3);
  await waitForTurn(page);
  // How the table stands is kept a moment after something happened.
  const kept = (): Promise<string> =>
    page.evaluate(
      () => Object.entries(localStorage).find(([key]) => key.startsWith("chess-kit-standings"))?.[1] ?? "",
    );
  await expect.poll(kept).toContain(tableOf(page));
  modules.length = 0;
  for (const path of [
    "",
    "?/lobby",

    "?/learn",
    `?/learn/${OPEN}`,
    "?/settings",
  ]) {
    await page.goto(path);
    await expect(page.locator("h1").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  await page.goto("?/lobby");
  await expect(page.getByText(/your turn/i).first()).toBeVisible();
  expect(modules).toEqual([]);
});
