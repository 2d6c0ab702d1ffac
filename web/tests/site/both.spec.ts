// One list of commands at both ends: what a server said to them over its sockets, byte for byte, is said
// by the worker of a page, too. `cargo xtask test` plays them at a server first (`kit-page`'s example
// `commands`), where time stands still and luck is always the same; here it is no other.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { before, folder, PATH } from "./site";

/** What was said to each connection. */
type Lines = [connection: number, said: string[]][];
interface Step {
  ask?: { method: string; path: string; body?: string };
  answer?: { status: number; text: string };
  connect?: { connection: number; path: string };
  line?: { connection: number; text: string };
  lines?: Lines;
}
interface Played {
  game: string;
  now: number;
  luck: number;
  steps: Step[];
}

const FILE = process.env.SITE_COMMANDS ?? join(import.meta.dirname, "../../../target/site-commands.jsonl");
const PLAYED: Played[] = existsSync(FILE)
  ? readFileSync(FILE, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];

test("all games were played at a server", () => {
  const games = readdirSync(join(import.meta.dirname, "../../../rules"))
    .filter((file) => file.endsWith(".md") && file !== "introduction.md")
    .map((file) => file.replace(/\.md$/, ""));
  expect(PLAYED.map(({ game }) => game).sort(), `in ${FILE}`).toEqual(games.sort());
});

for (const { game, now, luck, steps } of PLAYED) {
  test(`${game}: a server and a page say the same`, async ({ page }) => {
    await before(
      page,
      "referee",
      `Date.now = () => ${now}; crypto.getRandomValues = (bytes) => bytes.fill(${luck});`,
    );
    await page.goto("");
    const files = readdirSync(folder());
    const said = await page.evaluate(
      async ({ script, module, languages, steps }) => {
        const place = (file: string): string => new URL(file, location.href).href;
        const worker = new Worker(place(script), { type: "module" });
        const heard = new Map<number, string[]>();
        const waiting = new Map<number, (answer: unknown) => void>();
        worker.onmessage = ({ data }) => {
          if ("answer" in data) waiting.get(data.id)?.(data.answer);
          else if ("connection" in data) heard.get(data.connection)?.push(data.text);
        };
        const begin = { module: place(module), languages: place(languages), store: "both", pace: 0 };
        worker.postMessage({ begin });
        let last = 0;
        const ask = (asked: unknown): Promise<unknown> =>
          new Promise((resolve) => {
            last += 1;
            waiting.set(last, resolve);
            worker.postMessage({ id: last, ask: asked });
          });
        const told: unknown[] = [];
        for (const step of steps) {
          if (step.ask) {
            told.push(await ask(step.ask));
            continue;
          }
          for (const lines of heard.values()) lines.length = 0;
          if (step.connect) {
            heard.set(step.connect.connection, []);
            worker.postMessage({ connect: step.connect });
          } else worker.postMessage({ line: step.line });
          // What is asked later is answered later, so by then everything has been said.
          await ask({ method: "GET", path: "/api/tables" });
          told.push([...heard].map(([connection, lines]) => [connection, [...lines]]));
        }
        worker.terminate();
        return told;
      },
      {
        script: `assets/${readdirSync(join(folder(), "assets")).find((name) => /^referee\.worker-.*\.js$/.test(name))}`,
        module: files.find((name) => /^module-.*\.wasm$/.test(name)) ?? "",
        languages: "data/language.",
        steps,
      },
    );
    expect(page.url()).toContain(PATH);
    for (const [at, step] of steps.entries()) {
      const what = JSON.stringify(step.ask ?? step.connect ?? step.line);
      if (step.answer) expect(said[at], what).toEqual(step.answer);
      else {
        const found = new Map(said[at] as Lines);
        for (const [connection, lines] of step.lines ?? []) {
          // A server tells at a moment of its own who is connected; everything else is the same text.
          const mine = (found.get(connection) ?? []).filter((line) => !line.startsWith('{"present"'));
          const isFrame = (line: string): boolean => line.startsWith('{"frame"');
          const isAnswer = (line: string): boolean => !isFrame(line);
          expect(mine.filter(isFrame), `the frames of ${connection} after ${what}`).toEqual(
            lines.filter(isFrame),
          );
          expect(mine.filter(isAnswer), `the answer to ${connection} after ${what}`).toEqual(
            lines.filter(isAnswer),
          );
        }
      }
    }
  });
}
