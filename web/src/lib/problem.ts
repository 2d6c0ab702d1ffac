/** Failures in words: what happened, and what to do. */
import type { Failure } from "./api";
import { type MessageKey, say } from "./messages/messages.svelte";

export interface ProblemWords {
  title: string;
  what: string;
  next: string;
  /** What the button says that tries again. */
  retry: string;
  /** What the button says that loads the app anew, if that is the cure. */
  reload: string;
  home: string;
  /** Whether the server's own sentence adds something. */
  detailed: boolean;
}

/** The kinds of failures that have a page of their own, and the codes that mean them. */
const KINDS: Record<string, readonly string[]> = {
  gone: ["unknown-table", "unknown-game", "unknown-evening", "not-found"],
  page: ["unknown-page"],
  used: ["bad-invitation"],
  taken: ["seat-taken", "table-full", "name-claimed"],
  stranger: ["not-your-seat", "unknown-seat", "not-host", "not-you"],
  spectators: ["not-watchable"],
  secret: ["still-secret"],
  moved: ["seat-moved"],
  tab: ["other-tab"],
  old: ["old-app"],
  module: ["module-missing"],
  broken: ["module-broken"],
  full: ["storage-full"],
  died: ["page-died"],
  again: ["page-failed"],
  store: ["store-broken"],
  unanswered: ["no-answer"],
  ahead: ["gone-on"],
  long: ["too-long"],
  frozen: ["frozen"],
  unreadable: ["unreadable"],
  outdated: ["outdated"],
  closed: ["closed"],
  offline: ["offline", "unavailable", "restarting"],
  slow: ["too-slow", "silent", "idle"],
  busy: ["too-many", "crowded"],
  early: ["not-over", "not-started"],
  now: ["not-now", "not-offered", "stale-prompt", "over"],
  started: ["already-started"],
  silence: ["silence"],
  refused: ["bad-terms", "bad-request", "too-large"],
  address: ["wrong-origin", "wrong-host"],
  mistake: ["internal", "malformed", "not-json", "wrong-method", "not-a-socket"],
};

/** The kinds of which only the server's own sentence says what it is about. */
const TOLD_BY_SERVER: readonly string[] = ["now", "refused", "address", "mistake", "other"];

/** The kind of a failure's code. */
export function kindOf(code: string): string {
  const found = Object.entries(KINDS).find(([, codes]) => codes.includes(code));
  return found?.[0] ?? "other";
}

/** What to tell people about a failure. */
export function problemOf(code: string): ProblemWords {
  const kind = kindOf(code);
  const words = (part: string): string => say(`problem.${kind}.${part}` as MessageKey);
  return {
    title: words("title"),
    what: words("what"),
    next: words("next"),
    retry: kind === "tab" ? say("problem.here") : say("problem.retry"),
    reload: kind === "old" ? say("problem.reload") : "",
    home: say("problem.home"),
    detailed: TOLD_BY_SERVER.includes(kind) || kind === "busy",
  };
}

/** A failure in a line or two, where it has no page of its own. */
export function sentenceOf(failure: Failure): string {
  if (TOLD_BY_SERVER.includes(kindOf(failure.code))) return failure.message;
  const { what, next } = problemOf(failure.code);
  return `${what} ${next}`;
}
