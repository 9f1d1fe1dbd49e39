// Keeps all files of the site, so that everything works offline. A file is kept under its name and
// a hash of its content: what has not changed is not fetched again, and an installation that was
// cut off goes on where it ended.
//
// A new version waits until no page of the old one is open, or until a page says that it may take
// over.

const VERSION = "VERSION";
const FILES = {/* FILES */};
const KEPT = "livestone";
const SCOPE = new URL("./", self.location.href);

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data, source }) => {
  if (data?.skipWaiting) self.skipWaiting();
  if (data?.version) source?.postMessage({ version: VERSION });
});
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name in FILES) event.respondWith(answer(name, event.request));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  for (const name of Object.keys(FILES)) await keep(cache, name);
}

async function takeOver() {
  const cache = await caches.open(KEPT);
  const kept = new Set(Object.keys(FILES).map(keyOf));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
  await self.clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(keyOf(name))) ?? fetch(request);
}

async function keep(cache, name) {
  const key = keyOf(name);
  if (await cache.match(key)) return;
  const response = await fetch(addressOf(name), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name} cannot be fetched: ${response.status}`);
  const content = await response.clone().arrayBuffer();
  // While the site is being renewed, files of two versions may lie there together.
  if ((await hashOf(content)) !== FILES[name]) throw new Error(`${name} is of another version`);
  await cache.put(key, response);
}

async function hashOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(digest, (octet) => octet.toString(16).padStart(2, "0")).join("").slice(0, 32);
}

function nameOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(SCOPE.href)) return "";
  const path = new URL(url).pathname.slice(SCOPE.pathname.length);
  return decodeURIComponent(path) || "index.html";
}

function addressOf(name) {
  return new URL(name.split("/").map(encodeURIComponent).join("/"), SCOPE);
}

function keyOf(name) {
  const address = addressOf(name);
  address.search = FILES[name];
  return address.href;
}
