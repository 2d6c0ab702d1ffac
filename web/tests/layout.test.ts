import { expect, test } from "vitest";
import { layoutOf } from "../src/lib/table/layout";

test.each([
  [1366, 640, "rail"],
  [1280, 800, "bars"],
  [1920, 1080, "rail"],
  [1180, 820, "bars"],
  [1024, 768, "bars"],
  [820, 1180, "stack"],
  [360, 740, "pocket"],
  [740, 360, "side"],
  [640, 320, "side"],
] as const)("a window of %d by %d has the layout %s", (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});
