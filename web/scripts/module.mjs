// Puts the module and what it is handed beside each other, compressed, for a site and for the server.
// node scripts/module.mjs <module.wasm> <folder>
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [module, folder] = process.argv.slice(2);
const languages = join(import.meta.dirname, "../../languages");
/** How large the module may be with brotli. */
const MOST = 900_000;
/** What only the terminal and the guides say; nobody hears it at a table. */
const BESIDE_TABLES = ["terminal.po", "guides.po", "hosting.po", "print.po", "diagrams.po"];

function compressed(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params });
}

/** Writes a file and its compressed forms. */
function write(name, bytes, small = compressed(bytes)) {
  writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, `${name}.br`), small);
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

const bytes = readFileSync(module);
const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
const small = compressed(bytes);
console.log(`the module has ${bytes.length} bytes, ${small.length} with brotli`);
// What is written counts as made, so a module that is too large is not.
if (small.length > MOST) throw new Error(`the module may have ${MOST} bytes with brotli`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "data"), { recursive: true });
write(`module-${hash}.wasm`, bytes, small);

// The languages that people may read at a table, as `kit_languages::hand_in` takes them, without what
// only translators read.
for (const code of readdirSync(languages)) {
  const files = readdirSync(join(languages, code))
    .filter((file) => file.endsWith(".po") && !BESIDE_TABLES.includes(file))
    .sort();
  if (files.length === 0) continue;
  const texts = files.map((file) =>
    readFileSync(join(languages, code, file), "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .join("\n"),
  );
  write(join("data", `language.${code}.json`), Buffer.from(JSON.stringify(texts)));
}
