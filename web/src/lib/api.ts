/**
 * What the app asks of the server over HTTP.
 *
 * Every call either gives what it promises or throws a {@link Failure} with a code that stays
 * the same and a sentence for people. `offline` is the code when nobody answers.
 */
import { end } from "./ends";
import { Failure, failureOf } from "./failure";
import { inLanguage } from "./languages";
import { settings } from "./settings.svelte";
import type {
  Analysis,
  Command,
  CourseNote,
  DayNote,
  DoneNote,
  Enter,
  Entered,
  ErrorNote,
  Followed,
  Frame,
  GameNote,
  GuideNote,
  HandsNote,
  HintDepth,
  HintNote,
  HoleNote,
  KnowledgeNote,
  LaidBoard,
  LaidNote,
  LobbyNote,
  NotesNote,
  OpenTable,
  ReplayNote,
  RulesNote,
  SandboxAnswer,
  SandboxRequest,
  SolveAnswer,
  Standing,
  StoryNote,
  TableOpened,
} from "./wire/wire";

export { Failure, failureOf };

/** Asks for something, and reads the answer. */
export async function ask<T>(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<T> {
  const text = await askText(method, path, body, stop);
  return (text === "" ? null : JSON.parse(text)) as T;
}

async function askText(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<string> {
  const content = body === undefined ? null : JSON.stringify(body);
  return askAt(() => end.ask(method, inLanguage(path, settings.language), content, stop));
}

/** The text of an answer that comes otherwise than by a request. */
export async function askAt(asked: () => Promise<{ status: number; text: string }>): Promise<string> {
  const { status, text } = await asked();
  if (status < 200 || status > 299) throw complaintOf(status, text);
  return text;
}

function complaintOf(status: number, text: string): Failure {
  try {
    const { error } = JSON.parse(text) as ErrorNote;
    return new Failure(error.code, error.text, status);
  } catch {
    const code = status >= 502 && status <= 504 ? "offline" : "server";
    return new Failure(code, `the server answered with status ${status}`, status);
  }
}

const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
const seatQuery = (seat: string): string => `?seat=${encodeURIComponent(seat)}`;

const catalogues = new Map<string, Promise<GameNote[]>>();

/** The catalogue, asked for once in each language. */
export function games(): Promise<GameNote[]> {
  const { language } = settings;
  const asked =
    catalogues.get(language) ??
    ask<GameNote[]>("GET", "/api/games").catch((cause) => {
      catalogues.delete(language);
      throw cause;
    });
  catalogues.set(language, asked);
  return asked;
}

/** One game of the catalogue. */
export async function gameNamed(game: string): Promise<GameNote> {
  const found = (await games()).find((note) => note.game === game);
  if (!found) throw new Failure("unknown-game", `no game is called \`${game}\``, 404);
  return found;
}

export const rules = (game: string): Promise<RulesNote> =>
  ask("GET", `/api/games/${encodeURIComponent(game)}/rules`);
const guides = new Map<string, Promise<GuideNote>>();

/** One turn of a game, step by step, asked for once in each language. */
export function guide(game: string): Promise<GuideNote> {
  const key = `${settings.language} ${game}`;
  const asked =
    guides.get(key) ??
    ask<GuideNote>("GET", `/api/games/${encodeURIComponent(game)}/guide`).catch((cause) => {
      guides.delete(key);
      throw cause;
    });
  guides.set(key, asked);
  return asked;
}
export const openTable = (table: OpenTable): Promise<TableOpened> => ask("POST", "/api/tables", table);
export const lobby = (): Promise<LobbyNote[]> => ask("GET", "/api/tables");
export const standing = (table: string): Promise<Standing> => ask("GET", tablePath(table));
export const enter = (table: string, wish: Enter): Promise<Entered> =>
  ask("POST", `${tablePath(table)}/enter`, wish);
/** Where a code leads, without taking a chair: to a room, or to one seat. */
export const lookByCode = (code: string): Promise<Entered> =>
  ask("POST", "/api/enter", { invitation: code, look: true });
export const command = (table: string, seat: string, wish: Command): Promise<DoneNote> =>
  ask("POST", `${tablePath(table)}/commands`, { seat, command: wish });
/** Takes the seats of a finished table along to its rematch. */
export const follow = (table: string): Promise<Followed> => ask("POST", `${tablePath(table)}/follow`);
export const moment = (table: string, seat: string, frame: number): Promise<Frame> =>
  ask("GET", `${tablePath(table)}/moments/${frame}${seatQuery(seat)}`);
/** What a viewer is shown now, without a line that stays open. */
export const frameNow = (table: string, viewer: string): Promise<Frame> =>
  ask("GET", `${tablePath(table)}/frame${seatQuery(viewer)}`);
/**
 * What hands have to do at a real table after a moment, and how it has to look then; and what the public
 * has heard after so many lines.
 */
export const hands = (
  table: string,
  seat: string,
  wish: { after?: number; moment?: number; heard?: number },
): Promise<HandsNote> => {
  const query = Object.entries(wish).map(([name, value]) => `&${name}=${value}`);
  return ask("GET", `${tablePath(table)}/hands${seatQuery(seat)}${query.join("")}`);
};
/** How a game goes on from a position as it lies on a real board. */
export const asItLies = (table: string, laid: LaidBoard): Promise<LaidNote> =>
  ask("POST", `${tablePath(table)}/lies`, laid);
export const notes = (table: string, seat: string): Promise<NotesNote> =>
  ask("GET", `${tablePath(table)}/notes${seatQuery(seat)}`);
export const keepNotes = (table: string, seat: string, marks: string): Promise<void> =>
  ask("PUT", `${tablePath(table)}/notes${seatQuery(seat)}`, { notes: marks });
export const replayTable = (table: string, entry: number, seat: string, next = 0): Promise<ReplayNote> =>
  ask("GET", `${tablePath(table)}/replay/${entry}${seatQuery(seat)}${next > 0 ? `&next=${next}` : ""}`);
export const replayText = (scoresheet: string, entry: number, seat: string, next = 0): Promise<ReplayNote> =>
  ask("POST", "/api/replay", { scoresheet, entry, seat, next });
/** What is worth telling of a finished game. */
export const story = (table: string): Promise<StoryNote> => ask("GET", `${tablePath(table)}/story`);
export const hint = (
  table: string,
  { seat, prompt, depth }: { seat: string; prompt: number; depth: HintDepth },
  stop?: AbortSignal,
): Promise<HintNote> => ask("POST", `${tablePath(table)}/hint`, { seat, prompt, depth }, stop);
export const knowledge = (table: string, seat: string, stop?: AbortSignal): Promise<KnowledgeNote> =>
  ask("GET", `${tablePath(table)}/knowledge${seatQuery(seat)}`, undefined, stop);
export const analysis = (table: string, stop?: AbortSignal): Promise<Analysis> =>
  ask("GET", `${tablePath(table)}/analysis`, undefined, stop);
/** The key with which this server sends messages, if it does. */
export const pushKey = (): Promise<{ key: string | null }> => ask("GET", "/api/push");
export const keepPush = (table: string, seat: string, to: PushSubscriptionJSON): Promise<void> =>
  ask("PUT", `${tablePath(table)}/push${seatQuery(seat)}`, to);
export const dropPush = (table: string, seat: string, to: PushSubscriptionJSON): Promise<void> =>
  ask("DELETE", `${tablePath(table)}/push${seatQuery(seat)}`, to);
export const sandbox = (wish: SandboxRequest): Promise<SandboxAnswer> => ask("POST", "/api/sandbox", wish);
export const dayHole = (date: string): Promise<DayNote> => ask("GET", `/api/golf/day?date=${date}`);
export const dailyCourse = (date: string): Promise<CourseNote> => ask("GET", `/api/golf/daily?date=${date}`);
export const golfHole = (cards: number, moves: number, seed: number, stop?: AbortSignal): Promise<HoleNote> =>
  ask("GET", `/api/golf/hole?cards=${cards}&moves=${moves}&seed=${seed}`, undefined, stop);
export const solveHole = (text: string, stop?: AbortSignal): Promise<SolveAnswer> =>
  ask("POST", "/api/golf/solve", { text }, stop);
const scoresheetPath = (table: string): string => `${tablePath(table)}/scoresheet`;

/** The scoresheet of a finished table. */
export const scoresheet = (table: string): Promise<string> => askText("GET", scoresheetPath(table));

/** A finished table in the format of another program, up to an entry or to its end. */
export const exportTable = (table: string, format: string, entry: number | null): Promise<string> =>
  askText(
    "GET",
    `${tablePath(table)}/exports/${encodeURIComponent(format)}${entry === null ? "" : `?entry=${entry}`}`,
  );

/** The same for a game on a scoresheet. */
export const exportText = (scoresheet: string, format: string, entry: number | null): Promise<string> =>
  askText("POST", "/api/export", { scoresheet, format, ...(entry === null ? {} : { entry }) });
