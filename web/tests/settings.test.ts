import { expect, test } from "vitest";
import { settings } from "../src/lib/settings.svelte";

test("settings are written and read again", () => {
  const before = settings.write();
  settings.board = "slate";
  settings.sound = false;
  const written = settings.write();
  settings.read(before);
  expect(settings.board).toBe("wood");
  settings.read(written);
  expect([settings.board, settings.sound]).toEqual(["slate", false]);
  settings.read(before);
});

test("what makes no sense is passed over", () => {
  const before = settings.write();
  for (const text of ["{", "null", "7", '{"board":"gold","sound":"loud","theme":3}', null])
    settings.read(text);
  expect(settings.write()).toBe(before);
});
