/** A host of plain files below a path, as anybody has one: it knows nothing of the app. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { Transform } from "node:stream";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** A line that all who ask have together, of so many bytes a second. */
function line(rate) {
  let free = 0;
  return () =>
    new Transform({
      highWaterMark: 4096,
      transform(bytes, _encoding, done) {
        const now = performance.now();
        free = Math.max(free, now) + (bytes.length / rate) * 1000;
        setTimeout(() => done(null, bytes), free - now);
      },
    });
}

/** Serves the folder at a path until the process ends, as fast as it can or at a rate. */
function serve(folder, path, port, rate) {
  const slowly = rate > 0 ? line(rate) : null;
  createServer((request, response) => {
    const asked = new URL(request.url ?? "/", "http://host").pathname;
    const inside = asked.startsWith(path) ? normalize(asked.slice(path.length)) : null;
    const file =
      inside === null ? null : join(folder, inside.endsWith("/") || inside === "." ? "index.html" : inside);
    if (file === null || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { "content-type": "text/html" }).end("nothing here");
      return;
    }
    const packed = existsSync(`${file}.br`) && String(request.headers["accept-encoding"]).includes("br");
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      "cache-control": "max-age=600",
      ...(packed ? { "content-encoding": "br" } : {}),
    });
    const bytes = createReadStream(packed ? `${file}.br` : file, { highWaterMark: 4096 });
    (slowly ? bytes.pipe(slowly()) : bytes).pipe(response);
  }).listen(port, "127.0.0.1");
}

const [folder, path, port, rate] = process.argv.slice(2);
serve(folder, path, Number(port), Number(rate ?? 0));
