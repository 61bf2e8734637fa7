// Open the table and the rules without a connection. No personal data is cached: pages are requested
// without cookies, and requests that need fresh data always go to the site.

const KEPT = {{ kept|safe }};
const FAMILY = "showdown-";
const NAME = FAMILY + KEPT.version;
const PAGES = new Set([...KEPT.pages, ...KEPT.rules]);
const FILES = new Set(KEPT.files);
const LOOSELY = { ignoreVary: true };

async function keep(addresses) {
  const cache = await caches.open(NAME);
  for (const address of addresses) {
    if (await cache.match(address)) continue;
    const answer = await fetch(address, { credentials: "omit", cache: "no-cache" });
    if (!answer.ok || answer.redirected) throw new Error(`${address}: ${answer.status}`);
    await cache.put(address, answer);
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(FAMILY) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const { pathname, search } = new URL(event.request.url);
    const cache = await caches.open(NAME);
    // The table takes the cards from its address.
    const isKept = PAGES.has(pathname) && (!search || pathname === KEPT.table);
    const page = isKept ? pathname : KEPT.offline;
    const found = (await cache.match(page, LOOSELY)) ?? (await cache.match(KEPT.offline, LOOSELY));
    if (!found) throw error;
    return found;
  }
}

async function file(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, LOOSELY);
  if (KEPT.areHashed && found) return found;
  try {
    return await fetch(request);
  } catch (error) {
    if (!found) throw error;
    return found;
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep([...KEPT.files, KEPT.offline, ...KEPT.pages]));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    forgetOthers(),
    self.registration.navigationPreload?.enable(),
    self.clients.claim(),
  ]));
});
// A worker that was replaced by another one must not cache anything.
let rules = null;
self.addEventListener("message", (event) => {
  if (event.data !== "keep the rules" || self.serviceWorker?.state === "redundant") return;
  rules ??= keep(KEPT.rules).catch(() => { rules = null; });
  event.waitUntil(rules);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(open(event));
  else if (FILES.has(new URL(request.url).pathname)) event.respondWith(file(request));
});
