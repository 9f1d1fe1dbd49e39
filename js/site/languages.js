/** Speaking the language that was chosen. */

import { get } from "../table/preferences.js";
import { bestOf, speak } from "../table/words.js";
import { readJson } from "./files.js";

/**
 * Speak the language that was chosen, else the browser's where this edition has it, else English.
 * @param {import("./catalogue.js").Language[]} languages
 */
export async function speakChosen(languages) {
  const tags = languages.map(({ tag }) => tag);
  const wanted = bestOf(tags, [get("language"), ...navigator.languages]);
  document.documentElement.lang = wanted;
  if (wanted === "en") return speak();
  try {
    const { texts, plurals } = await readJson(`languages/${wanted}.json`);
    return speak({ language: wanted, texts, plural: pluralOf(plurals) });
  } catch {
    document.documentElement.lang = "en";
    return speak();
  }
}

/**
 * Which form a number takes, by the names of forms in the catalogue's order.
 * @param {string[]} forms such as `["one", "few", "other"]`
 */
function pluralOf(forms = ["one", "other"]) {
  const rules = new Intl.PluralRules(document.documentElement.lang);
  return (/** @type {number} */ n) => Math.max(0, forms.indexOf(rules.select(n)));
}
