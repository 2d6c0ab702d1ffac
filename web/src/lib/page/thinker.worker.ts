/**
 * Somebody who thinks: a bot with a glimpse of a table, or the solver of puzzles.
 *
 * The module has no clock, so the time that there is becomes a number of nodes, by how fast the
 * last thought was. A thought is stopped by ending the worker.
 */
import type { Answer, FromThinker, ToThinker } from "./messages";
import { Running } from "./module";

/** How many nodes are looked at to learn how fast that goes. */
const FIRST_NODES = 3000;
/** How long somebody waits for a puzzle, in milliseconds. */
const PATIENCE = 8000;
const FIRST_POSITIONS = 100_000;

let module: WebAssembly.Module | null = null;
let running: Running | null = null;
/** The last record of each table that the module has. */
const heads = new Map<string, number>();
/** How many nodes a millisecond has at this machine, by the table; games differ. */
const speeds = new Map<string, number>();

addEventListener("message", ({ data }: MessageEvent<ToThinker>) => {
  if ("module" in data) {
    module = data.module;
    running = new Running(module);
    return;
  }
  try {
    const answer: FromThinker = "think" in data ? { action: think(data.think) } : { answer: ask(data.ask) };
    postMessage(answer);
  } catch (cause) {
    // A program that has failed is not used again.
    running = module && new Running(module);
    heads.clear();
    postMessage({ failed: String(cause) } satisfies FromThinker);
  }
});

function page(): Running {
  if (!running) throw new Error("there is no module yet");
  return running;
}

/** How long something takes, in milliseconds. */
function timed<T>(work: () => T): [T, number] {
  const begun = performance.now();
  const done = work();
  return [done, Math.max(performance.now() - begun, 0.1)];
}

type Think = Extract<ToThinker, { think: unknown }>["think"];

function think({ table, from, records, seat, luck, nodes, time }: Think): string | null {
  if ((heads.get(table) ?? 0) !== from) page().handle({ forget: { table } });
  page().handle({ fold: { table, records } });
  heads.set(table, records.at(-1)?.number ?? from);
  const speed = speeds.get(table);
  const first = Math.min(nodes, speed === undefined ? FIRST_NODES : Math.floor(speed * time));
  const look = (most: number) =>
    timed(() => page().handle({ think: { table, seat, nodes: most } }, luck).thought);
  let [thought, took] = look(Math.max(first, 1));
  speeds.set(table, (thought?.nodes ?? 0) / took);
  const rest = Math.min(nodes, Math.floor(((thought?.nodes ?? 0) / took) * (time - took)));
  if (thought && thought.nodes >= first && rest > 2 * first) [thought, took] = look(rest);
  return thought?.action ?? null;
}

type Ask = Extract<ToThinker, { ask: unknown }>["ask"];

function ask({ luck, ...request }: Ask): Answer {
  const look = (nodes?: number) =>
    timed(() => {
      const { status = 500, text = "" } = page().handle({ ask: { ...request, nodes } }, luck);
      return { status, text };
    });
  const isPuzzle = /^\/api\/golf\/(hole|solve)/.test(request.path);
  if (!isPuzzle) return look()[0];
  const [answer, took] = look(FIRST_POSITIONS);
  const unfinished = answer.status === 409 || answer.text.includes('"proven":false');
  return unfinished ? look(Math.floor((FIRST_POSITIONS / took) * (PATIENCE - took)))[0] : answer;
}
