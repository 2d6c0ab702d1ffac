// Keeps a site of plain files: everything after the first visit.
// A new version waits until nobody uses the old one, or somebody asks for it. Where somebody does in one
// tab, the others go on with the files of their version, which are kept as long as such a tab lives.
const BASE = new URL("./", self.location).pathname;
// `cargo xtask site` puts in the name of the version and its files.
const VERSION = "__VERSION__";
const FILES = __FILES__;
// All pages of a site share one store, so the name says which app's it is.
const OURS = `chess-kit-site ${BASE} `;
const KEPT = OURS + VERSION;
const PAGE = `${BASE}index.html`;
// Where a version that is no longer the newest keeps who still uses it.
const USERS = `${BASE}users-of-this-version`;
// When a version was begun; one that is still being fetched is none of the older.
const BEGUN = `${BASE}when-this-version-was-begun`;
// How many files are fetched at once, so that there is room for a game that somebody begins meanwhile.
const LANES = 3;
// How long the page may have the line for itself.
const LONGEST_HOLD = 30_000;

// A page that fetches what it plays with asks for the line.
let held = Promise.resolve();
let release = () => undefined;

function hold() {
  release();
  held = new Promise((resolve) => {
    release = resolve;
    setTimeout(resolve, LONGEST_HOLD);
  });
}

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.put(BEGUN, new Response(String(Date.now())));
  const left = [...FILES];
  const lane = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      await held;
      const request = new Request(BASE + file, { cache: "no-cache", priority: "low" });
      const answer = await fetch(request);
      if (!answer.ok) throw new Error(`${file} did not arrive`);
      await kept.put(request, answer);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

// Looks something up without making the version anew if it has just been thrown away.
function lookUp(version, request) {
  return caches.match(request, { cacheName: version });
}

async function begun(version) {
  const found = await lookUp(version, BEGUN);
  return found ? Number(await found.text()) : 0;
}

async function older() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(OURS) && name !== KEPT);
  if (others.length === 0) return others;
  const [mine, ...times] = await Promise.all([KEPT, ...others].map(begun));
  // What has no time yet is just being begun.
  return others.filter((_, at) => times[at] > 0 && times[at] < mine);
}

// Null as long as nobody has written down who uses a version.
async function usersOf(version) {
  const found = await lookUp(version, USERS);
  return found ? found.json() : null;
}

async function living() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.map(({ id }) => id);
}

// Whoever is there when this version takes over has loaded an older one.
async function takeOver() {
  const there = await living();
  for (const version of await older()) {
    const users = (await usersOf(version)) ?? there;
    const kept = await caches.open(version);
    await kept.put(USERS, new Response(JSON.stringify(users)));
  }
  await clean();
  await self.clients.claim();
}

// A tab may ask for this while this version is about to take over: until it has, all tabs use the older one.
async function clean() {
  const there = await living();
  for (const version of await older()) {
    const users = await usersOf(version);
    if (users && !users.some((id) => there.includes(id))) await caches.delete(version);
  }
}

async function found(request, client) {
  const versions = await older();
  for (const version of versions) {
    if ((await usersOf(version))?.includes(client)) {
      const own = await lookUp(version, request);
      if (own) return own;
    }
  }
  const newest = await lookUp(KEPT, request);
  if (newest) return newest;
  // The workers of an older tab are nobody's that is known, and ask for its files, too.
  for (const version of versions) {
    const old = await lookUp(version, request);
    if (old) return old;
  }
  return null;
}

async function answer(request, client) {
  const kept = request.mode === "navigate" ? await lookUp(KEPT, PAGE) : await found(request, client);
  return kept ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take-over") self.skipWaiting();
  else if (data === "clean") event.waitUntil(clean());
  else if (data === "hold") hold();
  else if (data === "release") release();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const ours = new URL(url).origin === self.location.origin && new URL(url).pathname.startsWith(BASE);
  if (method === "GET" && ours) event.respondWith(answer(event.request, event.clientId));
});
