// Open the table and the rules without a connection. No personal data is cached: pages are cached as
// they are without cookies, and all other requests for data go to the site.

const CONFIG = {{ config|safe }};
const PREFIX = "showdown-";
const CACHE_NAME = PREFIX + CONFIG.version;
const PAGES = new Set([...CONFIG.pages, ...CONFIG.rules]);
const FILES = new Set(CONFIG.files);
const MATCH_OPTIONS = { ignoreVary: true };

async function addToCache(addresses) {
  const cache = await caches.open(CACHE_NAME);
  for (const address of addresses) {
    if (await cache.match(address)) continue;
    const response = await fetch(address, { credentials: "omit", cache: "no-cache" });
    if (!response.ok || response.redirected) throw new Error(`${address}: ${response.status}`);
    await cache.put(address, response);
  }
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const oldNames = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE_NAME);
  await Promise.all(oldNames.map((name) => caches.delete(name)));
}

async function respondToNavigation(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const { pathname, search } = new URL(event.request.url);
    const cache = await caches.open(CACHE_NAME);
    // The table takes the cards from its address.
    const isCached = PAGES.has(pathname) && (!search || pathname === CONFIG.table);
    const page = isCached ? pathname : CONFIG.offline;
    const response = (await cache.match(page, MATCH_OPTIONS)) ?? (await cache.match(CONFIG.offline, MATCH_OPTIONS));
    if (!response) throw error;
    return response;
  }
}

async function respondWithFile(request) {
  const cache = await caches.open(CACHE_NAME);
  const cachedResponse = await cache.match(request, MATCH_OPTIONS);
  if (CONFIG.areHashed && cachedResponse) return cachedResponse;
  try {
    return await fetch(request);
  } catch (error) {
    if (!cachedResponse) throw error;
    return cachedResponse;
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(addToCache([...CONFIG.files, CONFIG.offline, ...CONFIG.pages]));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    deleteOldCaches(),
    self.registration.navigationPreload?.enable(),
    self.clients.claim(),
  ]));
});
// A worker that was replaced by another one must not cache anything.
let cachingOfRules = null;
self.addEventListener("message", (event) => {
  if (event.data !== "cache the rules" || self.serviceWorker?.state === "redundant") return;
  cachingOfRules ??= addToCache(CONFIG.rules).catch(() => { cachingOfRules = null; });
  event.waitUntil(cachingOfRules);
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(respondToNavigation(event));
  else if (FILES.has(new URL(request.url).pathname)) event.respondWith(respondWithFile(request));
});
