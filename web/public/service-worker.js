// Says so, in words, when the server cannot be reached. It keeps one page and nothing of any game.
const BASE = new URL("./", self.location).pathname;
// All pages of a site share one store, so the name says which app's it is.
const OURS = BASE === "/" ? "chess-kit-offline" : `chess-kit-offline ${BASE}`;
const KEPT = `${OURS}-2`;
const PAGE = `${BASE}offline.html`;
const STYLE = `${BASE}offline.css`;

// The page is shown at every address of the app, so what it names must not depend on the address.
async function placed(page) {
  const text = await page.text();
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(text.replaceAll('"./', `"${BASE}`), { headers });
}

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll([PAGE, STYLE]);
  await kept.put(PAGE, await placed(await kept.match(PAGE)));
}

async function clean() {
  const older = (name) => name !== KEPT && /^-\d+$/.test(name.slice(OURS.length)) && name.startsWith(OURS);
  const names = await caches.keys();
  await Promise.all(names.filter(older).map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const style = new URL(url).pathname === STYLE;
  if (mode !== "navigate" && !style) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(style ? STYLE : PAGE)));
});
