/** The interface's texts: English in the sources, other languages from a catalogue. */

/**
 * A language: its texts by the English ones, and which form of a plural a number takes.
 * @typedef {{ language: string, texts: Record<string, string | string[]>, plural: (n: number) => number }} Catalogue
 */

/** @type {Catalogue} */
const ENGLISH = { language: "en", texts: {}, plural: (n) => (n === 1 ? 0 : 1) };

const PLACE = /\{(\w+)\}/;
const MIN_LETTERS = 10; // besides its places: a text is recognised by them

let catalogue = ENGLISH;
/** @type {[RegExp, string][] | null} the texts with places, the longest first */
let patterns = null;

/** Speak a language from now on; nothing is English. @param {Catalogue} [chosen] */
export function speak(chosen = ENGLISH) {
  catalogue = chosen;
  patterns = null;
}

/** The language that is spoken, as a tag such as `en` or `sr-Latn`. */
export function language() {
  return catalogue.language;
}

/**
 * The first of the wanted languages that there is, else English. A region does not matter, and
 * what a tag leaves out is what is most likely: `sr-RS` is Serbian in Cyrillic letters.
 * @param {string[]} tags @param {string[]} wanted
 */
export function bestOf(tags, wanted) {
  const offered = new Map(tags.map((tag) => [written(tag), tag]));
  return wanted.map((tag) => offered.get(written(tag))).find(Boolean) ?? "en";
}

/** A language and its script; a text that is no tag as it is. @param {string} tag */
function written(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag;
  }
}

/**
 * Speak a language that a server or a site has as JSON.
 * @param {string} tag @param {{ texts: Catalogue["texts"], plurals: string[] }} data whose plurals
 *   are names of forms such as `["one", "few", "other"]`, in the order of the texts
 */
export function speakFrom(tag, { texts, plurals }) {
  const rules = new Intl.PluralRules(tag);
  speak({ language: tag, texts, plural: (n) => Math.max(0, plurals.indexOf(rules.select(n))) });
}

/**
 * A text in the language spoken, its places such as `{name}` filled.
 * @param {string} text @param {Record<string, string | number>} [values]
 */
export function t(text, values) {
  const found = catalogue.texts[text];
  return fill(typeof found === "string" && found ? found : text, values);
}

/**
 * A text that depends on a number, which fills its place `{n}`.
 * @param {string} one @param {string} many @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function tn(one, many, n, values) {
  const found = catalogue.texts[one];
  const form = Array.isArray(found) ? found[catalogue.plural(n)] : undefined;
  return fill(form || (n === 1 ? one : many), { n, ...values });
}

/**
 * An English text of which a server has filled the places already, in the language spoken: it is
 * recognised by the words between them. What is not known stays as it is.
 * @param {string} text
 */
export function translated(text) {
  if (catalogue === ENGLISH || t(text) !== text) return t(text);
  patterns ??= Object.keys(catalogue.texts).filter(isTelling)
    .sort((one, other) => other.length - one.length).map((key) => [patternOf(key), key]);
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const names = key.split(PLACE).filter((_, at) => at % 2);
    return t(key, Object.fromEntries(names.map((name, at) => [name, t(found[at + 1])])));
  }
  return text;
}

/** @param {string} key */
function isTelling(key) {
  const parts = key.split(PLACE);
  return parts.length > 1 && parts.filter((_, at) => at % 2 === 0).join("").length >= MIN_LETTERS;
}

/** @param {string} key */
function patternOf(key) {
  const parts = key.split(PLACE).map((part, at) => (at % 2 ? "(.+)" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`);
}

/** @param {string} text @param {Record<string, string | number>} [values] */
function fill(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/**
 * A message of the server as a sentence; the name of a site stays as it is.
 * @param {string} text
 */
export function sentence(text) {
  const [first] = text.split(" ");
  const capital = /^\p{L}+$/u.test(first) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
