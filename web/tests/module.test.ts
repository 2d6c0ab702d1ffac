// What makes the module ready: one that is too large is made by nobody.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("a module that is too large is refused each time, and nothing is written", () => {
  const folder = mkdtempSync(join(tmpdir(), "chess-kit-module-"));
  const [module, made] = [join(folder, "large.wasm"), join(folder, "made")];
  // Nothing makes noise smaller.
  writeFileSync(module, randomBytes(950_000));
  const script = join(import.meta.dirname, "../scripts/module.mjs");
  for (let count = 0; count < 2; count++) {
    const { status, stderr } = spawnSync(process.execPath, [script, module, made], { encoding: "utf8" });
    expect(status).not.toBe(0);
    expect(stderr).toContain("may have 900000 bytes");
    expect(existsSync(made)).toBe(false);
  }
  rmSync(folder, { recursive: true });
});
