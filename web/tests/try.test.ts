import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { pointed } from "../src/lib/table/pointed.svelte";
import type { SandboxAnswer } from "../src/lib/wire/wire";
import TryBoard from "../src/pages/parts/TryBoard.svelte";
import { boardOf, glimpseOf, offer } from "./fixtures";

const board = boardOf({
  figures: [
    { square: "d1", color: "white", role: "knight" },
    { square: "a1", color: "white", role: "rook" },
  ],
});
const answer = (said: SandboxAnswer["said"]) =>
  ({
    glimpse: glimpseOf([board], [offer("d1b2", "d1, b2"), offer("d1c3", "d1, c3")]),
    said,
    acting: [],
  }) as unknown as SandboxAnswer;

test("a board to try names the piece that is picked, draws pieces in what it says and lights squares", async () => {
  const said = [
    {
      text: "White: knight d1 to b2.",
      spans: [
        { start: 0, length: 5, kind: "seat", value: "0" },
        { start: 7, length: 15, kind: "move", value: "Nd1b2" },
      ],
    },
  ] as SandboxAnswer["said"];
  const catalogue = [{ game: "toy", seats: ["white", "black"], colors: { white: "white" }, roles: [] }];
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(address.endsWith("/sandbox") ? answer(said) : catalogue),
  );
  render(TryBoard, { start: { game: "toy" }, first: answer([]) });
  const spot = (name: string) => document.querySelector<HTMLElement>(`[data-spot="${name}"]`);
  await fireEvent.click(spot("d1") as HTMLElement);
  expect(document.querySelector("section.prompt")?.textContent).toContain("d1, white knight");
  await fireEvent.click(spot("b2") as HTMLElement);
  const move = await screen.findByText("knight d1 to b2");
  expect(document.querySelector('.said [data-piece="white knight"]')).not.toBeNull();
  await fireEvent.pointerEnter(move);
  expect([...pointed.squares].sort()).toEqual(["b2", "d1"]);
  vi.unstubAllGlobals();
});
