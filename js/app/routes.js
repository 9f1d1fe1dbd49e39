/**
 * The pages of the app and their addresses. A page that a server sent has paths (`/play/freedom?level=2`);
 * one that came from a folder or a file keeps everything after `#` (`#play?game=freedom&level=2`).
 */

/** @typedef {{ name: string, query: URLSearchParams, rest: string }} Route */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Fields */

/**
 * Each page's path. A field that a path names stands there, any other one in the query; a field
 * with `?` may be missing, and one after `#` never leaves the browser.
 * @type {Record<string, string>}
 */
export const PATHS = {
  "": "/",
  play: "/play/:game",
  game: "/game/:id",
  setup: "/setup/:game",
  lessons: "/lessons/:game?",
  rules: "/rules/:game",
  sample: "/sample/:game",
  analysis: "/analysis/:game?#shared",
  review: "/review/:id",
  puzzles: "/puzzles/:game?",
  puzzle: "/puzzle/:game/:n",
  daily: "/daily",
  games: "/games",
  settings: "/settings",
  help: "/help",
  about: "/about",
  shared: "/shared",
  link: "/link",
  invitation: "/invitations/:id",
  lobby: "/lobby",
  newchallenge: "/challenges/new",
  challenge: "/challenges/:id",
  account: "/account",
  person: "/people/:name",
  admin: "/admin",
  audit: "/admin/audit",
  freeplay: "/freeplay",
  newtournament: "/freeplay/new",
  freeplaygame: "/freeplay/games/:id",
  join: "/join",
  class: "/classes/:id",
  screen: "/classes/:id/screen",
  classplayer: "/classes/:id/players/:number",
  newclasstournament: "/classes/:id/new",
  classsettings: "/classes/:id/settings/:tournament",
  tournaments: "/tournaments",
  tournament: "/tournaments/:id",
  tournamentsettings: "/tournaments/:id/settings",
  studies: "/studies",
  newstudy: "/studies/new",
  study: "/studies/:id",
  write: "/write#file",
};

const FIELD = /\/:(\w+)(\??)/g;
/** What is kept of `#name?...` and `#name=...`. */
const HASH = /^#([^?=/]*)([?=]?)(.*)$/s;

/** The path below which a server has its pages, such as `` or `/livestone`; undefined without one. */
export const server = globalThis.document?.documentElement.dataset.server;

/** Whether the server is a command's, which has nothing but the page of what it plays. */
export const alone = globalThis.document?.documentElement.dataset.more === "watch";

const patterns = Object.entries(PATHS).map(([name, path]) => {
  const [before, carried] = path.split("#");
  const text = before.replace(FIELD, (_, field, may) => (may ? `(?:/(?<${field}>[^/]+))?` : `/(?<${field}>[^/]+)`));
  return { name, carried, pattern: new RegExp(`^${text}$`) };
});

/** The page that the browser's address names. */
export function here() {
  return routeOf(location);
}

// What stands after a link in a sentence, and is taken along when the link is pasted.
const AFTER = /[.,;:!?)\]}>'"*”’»]+$/;

/**
 * The page that an address names, and what it says to it; `rest` is what follows `name=`, or `#`
 * where there are paths. An address with `#` names its page there, in both forms.
 * @param {{ pathname: string, search: string, hash: string }} address
 * @returns {Route}
 */
export function routeOf(address) {
  const { pathname, search, hash } = withoutEnd(address);
  if (server === undefined || isOld(hash)) return inHash(hash);
  const path = pathname.startsWith(server) ? pathname.slice(server.length) : pathname;
  return inPath(path, search, hash.slice(1));
}

/** @param {{ pathname: string, search: string, hash: string }} address */
function withoutEnd({ pathname, search, hash }) {
  const bare = (/** @type {string} */ text, /** @type {boolean} */ isLast) => (isLast ? decodedEnd(text).replace(AFTER, "") : text);
  return { pathname: bare(pathname, !search && !hash), search: bare(search, !hash), hash: bare(hash, true) };
}

/** A text whose last letters are not written as percents, where those stand for such signs. @param {string} text */
function decodedEnd(text) {
  return text.replace(/(?:%(?:22|27|3E|5D|7D|E2%80%99|E2%80%9D|C2%BB))+$/i, "");
}

