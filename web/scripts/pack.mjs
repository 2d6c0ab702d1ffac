// Packs what people download and sums it up, with the same bytes on every system.
// node scripts/pack.mjs archive <folder> <file> <seconds since 1970>   a .tar.gz or a .zip, by its ending
// node scripts/pack.mjs sums <folder>                                  writes SHA256SUMS
// node scripts/pack.mjs check <folder>                                 compares with SHA256SUMS
// node scripts/pack.mjs notes <version> <changelog>                    says what a release brings
// It is a script of ours, because sha256sum, gzip and a tar that takes `D:\` are not on every system.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";

const SUMS = "SHA256SUMS";
/** Release notes are read before a download, so they are no longer than a page. */
const NOTES = { least: 40, most: 2_000 };

/** Everything in a folder: its name with the folder's own before it, and whether it may be run. */
function filesIn(folder, name) {
  const byName = readdirSync(folder, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return byName.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, `${name}/${entry.name}`);
    // Windows knows no mode, but names what may be run.
    const runs = (lstatSync(path).mode & 0o100) !== 0 || entry.name.endsWith(".exe");
    return [{ name: `${name}/${entry.name}`, mode: runs ? 0o755 : 0o644, data: readFileSync(path) }];
  });
}

/** The header of a file in a tape archive, in the form of 1988. */
function tarHeader(file, seconds) {
  const header = Buffer.alloc(512);
  const cut = Buffer.byteLength(file.name) <= 100 ? -1 : file.name.lastIndexOf("/", 155);
  const last = file.name.slice(cut + 1);
  if (Buffer.byteLength(last) > 100) throw new Error(`a name is too long for an archive: ${file.name}`);
  const octal = (number, width) => `${number.toString(8).padStart(width - 1, "0")}\0`;
  header.write(last, 0);
  header.write(octal(file.mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(file.data.length, 12), 124);
  header.write(octal(seconds, 12), 136);
  header.write("        0", 148);
  header.write("ustar\u000000", 257);
  if (cut > 0) header.write(file.name.slice(0, cut), 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

function tar(files, seconds) {
  const filled = (data) => Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
  const parts = files.flatMap((file) => [tarHeader(file, seconds), filled(file.data)]);
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** What both places of a zip archive say of a file, which begins with its version and flags. */
function zipEntry(file, packed, seconds) {
  const time = new Date(seconds * 1_000);
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  // Names are UTF-8.
  entry.writeUInt16LE(0x0800, 2);
  entry.writeUInt16LE(8, 4);
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  entry.writeUInt16LE(clock, 6);
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  entry.writeUInt16LE(day, 8);
  entry.writeUInt32LE(crc32(file.data), 10);
  entry.writeUInt32LE(packed.length, 14);
  entry.writeUInt32LE(file.data.length, 18);
  entry.writeUInt16LE(Buffer.byteLength(file.name), 22);
  return entry;
}

function zip(files, seconds) {
  const [parts, listed] = [[], []];
  let offset = 0;
  for (const file of files) {
    const packed = deflateRawSync(file.data, { level: 9 });
    const entry = zipEntry(file, packed, seconds);
    const name = Buffer.from(file.name);
    parts.push(Buffer.from("PK\u0003\u0004"), entry, name, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(file.mode * 0x10000 + 0x80000000, 6);
    more.writeUInt32LE(offset, 10);
    // Made by a system that knows modes.
    listed.push(Buffer.from("PK\u0001\u0002\u0014\u0003"), entry, more, name);
    offset += 4 + entry.length + name.length + packed.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

function archive(folder, file, seconds) {
  const files = filesIn(folder, basename(folder));
  const time = Number(seconds);
  if (file.endsWith(".zip")) return writeFileSync(file, zip(files, time));
  const packed = gzipSync(tar(files, time), { level: 9 });
  // Node writes the system into the header.
  packed[9] = 255;
  writeFileSync(file, packed);
}

const sum = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The checksums of all files in a folder, as sha256sum writes them. */
function sumsOf(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS);
  const lines = names.sort().map((name) => `${sum(join(folder, name))}  ${name}\n`);
  return lines.join("");
}

function checkSums(folder) {
  const wrong = readFileSync(join(folder, SUMS), "utf8") !== sumsOf(folder);
  if (wrong) throw new Error(`${SUMS} does not say what lies in ${folder}`);
}

/**
 * What a release brings: the words between the version's heading and the lists below it, which
 * somebody has written for this purpose.
 */
function notes(version, changelog) {
  const lines = readFileSync(changelog, "utf8").split("\n");
  const from = lines.findIndex((line) => /^## ([\d.]+)/.exec(line)?.[1] === version);
  if (from < 0) throw new Error(`the changelog says nothing of ${version}`);
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("#"));
  const section = lines.slice(from + 1, length < 0 ? undefined : from + 1 + length);
  const words = section.join("\n").trim();
  const { least, most } = NOTES;
  if (words.length < least || words.length > most) {
    throw new Error(
      `write ${least} to ${most} letters for players between the heading of ${version} and its lists, not ${words.length}`,
    );
  }
  process.stdout.write(`${words}\n\nAll changes stand in CHANGELOG.md.\n`);
}

const [what, ...words] = process.argv.slice(2);
const COMMANDS = {
  archive: () => archive(words[0], words[1], words[2]),
  sums: () => writeFileSync(join(words[0], SUMS), sumsOf(words[0])),
  check: () => checkSums(words[0]),
  notes: () => notes(words[0], words[1]),
};
try {
  COMMANDS[what]();
} catch (problem) {
  console.error(problem.message);
  process.exitCode = 1;
}
