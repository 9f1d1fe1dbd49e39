/** Speaking the language that was chosen. */

import { get } from "../table/preferences.js";
import { bestOf, speak, speakFrom } from "../table/words.js";
import { readJson } from "./files.js";

const PLACE = /site\/[^/]*$/; // where a server has the site, below its own pages

/** The language that was chosen here or on the pages of the server; empty where none was. */
function shared() {
  try {
    return /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? "";
  } catch {
    return ""; // a browser may refuse to keep anything
  }
}

/**
 * Let the pages of the server know of a choice, where a server has this site.
 * @param {string} tag
 */
export function share(tag) {
  if (!PLACE.test(location.pathname)) return;
  const path = location.pathname.replace(PLACE, "");
  document.cookie = `language=${tag}; path=${path}; max-age=31536000; samesite=lax`;
}

/**
 * Speak the language that was chosen, else the browser's where this edition has it, else English.
 * @param {import("./catalogue.js").Language[]} languages
 */
export async function speakChosen(languages) {
  const tags = languages.map(({ tag }) => tag);
  const wanted = bestOf(tags, [shared(), get("language"), ...navigator.languages]);
  document.documentElement.lang = wanted;
  if (wanted === "en") return speak();
  try {
    return speakFrom(wanted, await readJson(`languages/${wanted}.json`));
  } catch {
    document.documentElement.lang = "en";
    return speak();
  }
}