/** Whether the part after `#` names a page, as all addresses did before there were paths. @param {string} hash */
export function isOld(hash) {
  const found = /^#([a-z]+)[?=]/.exec(hash) ?? /^#([a-z]+)$/.exec(hash);
  return found !== null && Object.hasOwn(PATHS, found[1]);
}

/** @param {string} hash @returns {Route} */
function inHash(hash) {
  if (hash.startsWith("#/")) { // a path that a page without a network was opened by
    const { pathname, search, hash: rest } = new URL(hash.slice(1), "http://path");
    return inPath(pathname, search, rest.slice(1));
  }
  const [, name, sign, rest] = /** @type {RegExpExecArray} */ (HASH.exec(hash || "#"));
  return { name, query: new URLSearchParams(sign === "?" ? rest : ""), rest: sign === "=" ? rest : "" };
}

/** @param {string} path @param {string} search @param {string} rest @returns {Route} */
function inPath(path, search, rest) {
  const query = new URLSearchParams(search);
  for (const { name, pattern, carried } of patterns) {
    const found = pattern.exec(path);
    if (!found) continue;
    if (carried && rest) query.set(carried, rest);
    for (const [field, value] of Object.entries(found.groups ?? {})) {
      if (value !== undefined) query.set(field, decoded(value));
    }
    return { name, query, rest };
  }
  return { name: path.slice(1), query, rest };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address of a page.
 * @param {string} name @param {Fields} given
 *   what is left out where it is null, undefined or an empty text
 */
export function to(name, given = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const [path, after] = server === undefined ? [`#${name}`, ""] : pathTo(name, query);
  const text = query.toString().replace(/%2C/g, ",").replace(/%3A/g, ":");
  return `${path}${text ? `?${text}` : ""}${after ? `#${after}` : ""}`;
}

/**
 * A page's path and what stands after its `#`; takes both out of the query.
 * @param {string} name @param {URLSearchParams} query
 */
function pathTo(name, query) {
  const take = (/** @type {string} */ field) => {
    const value = query.get(field) ?? "";
    query.delete(field);
    return value;
  };
  const [path, carried = ""] = PATHS[name].split("#");
  const filled = path.replace(FIELD, (_, field) => {
    const value = take(field);
    return value && `/${encodeURIComponent(value)}`;
  });
  return [server + filled, carried && take(carried)];
}

/**
 * The address of a page with a text that never leaves the browser.
 * @param {string} name @param {string} rest letters, digits, `-` and `_`
 */
export function carrying(name, rest) {
  return server === undefined ? `#${name}=${rest}` : `${to(name)}#${rest}`;
}

/** Where one logs in, and comes back to this page. */
export function loginAddress() {
  return `${server}/login?next=${encodeURIComponent(location.pathname.slice(server?.length) + location.search)}`;
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** Go to a page of the app. @param {string} address as `to` makes it */
export function go(address) {
  if (server === undefined) location.hash = address;
  else {
    history.pushState(null, "", address);
    tell();
  }
}

/** Put an address in place of the one shown, without going anywhere. @param {string} address */
export function replace(address) {
  history.replaceState(null, "", address === "#" ? location.pathname + location.search : address);
}

/** Call a listener whenever another page of the app is to be shown. @param {() => void} listener */
export function follow(listener) {
  if (!listeners.size) {
    addEventListener(server === undefined ? "hashchange" : "popstate", tell);
    if (server !== undefined) document.addEventListener("click", onClick);
  }
  listeners.add(listener);
}

function tell() {
  for (const listener of listeners) listener();
}

/**
 * A link to a page of the app changes the page that is shown; any other one is the browser's.
 * @param {MouseEvent} event
 */
function onClick(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || !link.href || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!isPage(link.pathname)) return;
  event.preventDefault();
  go(link.href);
}

/** @param {string} pathname */
function isPage(pathname) {
  const base = server ?? "";
  if (!pathname.startsWith(base)) return false;
  return patterns.some(({ pattern }) => pattern.test(pathname.slice(base.length)));
}
