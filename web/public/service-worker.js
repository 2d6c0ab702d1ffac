// Says so, in words, when the server cannot be reached. It keeps one page and nothing of any game.
const KEPT = "chess-kit-offline-1";
const PAGE = "/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, "/offline.css", "/icon.svg"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const clean = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const style = new URL(url).pathname === "/offline.css";
  if (mode !== "navigate" && !style) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(style ? "/offline.css" : PAGE)));
});
