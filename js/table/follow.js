/**
 * A page that lists what goes on: it is read again whenever the server tells of something newer, and
 * shows the parts that have changed. Where the answer is another page, because a game begins, it
 * goes there.
 */

import { copyOnClick } from "./copying.js";
import { Parts } from "./parts.js";
import { speakAsPage, t } from "./words.js";

const LATER = 2000; // milliseconds until what failed is tried again
const SOON = 250; // between two readings
const LOOK = 20_000; // between two looks of a hidden page that tells in its title what waits

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const { events, here, looks } = main.dataset;
const waits = () => "waits" in main.dataset;
const parts = new Parts(document);
let newest = 0; // the newest version that the server has told of
let reading = false;
/** @type {EventSource | null} */
let stream = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again = undefined;
/** @type {ReturnType<typeof setInterval> | undefined} */
let looking = undefined;

/** @param {string} text */
function trouble(text) {
  const lost = document.getElementById("lost");
  if (!lost) return;
  lost.textContent = text;
  lost.classList.toggle("on", Boolean(text));
}

async function refresh() {
  if (reading) return;
  reading = true;
  clearTimeout(again);
  try {
    const answer = await fetch(location.href);
    // What a server or a proxy answers that is in trouble is no page of this one.
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) return leave(answer.url);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !show(next)) return location.reload();
    trouble("");
  } catch {
    trouble(t("The server cannot be reached. Trying again."));
    again = setTimeout(refresh, LATER);
    return;
  } finally {
    reading = false;
  }
  if (newest > Number(main.dataset.version)) again = setTimeout(refresh, SOON);
}

/** @param {string} address of the game that begins */
function leave(address) {
  document.dispatchEvent(new CustomEvent("begins"));
  location.assign(address);
}

/**
 * Show a page that was read again; false where it is no such page.
 * @param {Document} next
 */
function show(next) {
  const fresh = next.getElementById("main");
  if (fresh?.dataset.version === undefined) return false;
  parts.show(next);
  document.title = next.title;
  const [icon, wanted] = [document, next].map((page) => page.getElementById("icon"));
  const address = wanted?.getAttribute("href") ?? "";
  if (icon?.getAttribute("href") !== address) icon?.setAttribute("href", address);
  main.dataset.version = fresh.dataset.version;
  main.toggleAttribute("data-waits", "waits" in fresh.dataset);
  return true;
}

// The answer to a form that was refused becomes the page it came from: reading it again sends
// nothing.
if (here) history.replaceState(null, "", here);

function listen() {
  stream?.close();
  clearInterval(looking);
  if (!events) return;
  // Who waits is here, hidden or not; others listen to nothing while they are hidden.
  if (document.hidden && !waits()) {
    if (looks !== undefined) looking = setInterval(refresh, LOOK);
    return;
  }
  stream = new EventSource(events);
  stream.addEventListener("open", () => trouble(""));
  stream.addEventListener("changed", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).version);
    if (newest > Number(main.dataset.version)) refresh();
  });
  stream.addEventListener("paired", refresh);
  stream.addEventListener("game", () => {
    clearTimeout(again);
    again = setTimeout(refresh, SOON);
  });
  stream.addEventListener("error", () => {
    trouble(t("The connection is lost. Trying again."));
    if (stream?.readyState === EventSource.CLOSED) setTimeout(listen, LATER);
  });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && looks !== undefined) refresh();
  if (!waits() || !stream) listen();
});
speakAsPage();
copyOnClick(document, (text) => {
  const told = document.getElementById("told");
  if (told) told.textContent = text;
});
listen();
