import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { speak } from "../src/lib/messages/messages.svelte";
import { preferences } from "../src/lib/preferences.svelte";
import { settings } from "../src/lib/settings.svelte";
import { columnsOf, readMove, readSan, turnsOf } from "../src/lib/table/log";
import { pointed } from "../src/lib/table/pointed.svelte";
import SaidList from "../src/lib/table/SaidList.svelte";
import type { Line, SeatNote } from "../src/lib/table/table";
import type { Span } from "../src/lib/wire/play";

const SEATS: SeatNote[] = [
  { seat: "white", name: "Ada", color: "white", team: "white" },
  { seat: "black", name: "Ben", color: "black", team: "black" },
];

/** A line whose words in brackets are spans: `[seat:0|Ada]: [move:Pe2e4|pawn e2 to e4].` */
function line(turn: number, number: number, marked: string): Line {
  const spans: Span[] = [];
  let text = "";
  for (const [whole, kind, value, words] of marked.matchAll(/\[(\w+):([^|]+)\|([^\]]+)\]|[^[]+/g)) {
    if (kind && value && words)
      spans.push({ start: text.length, length: words.length, kind: kind as Span["kind"], value });
    text += words ?? whole;
  }
  return { turn, number, text, spans };
}

const LINES = [
  line(0, 0, "The game begins."),
  line(1, 1, "[seat:0|Ada]: [move:Pe2e4|pawn e2 to e4]."),
  line(1, 1, "No zombie on [square:e2|e2]."),
  line(1, 2, "[seat:1|Ben]: [move:Ng8f6|knight g8 to f6], and comes back."),
  line(2, 3, "[seat:0|Ada] strikes: [move:Pe4xd5|pawn e4 takes d5]."),
  line(2, 4, "[seat:0|Ada] plays the [role:K|king] card: [move:Ke1g1|castle on the king side]."),
];

beforeEach(() => preferences.keep({ prose: false }));

