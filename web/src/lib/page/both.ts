/** Who answers what where there are both a server and a module. */
import { type End, isForOthers } from "../ends";
import type { OpenTable } from "../wire/wire";
import { isHere, keepHere } from "./here";

/** What needs neither a table nor people elsewhere. */
const ASIDE = /^\/api\/(golf|replay|export|story|sandbox)\b/;

/** The page answers, unless others are needed. */
export async function ask(
  { server, alone }: { server: End; alone: End },
  method: string,
  path: string,
  body: string | null,
  stop?: AbortSignal,
): Promise<{ status: number; text: string }> {
  if (!isForPage(method, path, body)) return server.ask(method, path, body, stop);
  try {
    const answer = await alone.ask(method, path, body, stop);
    const { table } = method === "POST" && answer.status === 200 ? JSON.parse(answer.text || "{}") : {};
    if (typeof table === "string") keepHere(table);
    return answer;
  } catch (cause) {
    // A browser that cannot run the module has a server all the same.
    if (path.startsWith("/api/tables/") || stop?.aborted) throw cause;
    return server.ask(method, path, body, stop);
  }
}

function isForPage(method: string, path: string, body: string | null): boolean {
  const table = /^\/api\/tables\/(\w+)/.exec(path)?.[1];
  if (table !== undefined) return isHere(table);
  if (method !== "POST" || !/^\/api\/tables(\?|$)/.test(path)) return ASIDE.test(path);
  const wish = JSON.parse(body ?? "{}") as OpenTable;
  const from = wish.from?.table;
  return !isForOthers(wish) && (from === undefined || isHere(from));
}
