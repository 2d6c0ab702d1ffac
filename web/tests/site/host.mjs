/** A host of plain files below a path, as anybody has one: it knows nothing of the app. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

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

/** Serves the folder at a path until the process ends. */
function serve(folder, path, port) {
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
    createReadStream(packed ? `${file}.br` : file).pipe(response);
  }).listen(port, "127.0.0.1");
}

const [folder, path, port] = process.argv.slice(2);
serve(folder, path, Number(port));
