// What people download is packed and summed up alike on every system.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "../scripts/pack.mjs");
const LONG = `deep/${"folder".repeat(15)}/${"page".repeat(20)}.html`;
let place: string;

const pack = (...words: string[]) =>
  execFileSync("node", [SCRIPT, ...words], { encoding: "utf8", stdio: "pipe" });
const inPlace = (path: string) => join(place, path);

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "pack-"));
  mkdirSync(inPlace(`kit/${LONG.slice(0, LONG.lastIndexOf("/"))}`), { recursive: true });
  writeFileSync(inPlace("kit/program"), "#!/bin/sh\n");
  chmodSync(inPlace("kit/program"), 0o700);
  writeFileSync(inPlace("kit/README.md"), "Grüße\n".repeat(200));
  writeFileSync(inPlace(`kit/${LONG}`), "far away");
});
afterEach(() => rmSync(place, { recursive: true }));

test("an archive can be unpacked, with its modes and times and with long names", () => {
  pack("archive", inPlace("kit"), inPlace("kit.tar.gz"), "1700000000");
  mkdirSync(inPlace("out"));
  execFileSync("tar", ["-xzpf", inPlace("kit.tar.gz"), "-C", inPlace("out")]);
  expect(readFileSync(inPlace("out/kit/README.md"), "utf8")).toBe("Grüße\n".repeat(200));
  expect(readFileSync(inPlace(`out/kit/${LONG}`), "utf8")).toBe("far away");
  const program = statSync(inPlace("out/kit/program"));
  expect([program.mode & 0o777, program.mtimeMs / 1_000]).toEqual([0o755, 1_700_000_000]);
  expect(statSync(inPlace("out/kit/README.md")).mode & 0o777).toBe(0o644);
});

test("the same files have the same archive, whenever they were written", () => {
  pack("archive", inPlace("kit"), inPlace("one.tar.gz"), "1700000000");
  pack("archive", inPlace("kit"), inPlace("one.zip"), "1700000000");
  writeFileSync(inPlace("kit/program"), "#!/bin/sh\n");
  pack("archive", inPlace("kit"), inPlace("two.tar.gz"), "1700000000");
  pack("archive", inPlace("kit"), inPlace("two.zip"), "1700000000");
  expect(readFileSync(inPlace("one.tar.gz")).equals(readFileSync(inPlace("two.tar.gz")))).toBe(true);
  expect(readFileSync(inPlace("one.zip")).equals(readFileSync(inPlace("two.zip")))).toBe(true);
});

test("a zip archive lists its files and holds them", () => {
  pack("archive", inPlace("kit"), inPlace("kit.zip"), "1700000000");
  const zip = readFileSync(inPlace("kit.zip"));
  const end = zip.subarray(-22);
  expect([end.toString("latin1", 0, 4), end.readUInt16LE(10)]).toEqual(["PK\u0005\u0006", 3]);
  let at = end.readUInt32LE(16);
  const found: Record<string, string> = {};
  for (let file = 0; file < 3; file++) {
    expect(zip.toString("latin1", at, at + 4)).toBe("PK\u0001\u0002");
    const length = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + length);
    const begins = zip.readUInt32LE(at + 42);
    const data = begins + 30 + zip.readUInt16LE(begins + 26);
    found[name] = inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(at + 20))).toString();
    at += 46 + length;
  }
  expect(found).toEqual({
    "kit/program": "#!/bin/sh\n",
    "kit/README.md": "Grüße\n".repeat(200),
    [`kit/${LONG}`]: "far away",
  });
  // The sum of the field's own test.
  writeFileSync(inPlace("kit/README.md"), "123456789");
  pack("archive", inPlace("kit"), inPlace("kit.zip"), "1700000000");
  expect(readFileSync(inPlace("kit.zip")).readUInt32LE(14)).toBe(0xcbf43926);
});

test("checksums are those of sha256sum, and a changed file is found", () => {
  mkdirSync(inPlace("sums"));
  writeFileSync(inPlace("sums/abc.txt"), "abc");
  pack("sums", inPlace("sums"));
  expect(readFileSync(inPlace("sums/SHA256SUMS"), "utf8")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n",
  );
  pack("check", inPlace("sums"));
  writeFileSync(inPlace("sums/abc.txt"), "abd");
  expect(() => pack("check", inPlace("sums"))).toThrow(/does not say what lies in/);
});

test("notes of a release are what somebody wrote for it, and not its lists", () => {
  const changelog = (words: string) =>
    writeFileSync(
      inPlace("CHANGELOG.md"),
      `# Changelog\n\n## 0.2.0, 2026\n\n${words}\n### Added\n\n- All.\n`,
    );
  changelog("Zombies now crumble on real boards, too, and the book has new pictures.\n");
  const notes = pack("notes", "0.2.0", inPlace("CHANGELOG.md"));
  expect(notes).toMatch(/^Zombies now crumble .*pictures\.\n\nAll changes stand in/);
  expect(notes).not.toContain("- All.");
  expect(() => pack("notes", "0.3.0", inPlace("CHANGELOG.md"))).toThrow(/says nothing of 0.3.0/);
  changelog("");
  expect(() => pack("notes", "0.2.0", inPlace("CHANGELOG.md"))).toThrow(/for players/);
  changelog("- A line.\n".repeat(300));
  expect(() => pack("notes", "0.2.0", inPlace("CHANGELOG.md"))).toThrow(/for players/);
});
