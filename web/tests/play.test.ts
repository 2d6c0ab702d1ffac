// A table on a line: the own move before the answer, and what words at the table leave alone.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { end, type Line } from "../src/lib/ends";
import { settings } from "../src/lib/settings.svelte";
import type { GlimpseAnswer } from "../src/lib/wire/play";
import type { ChatNote, Frame, GameNote, SocketAnswer } from "../src/lib/wire/wire";
import Play from "../src/pages/table/Play.svelte";
import { boardOf, glimpseOf, offer } from "./fixtures";
import catalogue from "./fixtures/catalogue.json";

/** The server's side of the one line that is open. */
class FakeLine implements Line {
  onopen = () => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose = () => undefined;
  readonly isOpen = true;
  readonly sent: { id: number; command: object }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}

  /** Says something, as it comes from the wire. */
  async say(answer: SocketAnswer): Promise<void> {
    this.onmessage(JSON.stringify(answer));
    await tick();
  }
}

let line: FakeLine;
beforeEach(() => {
  settings.sound = false;
  line = new FakeLine();
  vi.spyOn(end, "connect").mockReturnValue(line);
  vi.spyOn(end, "ask").mockResolvedValue({ status: 404, text: "{}" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const game = (catalogue as unknown as GameNote[]).find((note) => note.game === "chess960") as GameNote;
const pawnOn = (square: string): GlimpseAnswer => {
  const board = boardOf({ figures: [{ square, color: "white", role: "pawn" }] });
  const found = glimpseOf([board], square === "e2" ? [offer("e2e4", "e2, e4"), offer("e2e3", "e2, e3")] : []);
  return { ...found, tabletop: { ...found.tabletop, prompt: { ...found.tabletop.prompt, makes: true } } };
};

function frame(number: number, prompt: number, square: string, words: string[] = []): SocketAnswer {
  const chat = words.map(
    (text): ChatNote => ({ seat: "black", channel: "all", text }) as unknown as ChatNote,
  );
  const table = {
    table: "t",
    game: "chess960",
    status: "playing",
    seats: game.seats.map((seat) => ({ seat, team: seat, sitter: "person", name: seat, level: null })),
    acting: ["white"],
    spectators: { policy: "none" },
    draw_offers: [],
    channels: [],
    may: [],
    ended: null,
  };
  const body = { table, glimpse: pawnOn(square) } as unknown as Frame["body"];
  const rest = { clocks: [], timer: null, lines_from: 0, lines: [], chat_from: 0, chat };
  return { frame: { number, prompt, body, ...rest } };
}

const spot = (name: string) => document.querySelector<HTMLElement>(`[data-spot="${name}"]`);
const whereItStands = () => (spot("e4")?.getAttribute("aria-label")?.includes("white pawn") ? "e4" : "e2");

async function play(): Promise<void> {
  render(Play, { table: "t", seat: "white", game });
  await line.say(frame(1, 1, "e2"));
}

async function movePawn(): Promise<void> {
  await fireEvent.click(spot("e2") as HTMLElement);
  await fireEvent.click(spot("e4") as HTMLElement);
}

test("somebody's words leave the picked piece alone, and another question does not", async () => {
  await play();
  await fireEvent.click(spot("e2") as HTMLElement);
  await line.say(frame(2, 1, "e2", ["Hello"]));
  expect(spot("e2")?.dataset.light).toBe("picked");
  await line.say(frame(3, 2, "e2", ["Hello"]));
  expect(spot("e2")?.dataset.light).toBe("pick");
});

test("the own move stays on the screen while others speak, until it is answered", async () => {
  await play();
  await movePawn();
  expect(whereItStands()).toBe("e4");
  await line.say(frame(2, 1, "e2", ["Hello"]));
  expect(whereItStands()).toBe("e4");
  expect(line.sent).toMatchObject([{ command: { act: { action: "e2e4", prompt: 1 } } }]);
  await line.say(frame(3, 2, "e4", ["Hello"]));
  await line.say({ done: { id: line.sent[0]?.id ?? 0, invitation: null, table: null } });
  expect(whereItStands()).toBe("e4");
});

test("a move that is refused goes back with a word, also when somebody spoke meanwhile", async () => {
  await play();
  await movePawn();
  await line.say(frame(2, 1, "e2", ["Hello"]));
  await line.say({ error: { id: line.sent[0]?.id ?? 0, code: "illegal", text: "that is not possible" } });
  expect((await screen.findByRole("alert")).textContent).toContain("Your move was taken back");
  expect(whereItStands()).toBe("e2");
});

test("a move that comes too late says that it was taken back, though another question came first", async () => {
  await play();
  await movePawn();
  await line.say(frame(2, 2, "e2"));
  expect(whereItStands()).toBe("e2");
  await line.say({ error: { id: line.sent[0]?.id ?? 0, code: "over", text: "the game is over" } });
  expect((await screen.findByRole("alert")).textContent).toContain("Your move was taken back");
});
