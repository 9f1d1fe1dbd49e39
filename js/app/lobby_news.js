/** News of the lobby: a game that begins, to which one is led, and what else has changed. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { News } from "./net/news.js";
import { notify } from "./notify.js";
import { go, to } from "./routes.js";

const BEGUN = "livestone.begun"; // the game to which this browser was led last

/**
 * The events by which one is led to a game that begins, once in a browser.
 * @param {() => Promise<void>} update @param {(trouble: string) => void} say @param {() => boolean} waits
 */
export function lobbyNews(update, say, waits) {
  const paired = (/** @type {{ table: string }} */ { table }) => recall(BEGUN) !== table && begin(table);
  return new News("lobby", update, say, { waits, hear: { paired } });
}

/** Go to a game that begins. @param {string} id */
export function begin(id) {
  remember(BEGUN, id);
  notify(t("Your game begins"));
  go(to("game", { id }));
}

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser may refuse to keep anything
  }
}

/** @param {string} name @param {string} text */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is forgotten then.
  }
}

/** A line that says what keeps a page from being up to date. */
export function troubleLine() {
  const line = h("p", { class: "notice refused", role: "status", hidden: true });
  const say = (/** @type {string} */ text) => {
    line.hidden = !text;
    if (line.textContent !== text) line.textContent = text;
  };
  return { line, say };
}
