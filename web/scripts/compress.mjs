// Compresses what was built, once and well, so that the server never has to.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = /\.(js|css|svg|html|json|webmanifest)$/;
const dist = new URL("../dist/", import.meta.url);

for (const name of readdirSync(dist, { recursive: true })) {
  // The server writes into the page where on its site the app lies.
  if (!WORTH_IT.test(name) || name === "index.html") continue;
  const file = new URL(name, dist);
  const plain = readFileSync(file);
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file.pathname}.br`, brotliCompressSync(plain, best));
  writeFileSync(`${file.pathname}.gz`, gzipSync(plain, { level: 9 }));
}
