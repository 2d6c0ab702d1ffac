import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import MiniBoard from "../src/pages/parts/MiniBoard.svelte";

test("empty squares may be written as numbers", () => {
  const { container } = render(MiniBoard, { rows: "8/8/8/4p3/4P3/5N2/8/8" });
  const places = [...container.querySelectorAll("use")].map((use) => [
    use.getAttribute("x"),
    use.getAttribute("y"),
  ]);
  expect(places).toEqual([
    ["4", "3"],
    ["4", "4"],
    ["5", "5"],
  ]);
});
