/**
 * What the app asks of the server over HTTP.
 *
 * Every call either gives what it promises or throws a {@link Failure} with a code that stays
 * the same and a sentence for people. `offline` is the code when nobody answers.
 */
import { addressOf } from "./base";
import { inLanguage } from "./languages";
import { settings } from "./settings.svelte";
import type {
  Command,
  CourseNote,
  DoneNote,
  Enter,
  Entered,
  ErrorNote,
  Followed,
  Frame,
  GameNote,
  HoleNote,
  LobbyNote,
  NotesNote,
  OpenTable,
  ReplayNote,
  RulesNote,
  SandboxAnswer,
  SandboxRequest,
  SolveAnswer,
  Standing,
  TableOpened,
} from "./wire/wire";

/** Why something could not be done. */
export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

/** Reads anything that was thrown as a failure. */
export function failureOf(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  return new Failure("app", cause instanceof Error ? cause.message : String(cause));
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await reach(method, path, body);
  if (!response.ok) throw await complaintOf(response);
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

async function reach(method: string, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const content = body === undefined ? null : JSON.stringify(body);
  try {
    return await fetch(addressOf(inLanguage(path, settings.language)), {
      method,
      headers,
      body: content,
      credentials: "same-origin",
    });
  } catch {
    throw new Failure("offline", "the server cannot be reached");
  }
}

async function complaintOf(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => "");
  try {
    const { error } = JSON.parse(text) as ErrorNote;
    return new Failure(error.code, error.text, response.status);
  } catch {
    const code = response.status >= 502 && response.status <= 504 ? "offline" : "server";
    return new Failure(code, `the server answered with status ${response.status}`, response.status);
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
export const openTable = (table: OpenTable): Promise<TableOpened> => ask("POST", "/api/tables", table);
export const lobby = (): Promise<LobbyNote[]> => ask("GET", "/api/tables");
export const standing = (table: string): Promise<Standing> => ask("GET", tablePath(table));
export const enter = (table: string, wish: Enter): Promise<Entered> =>
  ask("POST", `${tablePath(table)}/enter`, wish);
export const enterByCode = (code: string, name?: string): Promise<Entered> =>
  ask("POST", "/api/enter", name ? { invitation: code, name } : { invitation: code });
export const command = (table: string, seat: string, wish: Command): Promise<DoneNote> =>
  ask("POST", `${tablePath(table)}/commands`, { seat, command: wish });
/** Takes the seats of a finished table along to its rematch. */
export const follow = (table: string): Promise<Followed> => ask("POST", `${tablePath(table)}/follow`);
export const moment = (table: string, seat: string, frame: number): Promise<Frame> =>
  ask("GET", `${tablePath(table)}/moments/${frame}${seatQuery(seat)}`);
export const notes = (table: string, seat: string): Promise<NotesNote> =>
  ask("GET", `${tablePath(table)}/notes${seatQuery(seat)}`);
export const keepNotes = (table: string, seat: string, marks: string): Promise<void> =>
  ask("PUT", `${tablePath(table)}/notes${seatQuery(seat)}`, { notes: marks });
export const replayTable = (table: string, entry: number, seat: string): Promise<ReplayNote> =>
  ask("GET", `${tablePath(table)}/replay/${entry}${seatQuery(seat)}`);
export const replayText = (scoresheet: string, entry: number | null, seat: string): Promise<ReplayNote> =>
  ask("POST", "/api/replay", entry === null ? { scoresheet, seat } : { scoresheet, entry, seat });
export const sandbox = (wish: SandboxRequest): Promise<SandboxAnswer> => ask("POST", "/api/sandbox", wish);
export const dailyCourse = (date: string): Promise<CourseNote> => ask("GET", `/api/golf/daily?date=${date}`);
export const golfHole = (cards: number, moves: number, seed: number): Promise<HoleNote> =>
  ask("GET", `/api/golf/hole?cards=${cards}&moves=${moves}&seed=${seed}`);
export const solveHole = (text: string): Promise<SolveAnswer> => ask("POST", "/api/golf/solve", { text });
const scoresheetPath = (table: string): string => `${tablePath(table)}/scoresheet`;
export const scoresheetAddress = (table: string): string => addressOf(scoresheetPath(table));
export const exportAddress = (table: string, format: string): string =>
  addressOf(`${tablePath(table)}/exports/${encodeURIComponent(format)}`);

/** The scoresheet of a finished table. */
export async function scoresheet(table: string): Promise<string> {
  const response = await reach("GET", scoresheetPath(table), undefined);
  if (!response.ok) throw await complaintOf(response);
  return response.text();
}
