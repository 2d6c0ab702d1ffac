// Makes a site of plain files out of the built app, the module and the answers that never change.
// node scripts/site.mjs <folder of the module> <folder of answers> <site>
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [module, answers, site] = process.argv.slice(2);
const web = join(import.meta.dirname, "..");
const dist = join(web, "dist");
const COMPRESSED = /\.(br|gz)$/;

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
const isAnswer = (file) => file.startsWith("data/") && !existsSync(join(site, `${file}.br`));
const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
cpSync(dist, site, { recursive: true, filter: (file) => !/offline\.(html|css)/.test(file) });
cpSync(answers, join(site, "data"), { recursive: true });

cpSync(module, site, { recursive: true });
const name = readdirSync(module).find((file) => file.endsWith(".wasm"));

let page = readFileSync(join(site, "index.html"), "utf8");
for (const [meta, content] of [
  ["app-module", name],
  ["app-alone", "yes"],
]) {
  const place = `<meta name="${meta}" content="">`;
  if (!page.includes(place)) throw new Error(`the page has no place for ${meta}`);
  page = page.replace(place, place.replace('""', `"${content}"`));
}
writeFileSync(join(site, "index.html"), page);

// Pages of plain files have their paths behind a question mark; see `src/lib/base.ts`.
const manifest = JSON.parse(readFileSync(join(site, "manifest.webmanifest"), "utf8"));
for (const shortcut of manifest.shortcuts) {
  const [path, query] = shortcut.url.replace("./", "").split("?");
  shortcut.url = `./?/${path}${query ? `&${query}` : ""}`;
}
writeFileSync(join(site, "manifest.webmanifest"), JSON.stringify(manifest));

const files = filesBelow(site)
  .filter((file) => !COMPRESSED.test(file))
  .map((file) => relative(site, file).split(sep).join("/"))
  .filter((file) => file !== "service-worker.js")
  .sort();
const version = hash(files.map((file) => `${file} ${hash(readFileSync(join(site, file)))}`).join("\n"));
const worker = readFileSync(join(web, "src/worker/site-worker.js"), "utf8")
  .replace("__VERSION__", version)
  .replace("__FILES__", () => JSON.stringify(files));
writeFileSync(join(site, "service-worker.js"), worker);

// Hosts that can send compressed files find them; all others send the plain ones.
for (const file of ["service-worker.js", "manifest.webmanifest", ...files.filter(isAnswer)]) {
  const plain = readFileSync(join(site, file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(join(site, `${file}.br`), brotliCompressSync(plain, { params }));
  writeFileSync(join(site, `${file}.gz`), gzipSync(plain, { level: 9 }));
}
console.log(`the site has ${files.length} files`);
