/**
 * Somebody who thinks: a bot with a glimpse of a table, or the solver of puzzles.
 *
 * How far a bot thinks is a number of nodes, which the module knows. The module has no clock, so for a
 * puzzle the time that somebody waits becomes a number of positions, by how fast the first were.
 * A thought is stopped by ending the worker.
 */
import type { Answer, FromThinker, Language, Log, Message, Thought, ToThinker } from "./messages";
import { ProgramFailed, Running } from "./module";

/** How long somebody waits for a puzzle, in milliseconds. */
const PATIENCE = 8000;
const FIRST_POSITIONS = 100_000;

let module: WebAssembly.Module | null = null;
let running: Running | null = null;
const languages: Language[] = [];
/** The last record of each table that the module has. */
const heads = new Map<string, number>();

addEventListener("message", ({ data }: MessageEvent<ToThinker>) => {
  if ("module" in data) {
    module = data.module;
    languages.push(...data.languages);
    running = new Running(module, languages);
    return;
  }
  if ("language" in data) {
    languages.push(data.language);
    running?.handle({ language: data.language });
    return;
  }
  try {
    const said: FromThinker = "think" in data ? { thought: think(data) } : { answer: ask(data) };
    postMessage(said);
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) {
      postMessage({ died: String(cause) } satisfies FromThinker);
      return;
    }
    // A program that has failed is not used again.
    running = module && new Running(module, languages);
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

/** Brings a table up to date. */
function follow({ table, from, records }: Log): void {
  if ((heads.get(table) ?? 0) !== from) page().handle({ forget: { table } });
  page().handle({ fold: { table, records } });
  heads.set(table, records.at(-1)?.number ?? from);
}

type Think = Extract<ToThinker, { think: unknown }>;

function think({ think: { seat, luck }, log }: Think): Thought | null {
  if (!log) throw new Error("there is no table to think about");
  follow(log);
  return page().handle({ think: { table: log.table, seat } }, luck).thought ?? null;
}

type Ask = Extract<ToThinker, { luck: string }>;

function ask({ ask: message, luck, log }: Ask): Answer {
  if (log) follow(log);
  const look = (nodes?: number) =>
    timed(() => {
      const asked: Message = "ask" in message ? { ask: { ...message.ask, nodes } } : message;
      const { status = 500, text = "" } = page().handle(asked, luck);
      return { status, text };
    });
  const isPuzzle = "ask" in message && /^\/api\/golf\/(hole|solve)/.test(message.ask.path);
  if (!isPuzzle) return look()[0];
  const [answer, took] = look(FIRST_POSITIONS);
  const unfinished = answer.status === 409 || answer.text.includes('"proven":false');
  return unfinished ? look(Math.floor((FIRST_POSITIONS / took) * (PATIENCE - took)))[0] : answer;
}
