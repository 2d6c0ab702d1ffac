// The card at the end: who has how much, and the rule that says why.
import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "../src/lib/connection.svelte";
import type { OutcomeNote } from "../src/lib/wire/play";
import type { GameNote, SeatNote, TableNote } from "../src/lib/wire/wire";
import EndCard from "../src/pages/table/EndCard.svelte";
import catalogue from "./fixtures/catalogue.json";

afterEach(() => {
  vi.unstubAllGlobals();
});

const seat = (name: string, player: string | null): SeatNote => ({
  seat: name,
  team: name,
  sitter: player ? "person" : "bot",
  name: player,
  level: null,
});

/** Golf is over; its rule book is written in a language. */
function end(language: string) {
  const book = {
    language,
    blocks: [{ block: "paragraph", rule: "golf.end", spans: [{ text: "Der Ball liegt. Mehr nicht." }] }],
  };
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(Response.json(`${address}`.includes("/rules") ? book : { moments: [] })),
  );
  const golf = (catalogue as unknown as GameNote[]).find(({ game }) => game === "chess-golf") as GameNote;
  render(EndCard, {
    connection: {} as Connection,
    note: {
      table: "t",
      game: "chess-golf",
      seats: [seat("A", "Ann"), seat("B", null)],
      may: [],
    } as unknown as TableNote,
    game: { ...golf, roles: golf.roles.map((role) => role.replace("Player", "Spieler")) },
    seat: "A",
    outcome: {
      verdict: "scores",
      winner: null,
      scores: { A: 3, B: 12 },
      reason: "",
      text: "Over",
      spans: [],
    } as unknown as OutcomeNote,
    remark: "",
    rule: "golf.end",
    onrule: () => undefined,
    ontable: () => undefined,
    compact: false,
  });
}

test("points stand beside the names and roles of people, and never beside ids", () => {
  end("de");
  const lines = screen.getAllByRole("listitem").map(({ textContent }) => textContent?.trim());
  expect(lines).toEqual(["Spieler A (Ann): 3", "Spieler B: 12"]);
});

test.each(["de", "en"])("the rule's sentence says which language it is in: %s", async (language) => {
  end(language);
  expect((await screen.findByText("Der Ball liegt.")).getAttribute("lang")).toBe(language);
});
