/** Failures in words: what happened, and what to do. */
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
  gone: ["unknown-table", "not-found", "no-table", "unknown-game"],
  used: ["invitation", "bad-invitation", "unknown-invitation", "used-invitation", "dead-invitation"],
  taken: ["seat-taken", "taken", "table-full", "full", "no-free-seat"],
  stranger: ["not-your-seat", "no-seat", "unauthorized", "forbidden", "wrong-token", "not-seated"],
  spectators: ["no-spectators", "spectators"],
  moved: ["seat-moved", "moved"],
  tab: ["other-tab"],
  old: ["old-app"],
  frozen: ["frozen"],
  closed: ["closed"],
  offline: ["offline"],
  busy: ["too-many", "rate-limited", "too-many-requests", "too-many-joins", "too-many-tables", "busy"],
};

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
    detailed: kind === "other" || kind === "busy",
  };
}
