// A game on its way from one place to another: what was agreed goes along.
import { expect, test } from "vitest";
import { pack, unpack, wishFor } from "../src/lib/page/luggage";
import type { SeatNote, TableNote } from "../src/lib/wire/wire";

const person = (seat: string, name: string | null = null): SeatNote => ({
  seat,
  team: seat,
  sitter: "person",
  name,
  level: null,
});
const bot = (seat: string): SeatNote => ({ ...person(seat), sitter: "bot", level: "club" });

const noteOf = (agreed: Partial<TableNote>): TableNote => ({
  table: "bcdfghjkmn",
  game: "zombie-chess",
  edition: "1",
  options: {},
  status: "playing",
  seats: [person("white", "Ann"), person("black")],
  acting: [],
  host: null,
  from: null,
  public: false,
  spectators: { policy: "none" },
  clock: null,
  draw_offers: [],
  undo: null,
  rematch: null,
  channels: [],
  may: [],
  ended: null,
  ...agreed,
});

test("seats, spectators and the clock go along", () => {
  const clock = { clock: "move", seconds: 60 } as const;
  const wish = wishFor(noteOf({ seats: [person("white", "Ann"), bot("black")], clock }), "the sheet");
  expect(wish).toMatchObject({
    game: "zombie-chess",
    seats: [
      { sitter: "me", name: "Ann" },
      { sitter: "bot", level: "club" },
    ],
    from: { scoresheet: "the sheet" },
    spectators: { policy: "none" },
    clock,
  });
});

test("a table of wood stays one, and its moments stay behind", () => {
  const real = { phones: "team", checkers: 15, cards_by_hand: true } as const;
  const wish = wishFor(noteOf({ real_board: { ...real, moment: 4, heard: 9, to_tell: ["white"] } }), "");
  expect(wish.real_board).toEqual(real);
  expect(wishFor(noteOf({}), "").real_board).toBeUndefined();
});

test("help that was agreed goes along, and none is given that was not", () => {
  const people = [person("white"), person("black")];
  const alone = [person("white"), bot("black")];
  const help = (agreed: Partial<TableNote>) => {
    const { hints, knowledge } = wishFor(noteOf(agreed), "");
    return { hints, knowledge };
  };
  // Against bots alone there is help unless it was agreed otherwise.
  expect(help({ seats: alone })).toEqual({ hints: false, knowledge: false });
  expect(help({ seats: people, hints: true, knowledge: true })).toEqual({ hints: true, knowledge: true });
  expect(help({ seats: people })).toEqual({ hints: false, knowledge: false });
  // What comes by custom goes with it, as soon as a friend takes the bot's seat.
  expect(help({ seats: alone, hints: true, knowledge: true })).toEqual({});
});

test("what is packed is unpacked as it was", async () => {
  const luggage = {
    wish: wishFor(noteOf({ real_board: { phones: "one", moment: 1, heard: 0 } }), "sheet"),
    home: "https://example.org/",
  };
  expect(await unpack(await pack(luggage))).toEqual(luggage);
  expect(await unpack("garbage")).toBeNull();
});
