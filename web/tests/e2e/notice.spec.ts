// "Your turn" where nobody looks: from the service worker, and in the title when one comes back.
import { expect, type Page } from "@playwright/test";
import { meetByLink, move, newcomer } from "./company";
import { chromiumOptions } from "./server";
import { test } from "./test";

const GAME = "half-alice-chess";

test.use({ launchOptions: chromiumOptions(true) });

/** Days for a move. */
async function days(page: Page): Promise<void> {
  await page.getByText("Clock, spectators and start position").click();
  await page.getByLabel(/^Clock/).selectOption("days");
}

/** Opens what is known of the table. */
const more = (page: Page): Promise<void> => page.getByRole("button", { name: "This table …" }).click();

test.describe("the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  for (const [language, words] of [
    ["en", "Your turn in Zombie Chess"],
    ["de", "Du bist dran: Zombieschach"],
    ["xx", "Your turn in Zombie Chess"],
  ] as const) {
    test(`says whose turn it is in ${language}, and leads to the table`, async ({
      page,
      context,
      baseURL,
    }) => {
      await context.grantPermissions(["notifications"]);
      await page.goto("/");
      const tell = await context.newCDPSession(page);
      const registered = new Promise<string>((resolve) =>
        tell.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
          const active = versions.find(({ status }) => status === "activated");
          if (active) resolve(active.registrationId);
        }),
      );
      await tell.send("ServiceWorker.enable");
      const data = JSON.stringify({ table: "bcdfghjkmn", game: "zombie-chess", language });
      await tell.send("ServiceWorker.deliverPushMessage", {
        origin: `${baseURL}/`,
        registrationId: await registered,
        data,
      });
      const shown = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          return (await registration.getNotifications()).map(({ title, tag, data }) => ({
            title,
            tag,
            data,
          }));
        });
      await expect.poll(shown).toEqual([{ title: words, tag: "bcdfghjkmn", data: { table: "bcdfghjkmn" } }]);
    });
  }

  test("keeps nothing of the app or of a game", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const stores = await Promise.all(names.map((name) => caches.open(name)));
      const requests = await Promise.all(stores.map((store) => store.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.sort()).toEqual(["/offline.css", "/offline.html"]);
  });

  test("is asked for at a table with days for a move, and called off", async ({ browser }) => {
    const context = await browser.newContext({ permissions: ["notifications"], serviceWorkers: "allow" });
    const [ada, ben] = [await context.newPage(), await newcomer(browser)];
    // No message service can be reached from here, so the browser's own part is played.
    await ada.addInitScript(() => {
      const made = () =>
        ({
          options: { userVisibleOnly: true, applicationServerKey: null },
          toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "YQ", auth: "YQ" } }),
          unsubscribe: async () => true,
        }) as unknown as PushSubscription;
      PushManager.prototype.getSubscription = async () =>
        sessionStorage.getItem("subscribed") ? made() : null;
      PushManager.prototype.subscribe = async () => {
        sessionStorage.setItem("subscribed", "yes");
        return made();
      };
    });
    const asked: string[] = [];
    await ada.route("**/api/push*", (route) => route.fulfill({ json: { key: "BKey" } }));
    await ada.route("**/api/tables/*/push*", (route) => {
      const request = route.request();
      asked.push(`${request.method()} ${new URL(request.url()).search} ${request.postDataJSON().endpoint}`);
      return route.fulfill({ status: 204 });
    });
    await meetByLink(ada, ben, GAME, "", days);
    await more(ada);
    const dialog = ada.getByRole("dialog");
    await dialog.getByRole("button", { name: "Tell me when it is my turn" }).click();
    await expect(dialog.getByText("This browser tells you when it is your turn here.")).toBeVisible();
    expect(asked).toEqual(["PUT ?seat=white https://push.example/1"]);
    await ada.reload();
    await more(ada);
    await dialog.getByRole("button", { name: "Stop telling me" }).click();
    await expect(dialog.getByRole("button", { name: "Tell me when it is my turn" })).toBeVisible();
    expect(asked.at(-1)).toBe("DELETE ?seat=white https://push.example/1");
  });
});

test("a server without a key says so, and the title counts the tables that wait", async ({ browser }) => {
  const [ada, ben] = [await newcomer(browser), await newcomer(browser)];
  await ada.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    navigator.setAppBadge = async (count) => void badges.push(count ?? -1);
    navigator.clearAppBadge = async () => void badges.push(0);
  });
  await meetByLink(ada, ben, GAME, "", days);
  await more(ada);
  await expect(ada.getByRole("dialog")).toContainText("This server cannot send messages.");
  await ada.keyboard.press("Escape");
  await move(ada, "e2", "e4");
  await ada.goto("/");
  await expect(ada).not.toHaveTitle(/^\(/);
  await move(ben, "e7", "e5");
  await ada.goto("/lobby");
  await expect(ada).toHaveTitle(/^\(1\) /);
  expect(await ada.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1))).toBe(1);
  await expect(ben).not.toHaveTitle(/^\(/);
});
