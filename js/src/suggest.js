/** What to say instead of a word that is not known: the nearest one that is, or all of them. */

import { cut, quoted } from "./texts.js";

const CUTOFF = 0.6;

/**
 * The known word that is most like this one, whatever the case; null if none is.
 * @param {string} word @param {string[]} known
 */
export function nearest(word, known) {
  const asked = [...cut(word, 60).toLowerCase()];
  let best = "";
  let found = null;
  let score = CUTOFF;
  for (const each of known) {
    const folded = each.toLowerCase();
    const now = likeness([...folded], asked);
    if (now > score || (now === score && folded > best)) [score, best, found] = [now, folded, each];
  }
  return found;
}

/**
 * The end of a message about an unknown word; `choices` replaces the list.
 * @param {string} word @param {string[]} known @param {string} choices
 */
export function instead(word, known, choices = "") {
  const found = nearest(word, known);
  if (found !== null) return `did you mean ${quoted(found)}?`;
  return `choose ${choices || either(known)}`;
}

/** A list of words, the last after "or". @param {string[]} words */
export function either(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}` : words.join("");
}

/**
 * How much of two sequences lies in blocks that they share, longest first: from 0 to 1.
 * @param {string[]} one @param {string[]} other
 */
function likeness(one, other) {
  const length = one.length + other.length;
  return length ? (2 * shared(one, other)) / length : 1;
}

/** @param {string[]} one @param {string[]} other @returns {number} */
function shared(one, other) {
  let [best, start, begin] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    for (let from = 0; from < other.length; from++) {
      let size = 0;
      while (at + size < one.length && one[at + size] === other[from + size]) size += 1;
      if (size > best) [best, start, begin] = [size, at, from];
    }
  }
  if (!best) return 0;
  const before = shared(one.slice(0, start), other.slice(0, begin));
  return before + best + shared(one.slice(start + best), other.slice(begin + best));
}