describe("the log", () => {
  test("reads moves as spans have them", () => {
    expect(readMove("Ng1f3")).toMatchObject({ role: "knight", from: "g1", to: "f3", takes: false });
    expect(readMove("Pe4xd5", "black")).toMatchObject({ role: "pawn", color: "black", takes: true });
    expect(readMove("Pe7e8Q")).toMatchObject({ to: "e8", promotion: "queen" });
    expect(readMove("Ke8c8")).toMatchObject({ castles: "long" });
    expect(readMove("Ke8d8")).toMatchObject({ castles: null });
    expect(readMove("O-O")).toBeNull();
  });

  test("a question and its answer are a move that is asked for", () => {
    const asked = "asks: may the [role:N|knight] on [square:c3|c3] take the [role:P|pawn] on [square:d5|d5]?";
    const lines = [
      line(1, 1, `[seat:0|Ada] ${asked} (as [role:N|knight])`),
      line(1, 1, "No."),
      line(1, 2, `[seat:1|Ben] ${asked} (as [role:N|knight])`),
      line(1, 2, "Yes: the [role:N|knight] takes the [role:P|pawn] on [square:d5|d5]."),
      line(1, 3, "[seat:0|Ada] takes the king."),
    ];
    const [turn] = turnsOf(lines, SEATS);
    const [row, ...others] = turn?.rows ?? [];
    expect(others).toEqual([]);
    expect(row?.cells.map((cell) => cell?.move)).toMatchObject([
      { role: "knight", color: "white", from: "c3", to: "d5", asked: "no" },
      { role: "knight", color: "black", from: "c3", to: "d5", asked: "yes" },
    ]);
    expect(row?.rest).toEqual([lines[4]]);
    render(SaidList, { lines, seats: SEATS });
    const cells = [...document.querySelectorAll(".cell .notation")];
    expect(cells.map((cell) => cell.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "c3?d5 no",
      "c3?d5 yes",
    ]);
    expect(document.querySelectorAll(".answer.yes, .answer.no")).toHaveLength(2);
  });

  test("reads algebraic notation, so that figures and letters are its reader's", () => {
    expect(readSan("Nbxd7+")).toMatchObject({
      role: "knight",
      to: "d7",
      takes: true,
      san: "b×d7",
      check: "+",
    });
    expect(readSan("dxe8=Q#")).toMatchObject({ role: "pawn", promotion: "queen", san: "d×e8", check: "#" });
    expect(readSan("O-O-O+")).toMatchObject({ role: "king", castles: "long", check: "+" });
    expect(readSan("e4")).toMatchObject({ role: "pawn", to: "e4", promotion: null, check: "" });
    expect(readSan("castles")).toBeNull();
  });

  test("has a column for each color, or for each of a few teams", () => {
    expect(columnsOf([...SEATS].reverse())).toEqual(["white", "black"]);
    expect(columnsOf("ABCDEFGH".split("").map((seat) => ({ seat, team: seat })))).toEqual([]);
    expect(columnsOf([{ seat: "player", team: "player" }])).toEqual(["player"]);
  });

  test("has a row for a turn, and another when somebody moves twice", () => {
    const turns = turnsOf(LINES, SEATS);
    expect(turns.map(({ number, rows }) => [number, rows.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
    ]);
    const [row] = turns[1]?.rows ?? [];
    expect(row?.cells.map((cell) => [cell?.move.to, cell?.after])).toEqual([
      ["e4", "No zombie on e2"],
      ["f6", "and comes back"],
    ]);
    expect(row?.rest).toEqual([]);
    expect(turns[2]?.rows[1]?.cells[0]?.before.map(({ value }) => value)).toEqual(["K"]);
  });

  test("says behind a move what was said of the square it left, in short, and nothing else", () => {
    const said = [
      line(1, 1, "[seat:0|Ada]: [move:Pe2xd3|pawn e2 takes d3]."),
      line(1, 1, "The [piece:p|black pawn] on [square:d3|d3] is taken."),
      line(1, 1, "No zombies anywhere: nothing climbs out at [square:e2|e2]."),
      line(1, 2, "[seat:1|Ben]: [move:Ng8f6|knight g8 to f6]."),
      line(1, 3, "Somebody stands on [square:g8|g8]."),
      { ...line(1, 2, "You know of [square:g8|g8]."), private: true },
    ];
    const [row] = turnsOf(said, SEATS)[0]?.rows ?? [];
    expect(row?.cells.map((cell) => cell?.after)).toEqual(["No zombies anywhere", ""]);
    expect(row?.cells[0]?.echoes).toEqual([said[2]]);
    expect(row?.rest).toEqual([said[1], said[4], said[5]]);
    render(SaidList, { lines: said, seats: SEATS });
    expect(screen.getByText(/takes d3\. No zombies anywhere: nothing climbs out at e2\.$/)).not.toBeNull();
  });

  test("gives each of two the move they wrote at once", () => {
    const both = line(3, 5, "[seat:0|Ada] wrote [move:Rb1b2|rook b1 to b2], [seat:1|Ben] [move:Pd5d4|pawn].");
    const cells = turnsOf([both], SEATS)[0]?.rows[0]?.cells;
    expect(cells?.map((cell) => [cell?.move.to, cell?.first, cell?.after])).toEqual([
      ["b2", true, ""],
      ["d4", false, ""],
    ]);
  });

  test("draws moves, says them in words, lights their squares and leads back", async () => {
    const online = vi.fn();
    render(SaidList, { lines: LINES, seats: SEATS, online });
    const move = screen.getByRole("button", { name: /^Ben: knight g8 to f6/ });
    expect(move.querySelector('[data-piece="black knight"]')).not.toBeNull();
    expect(move.querySelector(".move")?.textContent).toBe("g8–f6");
    move.focus();
    expect([...pointed.squares].sort()).toEqual(["f6", "g8"]);
    await fireEvent.blur(move);
    expect(pointed.squares.size).toBe(0);
    await fireEvent.click(move);
    expect(online.mock.calls).toEqual([[LINES[3]]]);
    expect(document.querySelectorAll("[data-line]")).toHaveLength(LINES.length - 1);
    expect(document.querySelectorAll(".present")).toHaveLength(1);
  });

  test("writes figures, English letters or the letters of one's own language", async () => {
    render(SaidList, {
      lines: [...LINES.slice(3, 4), line(2, 3, "[seat:0|Ada]: [move:Pe7e8Q|pawn].")],
      seats: SEATS,
    });
    const moves = () => [...document.querySelectorAll(".move")].map((move) => move.textContent);
    expect(moves()).toEqual(["g8–f6", "e7–e8="]);
    settings.notation = "english";
    await tick();
    expect(moves()).toEqual(["Ng8–f6", "e7–e8=Q"]);
    [settings.notation, settings.tongue] = ["own", "de"];
    await speak("de");
    await tick();
    expect(moves()).toEqual(["Sg8–f6", "e7–e8=D"]);
    [settings.notation, settings.tongue] = ["figures", "en"];
    await speak("en");
  });

  test("is written in words on request, with figures", async () => {
    render(SaidList, { lines: LINES, seats: SEATS, shown: 2 });
    const log = within(screen.getByRole("region", { name: "Log" }));
    await fireEvent.click(log.getByRole("button", { name: "In words" }));
    expect(preferences.prose).toBe(true);
    const lines = [...document.querySelectorAll("[data-line]")];
    expect(lines.map((said) => said.textContent?.trim())).toEqual(LINES.map(({ text }) => text));
    expect(lines[3]?.querySelector('[data-piece="black knight"]')).not.toBeNull();
    expect(lines[3]?.querySelector(".present")).not.toBeNull();
    expect(log.getByRole("button", { name: "In short" })).toBeTruthy();
  });
});

describe("moves in algebraic notation", () => {
  test("are read with their piece and the square that they lead to", () => {
    expect(readSan("Nbd7", "black")).toMatchObject({ role: "knight", color: "black", to: "d7", san: "bd7" });
    expect(readSan("exd5")).toMatchObject({ role: "pawn", to: "d5", takes: true, san: "e×d5" });
    expect(readSan("O-O-O")).toMatchObject({ role: "king", castles: "long" });
    expect(readSan("nonsense")).toBeNull();
  });

  test("stand in the columns of whoever makes them", () => {
    const lines = [
      line(1, 1, "[seat:0|Ada] plays [san:e4|e4]."),
      line(1, 2, "[seat:1|Ben] plays [san:Nf6|Nf6]."),
    ];
    const [turn] = turnsOf(lines, SEATS);
    expect(turn?.rows.map(({ cells }) => cells.map((cell) => cell?.move.san))).toEqual([["e4", "f6"]]);
  });
});
