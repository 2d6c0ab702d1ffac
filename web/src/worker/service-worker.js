// Says so, in words, when the server cannot be reached, and when it is somebody's turn at a table with
// days for a move. It keeps one page and nothing of any game.
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

// The build puts the words in, by language; a message itself says which table and which game, and no more.
const WORDS = __WORDS__;

async function nameOf(game, language) {
  try {
    const answer = await fetch(`${BASE}api/games?language=${encodeURIComponent(language)}`);
    return (await answer.json()).find((note) => note.game === game)?.name ?? null;
  } catch {
    return null;
  }
}

async function tell({ table = "", game = "", language = "en" }) {
  const words = WORDS[language] ?? WORDS.en;
  const name = await nameOf(game, language);
  const title = name === null ? words["push.turn.plain"] : words["push.turn"].replace("{game}", name);
  await self.navigator.setAppBadge?.().catch(() => undefined);
  await self.registration.showNotification(title, {
    tag: table,
    lang: language,
    icon: `${BASE}icon-192.png`,
    data: { table },
  });
}

function read(data) {
  try {
    return data.json();
  } catch {
    // Browsers want something to be shown for every message.
    return {};
  }
}

self.addEventListener("push", (event) => {
  event.waitUntil(tell(read(event.data)));
});

async function open({ table }) {
  const address = new URL(table ? `${BASE}t/${encodeURIComponent(table)}` : BASE, self.location);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  if (found) await found.focus();
  else await self.clients.openWindow(address.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data ?? {}));
});
