import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Pointing } from "../src/lib/gesture";
import { settings } from "../src/lib/settings.svelte";
import { readFace, timeText } from "../src/lib/table/labels";
import { rowsSeenBy } from "../src/lib/table/squares";
import Table from "../src/lib/table/Table.svelte";
import { type SeatNote, sidesOf } from "../src/lib/table/table";
import type { GlimpseAnswer, Part } from "../src/lib/wire/play";
import { boardOf, glimpseOf, offer, RECORDED } from "./fixtures";

beforeAll(async () => {
  settings.sound = false;
  // They are fetched when they are needed; here nobody waits for them.
  await Promise.all([
    import("../src/lib/table/Outlook.svelte"),
    import("../src/lib/table/ScoresPart.svelte"),
  ]);
});

const spot = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-spot="${name}"]`);
  if (!found) throw new Error(`nothing to point at: ${name}`);
  return found;
};

function lay(glimpse: GlimpseAnswer, more: Record<string, unknown> = {}) {
  const onact = vi.fn();
  const view = render(Table, { glimpse, onact, ...more });
  return { onact, ...view };
}

/** What the table has said last. */
const spoken = () => document.querySelector('[aria-live="polite"]')?.textContent;

const chess = () =>
  glimpseOf(
    [
      boardOf({
        figures: [
          { square: "e4", color: "white", role: "pawn" },
          { square: "d5", color: "black", role: "knight" },
        ],
        tokens: [{ square: "e4", token: { token: "checker", color: "white" } }],
        marks: [{ square: "d5", kind: "reached" }],
      }),
    ],
    [offer("e4e5", "e4, e5"), offer("e4d5", "e4, d5"), offer("pass", "pass", "pass the turn")],
  );

describe("the prompt", () => {
  const lines = [
    { number: 1, turn: 1, text: "The game begins." },
    { number: 2, turn: 1, text: "Black buries a pawn." },
  ];
  const hint = () => document.querySelector("section.prompt .words")?.textContent?.trim();

  test("says what green means to whoever is new, and to others what has happened last", async () => {
    const { rerender } = lay(glimpseOf([boardOf({})], [offer("e4e5", "e4, e5"), offer("a2a3", "a2, a3")]), {
      lines,
    });
    expect(hint()).toBe("Green marks what you may do.");
    await rerender({ guided: false });
    expect(hint()).toBe("Black buries a pawn.");
  });
});

describe("the board", () => {
  test("says what is on a square and what can be done there", async () => {
    lay(chess());
    expect(spot("e4").getAttribute("aria-label")).toBe(
      "e4, white pawn, carrying a white checker, can be picked",
    );
    expect(spot("a1").getAttribute("aria-label")).toBe("a1, empty");
    await fireEvent.click(spot("e4"));
    expect(spot("e4").getAttribute("aria-label")).toContain("picked");
    expect(spot("e4").getAttribute("aria-selected")).toBe("true");
    expect(spot("d5").getAttribute("aria-label")).toBe(
      "d5, black knight, the last move ended here, can be taken: e4d5",
    );
    expect(spot("e5").getAttribute("aria-label")).toBe("e5, empty, can be gone to: e4e5");
  });

  test("shows a square that two moves have marked, and goes on", async () => {
    const met = () => {
      const glimpse = chess();
      const board = glimpse.tabletop.parts.find((part) => part.part === "board");
      board?.marks.push(
        { square: "d5", kind: "reached" },
        { square: "d5", kind: "left" },
        { square: "d5", kind: "left" },
      );
      return glimpse;
    };
    const { rerender } = lay(met());
    await rerender({ glimpse: { ...met(), offers: [] } });
    expect(spot("e4").getAttribute("aria-label")).not.toContain("can be picked");
  });

  test("acts by clicks", async () => {
    const { onact } = lay(chess());
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("d5"));
    expect(onact.mock.calls).toEqual([["e4d5"]]);
  });

  test("is walked with arrow keys, and escape takes back", async () => {
    const { onact } = lay(chess());
    const grid = screen.getByRole("grid", { name: "Chess board, white at the bottom" });
    spot("e2").focus();
    for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await fireEvent.keyDown(grid, { key });
    expect(spot("e4").dataset.light).toBe("picked");
    await fireEvent.keyDown(grid, { key: "Escape" });
    expect(spot("e4").dataset.light).toBe("pick");
    for (const key of [" ", "ArrowUp", "Enter"]) await fireEvent.keyDown(grid, { key });
    expect(onact.mock.calls).toEqual([["e4e5"]]);
  });

  test("goes to a square whose name is typed, and stays on the board", async () => {
    lay(chess());
    const grid = screen.getByRole("grid");
    for (const key of ["a", "8", "ArrowUp", "ArrowLeft"]) await fireEvent.keyDown(grid, { key });
    await tick();
    expect(document.activeElement?.getAttribute("data-spot")).toBe("a8");
    expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
  });

  test("lies the way the viewer sits, and turns", async () => {
    expect(rowsSeenBy("black")[0]?.slice(0, 2)).toEqual(["h1", "g1"]);
    lay(chess());
    expect(document.querySelector('[role="gridcell"]')?.getAttribute("data-spot")).toBe("a8");
    await fireEvent.click(screen.getByRole("button", { name: "Turn the board" }));
    expect(document.querySelector('[role="gridcell"]')?.getAttribute("data-spot")).toBe("h1");
  });

  test("shows both bodies that lie under one square", () => {
    const body = (square: string, color: "white" | "black") => ({ square, color, role: "knight" as const });
    lay(glimpseOf([boardOf({ under: [body("c3", "black"), body("d4", "white"), body("c3", "white")] })]));
    const sides = [...document.querySelectorAll(".grave")].map((grave) => grave.classList.contains("above"));
    expect(sides).toEqual([false, false, true]);
  });

  test("has a shape for every token and a sign for every mark", () => {
    const kinds = [
      "left",
      "reached",
      "refused",
      "check",
      "danger",
      "spent",
      "named",
      "hampered",
      "armed",
      "freed",
    ] as const;
    const tokens = [
      { token: "checker", color: "white" },
      { token: "checker", color: "black" },
      { token: "coin" },
      { token: "stack", count: 3 },
      { token: "numbered", color: "black", number: 5 },
    ] as const;
    const board = boardOf({
      tokens: tokens.map((token, index) => ({ square: `${"abcde"[index]}1`, token })),
      marks: kinds.map((kind, index) => ({
        square: `${"abcdefgh"[index % 8]}${2 + Math.floor(index / 8)}`,
        kind,
      })),
      zones: [
        { label: "K side", from: "e1", to: "h8" },
        { label: "bound", from: "b1", to: "b1" },
      ],
      under: [{ square: "a1", color: "black", role: "pawn" }],
    });
    lay(glimpseOf([board]));
    const spoken = (square: string) => spot(square).getAttribute("aria-label");
    expect(spoken("a1")).toBe("a1, with a white checker, with a black pawn under it");
    expect(spoken("b1")).toBe("b1, with a black checker, in the area bound");
    expect(spoken("c1")).toBe("c1, with a coin");
    expect(spoken("d1")).toBe("d1, with a stack of 3 checkers");
    expect(spoken("e1")).toBe("e1, black checker number 5, in the area K side");
    expect(spoken("d2")).toBe("d2, empty, in check");
    expect(document.querySelectorAll("[data-token]")).toHaveLength(5);
    expect(spoken("b3")).toBe("b3, empty, a throw frees it");
    expect(document.querySelectorAll(".mark")).toHaveLength(8);
  });
});

describe("what looks possible and is not", () => {
  const barred = () => ({
    ...chess(),
    barred: [
      { gesture: ["e4", "e6"], reason: { text: "the square is taken behind the mirror" } },
      { gesture: ["d5", "c3"], reason: { text: "your king would be in check" } },
      { gesture: ["d5", "f4"], reason: { text: "your king would be in check" } },
    ],
  });
  const told = () => screen.queryByRole("alert")?.textContent ?? "";

  test("whoever tries is told why, and the piece stays picked", async () => {
    const { onact } = lay(barred());
    expect(told()).toBe("");
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("e6"));
    expect(told()).toBe("Not possible: the square is taken behind the mirror.");
    expect(spot("e4").getAttribute("aria-selected")).toBe("true");
    await fireEvent.click(spot("e5"));
    expect(onact.mock.calls).toEqual([["e4e5"]]);
    expect(told()).toBe("");
  });

  test("a piece that cannot move at all says why", async () => {
    lay(barred());
    await fireEvent.click(spot("d5"));
    expect(told()).toBe("Not possible: your king would be in check.");
    await fireEvent.click(spot("a1"));
    expect(told()).toBe("");
  });

  test("it stays while the question does, whatever is said at the table, and is forgotten with it", async () => {
    const { rerender } = lay(barred(), { question: "t white 1" });
    await fireEvent.click(spot("d5"));
    await rerender({ glimpse: barred() });
    expect(told()).toBe("Not possible: your king would be in check.");
    await rerender({ glimpse: barred(), question: "t white 2" });
    expect(told()).toBe("");
  });
});

describe("a question", () => {
  const asking = () => {
    const board = boardOf({
      figures: [
        { square: "b1", color: "white", role: "knight" },
        { square: "c3", color: "black", role: "pawn" },
        { square: "d2", color: "black", role: "rook" },
      ],
    });
    const asks = { yes: { text: "Yes: it takes." }, no: { text: "No: your turn is over." } };
    const offers = [offer("b1a3", "b1, a3"), { ...offer("b1?c3", "b1, c3"), asks }];
    const barred = [{ gesture: ["b1", "d2"], reason: { text: "the answers have ruled it out" } }];
    return { ...glimpseOf([board], offers), barred };
  };
  const marks = () =>
    [...document.querySelectorAll(".thing.light")].map((light) => light.classList[2]).sort();

  test("is marked as one, and what is ruled out is crossed", async () => {
    lay(asking());
    await fireEvent.click(spot("b1"));
    expect(marks()).toEqual(["cannot", "go", "may", "picked"]);
    expect(spot("d2").dataset.light).toBeUndefined();
    expect(spot("d2").getAttribute("aria-label")).toBe("d2, black rook, cannot be taken");
    expect(spot("c3").getAttribute("aria-label")).toContain("may be taken, if the answer is yes");
    const signs = [...document.querySelectorAll(".hint .key")].map((sign) => sign.textContent?.trim());
    expect(signs).toEqual(["go", "may take", "cannot"]);
  });

  test("says what each answer brings before it is asked", async () => {
    lay(asking());
    await fireEvent.click(spot("b1"));
    await fireEvent(spot("c3"), new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    expect(document.querySelector(".hint")?.textContent).toContain("Yes: it takes. No: your turn is over.");
  });
});

describe("a move for the next turn", () => {
  const waiting = () => ({ ...chess(), offers: [] });
  const planned = () => document.querySelectorAll(".planned").length;

  test("is planned on the board, and done when the turn comes", async () => {
    const { onact, rerender } = lay(waiting(), { plans: "white" });
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("d5"));
    expect(planned()).toBe(2);
    expect(spot("d5").getAttribute("aria-label")).toContain("your planned move ends here");
    expect(spot("d5").dataset.light).toBeUndefined();
    await rerender({ glimpse: waiting() });
    expect([planned(), onact.mock.calls.length]).toEqual([2, 0]);
    await rerender({ glimpse: chess() });
    expect(onact.mock.calls).toEqual([["e4d5"]]);
    expect(planned()).toBe(0);
  });

  test("is dropped with a word, and the reason if there is one", async () => {
    const { onact, rerender } = lay(waiting(), { plans: "white" });
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("e6"));
    await rerender({ glimpse: chess() });
    expect(screen.getByRole("alert").textContent).toBe("Your planned move e4–e6 is no longer possible.");
    await rerender({ glimpse: waiting() });
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("e6"));
    const barred = [{ gesture: ["e4", "e6"], reason: { text: "the square is taken" } }];
    await rerender({ glimpse: { ...chess(), barred } });
    expect(screen.getByRole("alert").textContent).toBe(
      "Your planned move e4–e6 is not possible: the square is taken.",
    );
    expect(onact.mock.calls).toEqual([]);
  });

  test("is wiped away by escape, by the right button and by its own button", async () => {
    lay(waiting(), { plans: "white" });
    const make = async () => {
      await fireEvent.click(spot("e4"));
      await fireEvent.click(spot("e5"));
      expect(planned()).toBe(2);
    };
    await make();
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(planned()).toBe(0);
    await make();
    await fireEvent.pointerDown(spot("a1"), { button: 2 });
    expect(planned()).toBe(0);
    await make();
    await fireEvent.click(screen.getByRole("button", { name: "Drop the plan" }));
    expect(planned()).toBe(0);
  });

  test("is not for games with secrets, spectators, or the past", async () => {
    const nowhere = [{}, { plans: "white", watching: true }, { plans: "white", shown: 3 }];
    for (const more of nowhere) {
      const { unmount } = lay(waiting(), more);
      await fireEvent.click(spot("e4"));
      expect(planned()).toBe(0);
      unmount();
    }
  });
});

describe("what something is and may do", () => {
  const told = () => document.querySelector(".key")?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const rest = (square: string) => fireEvent.pointerOver(spot(square), { pointerType: "mouse" });

  test("a piece says what it is, what lies under it and where it may go", async () => {
    lay(chess());
    await rest("e4");
    expect(told()).toBe("white pawn carrying a white checker May go to e5, d5.");
    await rest("a1");
    expect(told()).toBe("");
  });

  test("what is not possible says why, and an own piece at least that it cannot be moved", async () => {
    const glimpse = chess();
    const board = glimpse.tabletop.parts.find((part) => part.part === "board");
    board?.figures.push(
      { square: "a1", color: "white", role: "rook" },
      { square: "b1", color: "white", role: "knight" },
    );
    glimpse.barred = [{ gesture: ["b1", "c3"], reason: { text: "your king would be in check" } }];
    lay(glimpse);
    await rest("a1");
    expect(told()).toBe("white rook Cannot be moved now.");
    await rest("b1");
    expect(told()).toBe("white knight Not possible: your king would be in check.");
  });

  test("zones and layers say what they are", async () => {
    const board = boardOf({
      zones: [{ label: "K side", from: "e1", to: "h8" }],
      figures: [{ square: "e4", color: "white", role: "pawn" }],
      layers: [
        { name: "in front of the mirror", squares: [] },
        { name: "behind the mirror", squares: ["e4"] },
      ],
    });
    lay(glimpseOf([board]));
    await rest("e4");
    expect(told()).toBe("white pawn behind the mirror in the area K side");
  });
});

describe("how somebody likes to move", () => {
  test("asked before a move is made, one points again or says so", async () => {
    settings.confirm = true;
    const { onact } = lay(chess());
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("e5"));
    expect(onact.mock.calls).toEqual([]);
    await fireEvent.click(spot("e5"));
    expect(onact.mock.calls).toEqual([["e4e5"]]);
    await fireEvent.click(spot("e4"));
    await fireEvent.click(spot("d5"));
    await fireEvent.click(screen.getByRole("button", { name: "e4d5" }));
    expect(onact.mock.calls).toEqual([["e4e5"], ["e4d5"]]);
    settings.confirm = false;
  });

  test("lights can wait for a touch, or stay away", async () => {
    settings.lights = "touched";
    const { onact } = lay(chess());
    expect(document.querySelectorAll(".light.pick")).toHaveLength(0);
    await fireEvent.click(spot("e4"));
    expect(document.querySelectorAll(".light.go, .light.take")).toHaveLength(2);
    settings.lights = "never";
    await tick();
    expect(document.querySelectorAll(".light.go, .light.take")).toHaveLength(0);
    expect(spot("e5").getAttribute("aria-label")).toBe("e5, empty");
    await fireEvent.click(spot("e5"));
    expect(onact.mock.calls).toEqual([["e4e5"]]);
    settings.lights = "always";
  });
});

describe("layers", () => {
  test("they are shown together, alone, or side by side", async () => {
    const glimpse = chess();
    const board = glimpse.tabletop.parts.find((part) => part.part === "board");
    if (board) {
      board.tokens = [{ square: "e4", token: { token: "checker", color: "white" } }];
      const rest = board.figures.map(({ square }) => square).filter((square) => square !== "e4");
      board.layers = [
        { name: "in front of the mirror", squares: rest },
        { name: "behind the mirror", squares: ["e4"] },
      ];
    }
    const { onact } = lay(glimpse);
    const dim = () => document.querySelectorAll(".thing.dim").length;
    const another = () => fireEvent.click(screen.getByTitle("Which layers are shown"));
    expect([screen.getAllByRole("grid").length, dim()]).toEqual([1, 0]);
    await another();
    expect([screen.getByRole("grid").getAttribute("aria-label"), dim()]).toEqual([
      "in front of the mirror",
      2,
    ]);
    await another();
    expect([screen.getByRole("grid").getAttribute("aria-label"), dim()]).toEqual(["behind the mirror", 1]);
    await another();
    const [front, behind] = screen.getAllByRole("grid");
    expect(front?.querySelector('[data-spot="e4"]')?.getAttribute("aria-label")).toContain("empty");
    expect(behind?.querySelector('[data-spot="e4"]')?.getAttribute("aria-label")).toContain("white pawn");
    const lit = (grid: HTMLElement | undefined) =>
      [...(grid?.querySelectorAll<HTMLElement>("[data-light]") ?? [])].map((cell) => cell.dataset.spot);
    expect([lit(front), lit(behind)]).toEqual([[], ["e4"]]);
    await fireEvent.click(behind?.querySelector('[data-spot="e4"]') as HTMLElement);
    expect([lit(front), lit(behind)]).toEqual([[], ["d5", "e5", "e4"]]);
    await fireEvent.click(front?.querySelector('[data-spot="e5"]') as HTMLElement);
    expect(onact.mock.calls).toEqual([]);
    await another();
    expect(screen.getAllByRole("grid").length).toBe(1);
  });
});

describe("the prompt", () => {
  test("offers words as buttons with what they do", async () => {
    const { onact } = lay(chess());
    await fireEvent.click(screen.getByRole("button", { name: "pass the turn" }));
    expect(onact.mock.calls).toEqual([["pass"]]);
  });

  test("offers promotions once the way is clear", async () => {
    const glimpse = glimpseOf(
      [boardOf({ figures: [{ square: "e7", color: "white", role: "pawn" }] })],
      [
        offer("e7e8q", "e7, e8, queen", "becomes a queen"),
        offer("e7e8n", "e7, e8, knight", "becomes a knight"),
      ],
    );
    const { onact } = lay(glimpse);
    expect(screen.getByRole("button", { name: "becomes a knight" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Choose again" }));
    expect(screen.queryByRole("button", { name: "becomes a knight" })).toBeNull();
    await fireEvent.click(spot("e7"));
    await fireEvent.click(spot("e8"));
    await fireEvent.click(screen.getByRole("button", { name: "becomes a knight" }));
    expect(onact.mock.calls).toEqual([["e7e8n"]]);
  });

  test("shows the steps of a turn and leads to the rule", async () => {
    const glimpse = chess();
    glimpse.tabletop.prompt = { text: "Throw.", steps: ["move", "throw"], step: 1, rule: "tar.throw" };
    const onrule = vi.fn();
    lay(glimpse, { onrule });
    expect(document.querySelector('[aria-current="step"] span')?.textContent).toBe("Throw");
    await fireEvent.click(screen.getByRole("button", { name: "The rule" }));
    expect(onrule.mock.calls).toEqual([["tar.throw"]]);
  });

  test("lights nothing while an action is on its way", () => {
    lay(chess(), { sending: true });
    expect(document.querySelectorAll("[data-light]")).toHaveLength(0);
    expect(screen.getByText("Sending …")).toBeTruthy();
  });

  test("keeps half a gesture while the question stays, and forgets it when another comes", async () => {
    const { onact, rerender } = lay(chess(), { question: "t white 1" });
    await fireEvent.click(spot("e4"));
    await rerender({ glimpse: chess() });
    expect(spot("e4").dataset.light).toBe("picked");
    await rerender({ glimpse: chess(), question: "t white 2" });
    expect(spot("e4").dataset.light).toBe("pick");
    await fireEvent.click(spot("e4"));
    await rerender({ glimpse: chess() });
    await fireEvent.click(spot("d5"));
    expect(onact.mock.calls).toEqual([["e4d5"]]);
  });

  test("keeps what a pawn may become open while the question stays", async () => {
    const glimpse = () =>
      glimpseOf(
        [boardOf({ figures: [{ square: "e7", color: "white", role: "pawn" }] })],
        [offer("e7e8q", "e7, e8, queen"), offer("e7e8n", "e7, e8, knight"), offer("e7d8", "e7, d8")],
      );
    const { rerender } = lay(glimpse(), { question: "t white 1" });
    await fireEvent.click(spot("e7"));
    await fireEvent.click(spot("e8"));
    await rerender({ glimpse: glimpse() });
    expect(document.querySelectorAll("[data-become]")).toHaveLength(2);
  });

  test("forgets half a gesture with its glimpse where nobody says what the question is", async () => {
    const { rerender } = lay(chess());
    await fireEvent.click(spot("e4"));
    await rerender({ glimpse: chess() });
    expect(spot("e4").dataset.light).toBe("pick");
  });
});

describe("the list of choices", () => {
  test("finds offers by words and does them", async () => {
    const { onact } = lay(chess());
    const list = document.querySelector("details");
    if (!list) throw new Error("there is no list");
    list.open = true;
    await fireEvent(list, new Event("toggle"));
    await fireEvent.input(within(list).getByRole("searchbox"), { target: { value: "E5" } });
    const buttons = within(list).getAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["e4e5"]);
    await fireEvent.click(buttons[0] as HTMLElement);
    expect(onact.mock.calls).toEqual([["e4e5"]]);
  });
});

const grid = (isPrivate: boolean): Part => ({
  part: "grid",
  id: "own",
  title: "What is known",
  private: isPrivate,
  axes: null,
  columns: [{ text: "king" }, { text: "queen" }],
  rows: [
    { label: { text: "king" }, cells: ["cross", "blank"], note: "KQ" },
    { label: { text: "queen" }, cells: ["blank", "circle"], note: "" },
  ],
  note: "combo",
});

describe("sheets one writes on", () => {
  test("a box goes from blank to circle to cross to blank", async () => {
    const onnotes = vi.fn();
    const { rerender } = lay(glimpseOf([grid(true)]), { onnotes });
    const box = () => document.querySelector<HTMLElement>('[data-cell="0 1"]') as HTMLElement;
    const cells: unknown[] = [];
    for (let press = 0; press < 3; press++) {
      await fireEvent.click(box());
      const [id, marks] = onnotes.mock.lastCall ?? [];
      cells.push(marks);
      await rerender({ notes: { [id]: marks } });
    }
    expect(cells).toEqual([{ "0 1": "circle" }, { "0 1": "cross" }, {}]);
    expect(box().getAttribute("aria-label")).toBe("king, queen: blank");
  });

  test("what is certain is filled in, unless somebody wants to find out alone", async () => {
    lay(glimpseOf([grid(false)]), { onnotes: () => {} });
    const first = () => document.querySelector('[data-cell="0 0"]')?.getAttribute("aria-label");
    expect(first()).toBe("king, king: cross");
    await fireEvent.click(screen.getByRole("button", { name: "Show only my marks" }));
    expect(first()).toBe("king, king: blank");
    await fireEvent.click(screen.getByRole("button", { name: "Fill in what is certain" }));
    expect(first()).toBe("king, king: cross");
  });

  test("boxes on offer are actions", async () => {
    const offers = [offer("KQ", "own 0 1, own 1 0"), offer("KK", "own 0 0, own 1 1")];
    const { onact } = lay(glimpseOf([grid(true)], offers), { onnotes: () => {} });
    await fireEvent.click(spot("own 1 0"));
    await fireEvent.click(spot("own 0 1"));
    expect(onact.mock.calls).toEqual([["KQ"]]);
  });

  test("a clear choice can be done without the last box", async () => {
    const offers = [offer("KQ", "own 0 1, own 1 0", "first"), offer("KK", "own 0 0, own 1 1", "second")];
    const { onact } = lay(glimpseOf([grid(true)], offers));
    await fireEvent.click(spot("own 1 0"));
    await fireEvent.click(screen.getByRole("button", { name: "first" }));
    expect(onact.mock.calls).toEqual([["KQ"]]);
  });

  test("private things carry the closed eye, others do not", () => {
    lay(glimpseOf([grid(true)]));
    expect(screen.getAllByRole("img", { name: "Only you see this" })).toHaveLength(1);
  });
});

describe("cards", () => {
  test("codes are read", () => {
    expect(readFace("back")).toEqual({ kind: "back" });
    expect(readFace("q")).toEqual({ kind: "piece", letter: "Q", color: "black", role: "queen" });
    expect(readFace("c7")).toEqual({ kind: "checker", color: "black", pips: 7 });
    expect(readFace("C")).toEqual({ kind: "checker", color: "white", pips: null });
    expect(readFace("10H")).toEqual({ kind: "playing", rank: "10", suit: "H" });
    expect(readFace("joker")).toEqual({ kind: "other", text: "joker" });
  });

  const cards = (layout: "hand" | "row" | "pile", ...faces: string[]): Part => ({
    part: "cards",
    id: "hand",
    title: "Your cards",
    layout,
    seat: layout === "hand" ? "white" : null,
    private: false,
    cards: faces.map((face, index) => ({ face, state: index === 0 ? "used" : null })),
  });

  test("two cards of a hand are chosen in any order", async () => {
    const { onact } = lay(
      glimpseOf(
        [boardOf(), cards("hand", "N", "B", "R")],
        [offer("NR", "hand 0, hand 2"), offer("NB", "hand 0, hand 1")],
      ),
    );
    expect(spot("hand 0").getAttribute("aria-label")).toBe("white knight card, used, can be chosen");
    await fireEvent.click(spot("hand 2"));
    await fireEvent.click(spot("hand 0"));
    expect(onact.mock.calls).toEqual([["NR"]]);
  });

  test("an open pile can be looked through", async () => {
    const cards = ["P", "n", "Q"].map((face) => ({ face, state: null }));
    const open = { part: "cards", id: "discard", title: "Discards", layout: "pile" } as const;
    lay(glimpseOf([{ ...open, seat: null, private: false, cards }]));
    const faces = () => document.querySelectorAll('[data-part="discard"] .card').length;
    expect(faces()).toBe(2);
    await fireEvent.click(screen.getByRole("button", { name: "Look through" }));
    expect(faces()).toBe(3);
    await fireEvent.click(screen.getByRole("button", { name: "As a pile" }));
    expect(faces()).toBe(2);
  });

  test("a pile shows its top and counts", () => {
    lay(glimpseOf([cards("pile", "back", "back", "back", "10H")]));
    expect(screen.getByText("4 cards")).toBeTruthy();
    expect(screen.getByText("10 of hearts")).toBeTruthy();
    expect(document.querySelectorAll(".pile li")).toHaveLength(2);
  });
});

describe("the other parts", () => {
  test("tray, track, sheet and clock say what they hold", () => {
    lay(
      glimpseOf([
        { part: "tray", id: "lost", title: "Lost", items: ["P", "P", "q", "C"] },
        {
          part: "track",
          id: "trophy",
          title: "Trophy",
          places: [{ text: "W" }, { text: "M" }, { text: "B" }],
          at: 1,
        },
        { part: "sheet", id: "score", title: "Score", lines: [{ label: "moves", text: "3" }] },
        { part: "clock", id: "clock", title: "White", milliseconds: 65_000, running: false },
      ]),
    );
    expect(
      within(screen.getByRole("list", { name: "Lost" }))
        .getAllByRole("listitem")
        .map((item) => item.textContent?.replace(/\s+/g, " ").trim()),
    ).toEqual(["white pawn ×2", "black queen", "white checker"]);
    expect(document.querySelector('.track [aria-current="step"]')?.textContent).toContain("M");
    expect(screen.getByText("moves").nextElementSibling?.textContent).toBe("3");
    expect(screen.getByRole("timer").textContent).toContain("White: 1:05");
  });

  test("time is written with two digits for seconds", () => {
    expect([0, 999, 61_000, 3_661_000, -5].map(timeText)).toEqual([
      "0:00",
      "0:01",
      "1:01",
      "1:01:01",
      "0:00",
    ]);
  });

  test("what was said can be pressed, the newest last", async () => {
    const online = vi.fn();
    const lines = [
      { number: 1, text: "White plays e4." },
      { number: 2, text: "You drew a knight.", private: true },
    ];
    lay(chess(), { lines, online });
    const [, ...said] = within(screen.getByRole("region", { name: "Log" })).getAllByRole("button");
    expect(said.map((line) => line.textContent?.includes("You drew"))).toEqual([false, true]);
    await fireEvent.click(said[0] as HTMLElement);
    expect(online.mock.calls).toEqual([[lines[0]]]);
    expect(screen.getByRole("status").textContent).toBe("You drew a knight. Do something.");
  });

  test("a lead stands in the place of the prompt", () => {
    const lead = createRawSnippet(() => ({ render: () => "<h2>White wins.</h2>" }));
    lay({ ...chess(), offers: [] }, { lead });
    expect(screen.getByRole("heading", { name: "White wins." })).toBeTruthy();
    expect(document.querySelector("section.prompt")).toBeNull();
    expect(spoken()).toBe("Do something.");
  });

  test("while somebody looks back, what was said then is told and not what came last", () => {
    const lines = ["one", "two", "three"].map((text, index) => ({ number: index + 1, text }));
    lay(chess(), { lines, shown: 2 });
    expect(spoken()).toMatch(/^two /);
  });

  test("seats sit on their side", () => {
    const seats = ["W1", "W2", "B1", "B2"].map((seat) => ({
      seat,
      color: seat.startsWith("W") ? ("white" as const) : ("black" as const),
    }));
    const names = (notes: { seat: string }[]) => notes.map(({ seat }) => seat).join(" ");
    const { above, below } = sidesOf(seats, "B1", "black");
    expect([names(above), names(below)]).toEqual(["W1 W2", "B1 B2"]);
    const golf = sidesOf(
      ["A", "B", "C"].map((seat) => ({ seat })),
      "B",
      "white",
    );
    expect([names(golf.above), names(golf.below)]).toEqual(["A C", "B"]);
  });
});

describe("what a choice brings", () => {
  const brings = (worth: "good" | "bad" | "even", text: string) => ({ worth, text });
  const price = (text: string, spots: string[], ...results: ReturnType<typeof brings>[]) => ({
    choice: { text },
    spots,
    brings: results,
  });
  const pawn = { square: "e2", color: "white", role: "pawn" } as const;
  const moves = [offer("e2e4", "e2,e4"), offer("e2e3", "e2,e3"), offer("pass", "pass")];
  const prices = (): Extract<Part, { part: "prices" }> => ({
    part: "prices",
    id: "tug",
    title: "If you move a …",
    cases: [{ text: "hit" }, { text: "miss" }],
    rows: [
      price("pawn", ["e2"], brings("good", "the trophy comes"), brings("bad", "you lose a piece")),
      price("nothing", ["pass"], brings("even", "all stay"), brings("even", "all stay")),
    ],
  });

  test("is a table of cases, and what only one action can mean is done by a click", async () => {
    const { onact } = lay(glimpseOf([boardOf({ figures: [pawn] }), prices()], moves));
    const table = await screen.findByRole("table");
    expect([...table.querySelectorAll("thead th")].map((cell) => cell.textContent)).toEqual(["hit", "miss"]);
    expect(table.querySelector("td.bad")?.textContent).toContain("you lose a piece");
    expect(within(table).getAllByRole("button")).toHaveLength(1);
    await fireEvent.click(spot("e2"));
    expect(table.querySelector(".meant th")?.textContent).toContain("pawn");
    await fireEvent.click(within(table).getByRole("button", { name: "nothing" }));
    expect(onact.mock.calls).toEqual([["pass"]]);
  });

  test("a single choice says each case in words", async () => {
    const one = prices();
    one.rows = [price("a guess", [], brings("good", "a bonus"), brings("bad", "a bonus for Black"))];
    lay(glimpseOf([boardOf(), one], moves));
    expect((await screen.findByText("a bonus for Black")).closest("li")?.textContent).toContain("miss:");
  });

  test("what an action sets off is counted, with the sum at the end", async () => {
    const preview = {
      stages: [{ text: "A card leaves." }, { text: "Four in a row." }],
      sum: { text: "None left." },
    };
    lay(
      glimpseOf(
        [boardOf({ figures: [pawn] })],
        [{ ...offer("e2e4", "e2,e4"), preview }, offer("e2e3", "e2,e3")],
      ),
    );
    const stages = within(await screen.findByRole("region", { name: "What follows" })).getAllByRole(
      "listitem",
    );
    expect(stages.map((stage) => stage.textContent?.replace(/\s+/g, ""))).toEqual([
      "1Acardleaves.",
      "2Fourinarow.",
      "=Noneleft.",
    ]);
  });

  test("one more sentence takes the place of the general hint", () => {
    const glimpse = glimpseOf([boardOf({ figures: [pawn] })], moves);
    glimpse.tabletop.prompt.more = { text: "Start 518." };
    lay(glimpse);
    expect(document.querySelector(".prompt .hint")?.textContent).toContain("Start 518.");
  });
});

describe("recorded games", () => {
  for (const { game, edition, moments } of RECORDED) {
    test(`${game} ${edition}: every part is there, and every lit spot leads to an action`, async () => {
      for (const { glimpse, lines } of moments) {
        const { onact, unmount } = lay(glimpse, { lines });
        for (const part of glimpse.tabletop.parts) {
          if (part.part === "board") expect(document.querySelectorAll(".board [data-spot]")).toHaveLength(64);
          else if (part.part !== "clock")
            await vi.waitFor(() =>
              expect(document.querySelector(`[data-part="${part.id}"]`), part.id).toBeTruthy(),
            );
        }
        const figures = glimpse.tabletop.parts.flatMap((part) => (part.part === "board" ? part.figures : []));
        expect(document.querySelectorAll(".board .figure [data-piece]")).toHaveLength(figures.length);
        const pointing = new Pointing(glimpse.offers);
        const lit = [...document.querySelectorAll<HTMLElement>('[data-light]:not([data-light="picked"])')];
        expect(new Set(lit.map((element) => element.dataset.spot))).toEqual(pointing.next(pointing.start()));
        const last = glimpse.offers.at(-1);
        for (const name of last?.gesture ?? []) {
          const element = spot(name);
          if (element.dataset.light !== "picked") await fireEvent.click(element);
        }
        expect(onact.mock.calls).toEqual(last ? [[last.action]] : []);
        unmount();
      }
    });
  }
});

describe("what can be worked out", () => {
  const possible = () =>
    glimpseOf([
      boardOf({
        figures: [{ square: "f5", color: "black", role: "pawn" }],
        tokens: [{ square: "a8", token: { token: "numbered", color: "black", number: 1 } }],
        marks: [{ square: "f5", kind: "danger" }],
        possible: [
          { square: "f5", under: true, pieces: ["Q"] },
          { square: "a8", under: false, pieces: ["k", "r", "b", "q"] },
        ],
      }),
    ]);

  test("is shown as ghosts on the board, told in words, and can be hidden", async () => {
    lay(possible());
    const ghosts = () => [...document.querySelectorAll(".ghost")];
    expect(ghosts().map((ghost) => ghost.querySelectorAll("[data-piece]").length)).toEqual([1, 3]);
    expect(ghosts()[1]?.textContent?.trim()).toBe("+1");
    expect(spot("f5").getAttribute("aria-label")).toContain("a white queen may lie under it");
    expect(spot("a8").getAttribute("aria-label")).toContain(
      "may be a black king, black rook, black bishop, or black queen",
    );
    const toggle = screen.getByRole("switch", { name: "May be there 2 squares" });
    await fireEvent.click(toggle);
    expect(toggle.getAttribute("aria-checked")).toBe("false");
    expect(ghosts()).toEqual([]);
    expect(spot("a8").getAttribute("aria-label")).not.toContain("may be");
    await fireEvent.click(toggle);
  });

  test("signs are explained beside the square that one taps", async () => {
    lay(possible());
    expect(document.querySelector(".key")).toBeNull();
    await fireEvent.click(spot("f5"));
    const lines = [...document.querySelectorAll(".key li")].map((line) => line.textContent?.trim());
    expect(lines).toEqual(["in danger", "a white queen may lie under it"]);
    await fireEvent.click(spot("c3"));
    expect(document.querySelector(".key")).toBeNull();
  });

  test("a matrix has a sign for what is sure, what can be and what is ruled out", () => {
    const grid: Part = {
      part: "grid",
      id: "own",
      title: "Your pieces",
      private: false,
      axes: ["moves like", "captures like"],
      note: null,
      columns: [
        { text: "king", spans: [{ start: 0, length: 4, kind: "role", value: "K" }] },
        { text: "queen" },
      ],
      rows: [
        { label: { text: "king" }, cells: ["circle", "cross"], note: "" },
        { label: { text: "queen" }, cells: ["blank", "cross"], note: "" },
      ],
    };
    lay(glimpseOf([grid]));
    const signs = [...document.querySelectorAll("tbody .box svg")].map((sign) => sign.classList[1]);
    expect(signs).toEqual(["sure", "out", "maybe", "out"]);
    expect(screen.getByRole("grid").getAttribute("aria-label")).toBe(
      "Your pieces; rows: moves like, columns: captures like",
    );
    expect(document.querySelector("tbody .spoken")?.textContent).toBe("king, king: sure");
    expect(document.querySelector('th [data-piece="white king"]')).not.toBeNull();
    expect(document.querySelectorAll(".legend li")).toHaveLength(3);
  });

  test("a score card has raised hands with fingers", async () => {
    lay(
      glimpseOf([
        {
          part: "scores",
          id: "scores",
          title: "Scores",
          rounds: ["1", "2"],
          rows: [
            { who: "Ada", points: [7, null], total: 7, claim: "7 moves" },
            { who: "Ben", points: [10, null], total: 10, claim: null },
          ],
        },
      ]),
    );
    await screen.findByRole("table");
    const fingers = [...document.querySelectorAll<SVGElement>("[data-fingers]")];
    expect(fingers.map((hand) => hand.dataset.fingers)).toEqual(["5", "2"]);
    const cells = [...document.querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()),
    );
    expect(cells).toEqual([
      ["Ada", "7 7 moves", "7", "·", "7"],
      ["Ben", "", "10", "·", "10"],
    ]);
  });
});

test("a bot that acts says that it thinks, and one that does not says nothing of it", async () => {
  const seats: SeatNote[] = [
    { seat: "white", color: "white", name: "Ada", acting: false },
    { seat: "black", color: "black", name: "Deep", bot: true, acting: true },
  ];
  const { rerender } = lay(chess(), { seats });
  const bar = () => document.querySelector<HTMLElement>('[data-seat="black"]');
  expect(bar()?.className).toContain("acting");
  expect(bar()?.querySelector(".thinks")?.getAttribute("aria-hidden")).toBe("false");
  await rerender({ seats: seats.map((seat) => ({ ...seat, acting: !seat.acting })) });
  expect(bar()?.className).not.toContain("acting");
  expect(bar()?.querySelector(".thinks")?.getAttribute("aria-hidden")).toBe("true");
});

describe("what is sealed", () => {
  const hand = (private_: boolean): Part => ({
    part: "cards",
    id: "hand",
    title: "Your cards",
    layout: "hand",
    seat: "white",
    private: private_,
    cards: [
      { face: "N", state: "open" },
      { face: "B", state: null },
      { face: "R", state: "chosen" },
      { face: "Q", state: "chosen" },
    ],
  });
  const chosen = (sealed: string[], private_ = sealed.includes("white")) => {
    const glimpse = glimpseOf([boardOf(), hand(private_)]);
    return { ...glimpse, tabletop: { ...glimpse.tabletop, sealed } };
  };
  const cards = () => within(screen.getByRole("region", { name: "Your cards" }));

  test("lies face down in the hand until its owner holds it, with what would give it away", async () => {
    lay(chosen(["white"]));
    const shut = cards().getAllByRole("button", { name: /face down/ });
    expect(shut).toHaveLength(3);
    expect(cards().queryByText(/rook|queen|bishop/i)).toBeNull();
    expect(document.querySelectorAll(".hand .seal")).toHaveLength(2);
    expect(document.querySelector(".hand li .seal")?.closest("li")).toBe(document.querySelector(".hand li"));
    const [first] = shut;
    if (!first) throw new Error("a card lies there");
    await fireEvent.pointerDown(first);
    expect(cards().getByRole("button", { name: /rook/ }).getAttribute("aria-pressed")).toBe("true");
    await fireEvent.pointerUp(cards().getByRole("button", { name: /rook/ }));
    expect(cards().getAllByRole("button", { name: /face down/ })).toHaveLength(3);
  });

  test("lies face up as soon as it is open", () => {
    lay(chosen([], false));
    expect(cards().queryByRole("button", { name: /face down/ })).toBeNull();
    expect(cards().getByText(/rook card, chosen/)).toBeTruthy();
  });

  test("on the board only its owner turns over, and only while it is held", async () => {
    const figures = [{ square: "e2", color: "white" as const, role: "pawn" as const }];
    const line = {
      label: "you wrote",
      text: "e4",
      spans: [{ start: 0, length: 2, kind: "move", value: "Pe2e4" }],
    };
    const sheet = { part: "sheet", id: "turn", title: "This turn", lines: [line] } as unknown as Part;
    lay(glimpseOf([boardOf({ figures }), sheet]));
    const card = document.querySelector<HTMLElement>(".board .held");
    if (!card) throw new Error("a card lies on the board");
    expect(card.querySelector(".face.open")).toBeNull();
    await fireEvent.pointerDown(card);
    expect(card.querySelector(".face.open")).toBeTruthy();
    expect(card.getAttribute("aria-label")).toBe("pawn e2–e4");
    await fireEvent.pointerLeave(card);
    expect(card.querySelector(".face.open")).toBeNull();
  });

  test("a seat that has sealed shows backs, and one that has won its crown", async () => {
    const { rerender } = lay(chosen(["black"]));
    const seat = (name: string) => document.querySelector(`[data-seat="${name}"]`);
    expect(seat("black")?.querySelectorAll(".back")).toHaveLength(2);
    expect(seat("black")?.textContent).toContain("has chosen");
    expect(seat("white")?.querySelector(".back")).toBeNull();
    const outcome = { verdict: "win", winner: "white", scores: null, reason: "", text: "", spans: [] };
    await rerender({ glimpse: { ...chosen([]), outcome: outcome as unknown as GlimpseAnswer["outcome"] } });
    expect(seat("white")?.querySelector(".crown")).toBeTruthy();
    expect(seat("white")?.textContent).toContain("won");
    expect(seat("black")?.querySelector(".crown, .back")).toBeNull();
  });
});
