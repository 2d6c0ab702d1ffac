/** Everything that a page received, and what it should not have. */
import type { APIRequestContext, Page } from "@playwright/test";
import type { ReplayNote } from "../../src/lib/wire/wire";

export class Wiretap {
  readonly #heard: string[] = [];
  /** How many sockets are open. */
  open = 0;

  /** What went wrong inside the page. */
  readonly errors: string[] = [];

  constructor(page: Page) {
    page.on("pageerror", (error) => this.errors.push(error.stack ?? error.message));
    page.on("websocket", (socket) => {
      this.open += 1;
      socket.on("framereceived", ({ payload }) => this.#heard.push(String(payload)));
      socket.on("close", () => {
        this.open -= 1;
      });
    });
    page.on("response", async (response) => {
      if (!response.url().includes("/api/")) return;
      this.#heard.push(await response.text().catch(() => ""));
    });
  }

  /** All of it as one text. */
  get text(): string {
    return this.#heard.join("\n");
  }

  get size(): number {
    return this.#heard.length;
  }
}

interface PrivatePart {
  private?: boolean;
}

/** What `seat` alone could see or hear of a finished game, as it stands in its glimpses. */
export async function secretsOf(
  request: APIRequestContext,
  table: string,
  seat: string,
  others: string[],
): Promise<{ parts: string[]; lines: string[] }> {
  const ask = async (entry: number, viewer: string): Promise<ReplayNote> =>
    (await request.get(`/api/tables/${table}/replay/${entry}?seat=${viewer}`)).json() as Promise<ReplayNote>;
  const { entries } = await ask(0, seat);
  const parts = new Set<string>();
  const open = new Set<string>();
  const last = Math.max(0, entries - 1);
  const step = Math.max(1, Math.floor(last / 25));
  for (let entry = 0; entry <= last; entry += step) {
    const { glimpse } = await ask(entry, seat);
    for (const part of glimpse.tabletop.parts as PrivatePart[]) {
      if (part.private) parts.add(JSON.stringify(part));
    }
  }
  const own = await ask(last, seat);
  for (const viewer of others) for (const line of (await ask(last, viewer)).lines) open.add(line.text);
  const lines = own.lines.map(({ text }) => text).filter((text) => !open.has(text));
  return { parts: [...parts], lines: [...new Set(lines)] };
}
