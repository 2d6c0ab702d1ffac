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
  gone: ["unknown-table", "unknown-game", "not-found"],
  page: ["unknown-page"],
  used: ["bad-invitation"],
  taken: ["seat-taken", "table-full"],
  stranger: ["not-your-seat", "unknown-seat", "not-host"],
  spectators: ["not-watchable"],
  moved: ["seat-moved"],
  tab: ["other-tab"],
  old: ["old-app"],
  frozen: ["frozen", "unreadable"],
  outdated: ["outdated"],
  closed: ["closed"],
  offline: ["offline", "unavailable", "restarting"],
  busy: ["too-many", "crowded"],
  early: ["not-over", "not-started"],
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
