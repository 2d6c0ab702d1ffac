// Keeps a site of plain files: everything after the first visit, one version at a time.
// A new version waits until nobody uses the old one, or somebody asks for it.
const BASE = new URL("./", self.location).pathname;
// `cargo xtask site` puts in the name of the version and its files.
const VERSION = "__VERSION__";
const FILES = __FILES__;
// All pages of a site share one store, so the name says which app's it is.
const OURS = `chess-kit-site ${BASE} `;
const KEPT = OURS + VERSION;
const PAGE = `${BASE}index.html`;

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map((file) => new Request(BASE + file, { cache: "no-cache" })));
}

async function clean() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  const found = request.mode === "navigate" ? await kept.match(PAGE) : await kept.match(request);
  return found ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener("message", ({ data }) => {
  if (data === "take-over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const ours = new URL(url).origin === self.location.origin && new URL(url).pathname.startsWith(BASE);
  if (method === "GET" && ours) event.respondWith(answer(event.request));
});
