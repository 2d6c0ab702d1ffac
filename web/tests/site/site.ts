/** The site under test, and a tap on what its worker says to the page. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Where the site lies: deep below a host's root. */
export const PATH = "/club/chess/";

export const folder = (): string => process.env.SITE ?? join(import.meta.dirname, "../../../target/site");

const PROBE = `require("net").createServer().listen(0, "127.0.0.1", function () {
  process.stdout.write(String(this.address().port)); this.close(); })`;

function port(): number {
  process.env.SITE_PORT ??= execFileSync(process.execPath, ["-e", PROBE]).toString();
  return Number(process.env.SITE_PORT);
}

export const address = (): string => `http://127.0.0.1:${port()}${PATH}`;

/** The command that starts the host. */
export const hostCommand = (): string =>
  `node ${join(import.meta.dirname, "host.mjs")} ${folder()} ${PATH} ${port()}`;

/** What a browser keeps whose owner has seen a turn of every game, and whose bots answer at once. */
export const knowsAllGames = () => ({
  cookies: [],
  origins: [
    {
      origin: new URL(address()).origin,
      localStorage: [
        { name: "chess-kit-shown", value: '["*"]' },
        { name: `chess-kit-shown ${PATH}`, value: '["*"]' },
        { name: "chess-kit-bot-pace", value: "0" },
      ],
    },
  ],
});

/** Lets the page remember its workers and everything that they told it. */
export const tap = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: string[] = [];
    const workers: Worker[] = [];
    const Plain = Worker;
    class Tapped extends Plain {
      constructor(address: string | URL, how?: WorkerOptions) {
        super(address, how);
        workers.push(this);
        this.addEventListener("message", ({ data }) => heard.push(JSON.stringify(data)));
      }
    }
    Object.assign(window, { Worker: Tapped, heard, workers });
  });

interface Tapped {
  heard: string[];
  workers: Worker[];
}

/** Everything that workers told the page. */
export const heardBy = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as Tapped).heard.join("\n"));

/** What workers told the page from one message on until another. */
export const heardBetween = (page: Page, from: number, until: number): Promise<string> =>
  page.evaluate(([from, until]) => (window as unknown as Tapped).heard.slice(from, until).join("\n"), [
    from,
    until,
  ] as const);

/** How much that is. */
export const heardCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Tapped).heard.length);

/** Asks the referee something behind the app's back. */
export const askReferee = (page: Page, path: string): Promise<string> =>
  request(page, { method: "GET", path });

/** Gives a command for a seat at the page's table behind the app's back. */
export const commandReferee = (page: Page, seat: string, command: object): Promise<string> =>
  request(page, {
    method: "POST",
    path: `/api/tables/${tableOf(page)}/commands`,
    body: JSON.stringify({ seat, command }),
  });

const request = (page: Page, ask: { method: string; path: string; body?: string }): Promise<string> =>
  page.evaluate(
    (ask) =>
      new Promise<string>((resolve) => {
        const worker = (window as unknown as Tapped).workers.at(-1);
        const id = 1_000_000 + Math.floor(Math.random() * 1_000_000);
        const hear = ({ data }: MessageEvent): void => {
          if (data.id !== id) return;
          worker?.removeEventListener("message", hear);
          resolve(data.answer.text);
        };
        worker?.addEventListener("message", hear);
        worker?.postMessage({ id, ask });
      }),
    ask,
  );

/** The table that the address names. */
export const tableOf = (page: Page): string => /\?\/t\/(\w+)/.exec(page.url())?.[1] ?? "";

/** Puts something before a worker's own program, where no service worker is in between. */
export const before = (page: Page, worker: string, program: string): Promise<unknown> =>
  page.route(`**/assets/${worker}.worker-*.js`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${program}\n${await response.text()}` });
  });
