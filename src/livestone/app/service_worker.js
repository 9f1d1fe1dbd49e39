// Keeps the app, and of the other files those that were used, so that they are there without a
// network. A file is kept under its name and a hash of its content: what has not changed is not
// fetched again, and an installation that was cut off goes on where it ended.
//
// A new version waits until no page of the old one is open, or until a page says that it may take
// over.

const VERSION = "VERSION";
// Of each file a hash, and how many octets it has as it is sent; the first ones are the app.
const FILES = {/* FILES */};
const APP = "APP";
const KEPT = "livestone";
const SCOPE = new URL("./", self.location.href);
const OTHER_EDITION = new Response("", { status: 409, statusText: "another edition" });

self.addEventListener("install", (event) => event.waitUntil(keepApp()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", ({ data, ports: [port] }) => {
  if (data?.skipWaiting) self.skipWaiting();
  port?.postMessage({ version: VERSION, app: APP, files: FILES });
});
self.addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (name in FILES) event.respondWith(answer(name, event.request));
});

// What was kept of an earlier version is kept of this one too.
async function keepApp() {
  const cache = await caches.open(KEPT);
  const before = (await cache.keys()).map(nameOf).filter((name) => name in FILES);
  for (const name of new Set([...Object.keys(FILES).slice(0, APP), ...before])) {
    if (await cache.match(keyOf(name))) continue;
    const response = await fetch(addressOf(name), { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name} cannot be fetched: ${response.status}`);
    if (!(await keep(cache, name, response))) throw new Error(`${name} is of another version`);
  }
}

async function takeOver() {
  const cache = await caches.open(KEPT);
  const kept = new Set(Object.keys(FILES).map(keyOf));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
  await self.clients.claim();
}

async function answer(name, request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(keyOf(name));
  if (kept) return kept;
  const response = await fetch(request.mode === "navigate" ? request : new Request(request, { cache: "no-cache" }));
  if (!response.ok) return response;
  const mine = await keep(cache, name, response.clone()).catch(() => true); // where there is no room
  return mine ? response : OTHER_EDITION.clone();
}

// Keep a file that was fetched, unless it is of another version; whether it is of this one.
async function keep(cache, name, response) {
  // While the site is being renewed, files of two versions may lie there together.
  if ((await hashOf(await response.clone().arrayBuffer())) !== FILES[name][0]) return false;
  await cache.put(keyOf(name), response);
  return true;
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
  address.search = FILES[name][0];
  return address.href;
}
