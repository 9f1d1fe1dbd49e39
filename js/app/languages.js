/** Speaking the language that was chosen. */

import { get } from "../table/preferences.js";
import { bestOf, speak, speakFrom } from "../table/words.js";
import { readJson } from "./files.js";
import { server } from "./routes.js";

/** The language that was chosen here or in a form of the server; empty where none was. */
function shared() {
  try {
    return /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1] ?? "";
  } catch {
    return ""; // a browser may refuse to keep anything
  }
}

/**
 * Let the server know of a choice, for its forms, mails and refusals.
 * @param {"language" | "theme"} name @param {string} value
 */
export function share(name, value) {
  if (server === undefined) return;
  document.cookie = `${name}=${value}; path=${server}/; max-age=31536000; samesite=lax`;
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
