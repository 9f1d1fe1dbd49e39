/** Checking plain data against declared types, with the errors that Python's reader has. */

import { BadRecord } from "./errors.js";
import { Real, floatText, length } from "./texts.js";

/**
 * What a value may be: the kinds that are allowed, and their limits.
 * @typedef {object} Type
 * @property {("bool" | "int" | "float" | "str" | "array" | "object" | "null")[]} kinds
 * @property {number} [least] of numbers
 * @property {number} [most] of numbers
 * @property {number} [shortest] of texts, in characters
 * @property {number} [longest] of texts, in characters; of objects, in items
 * @property {Type} [items] of arrays, and of objects with any names
 * @property {Type} [names] of objects with any names
 * @property {Record<string, Field>} [fields] of objects with these names
 */
/** @typedef {Type & { usual?: unknown }} Field a field with a `usual` value may be left out */

/**
 * Plain data as a value of a type: objects with declared fields have all of them. Objects may be
 * Maps, and numbers Reals. Throws BadRecord.
 * @param {unknown} data @param {Type} type @param {string} path
 * @returns {any}
 */
export function convert(data, type, path = "") {
  const kind = kindOf(data);
  const { kinds } = type;
  if (!kinds.includes(kind)) {
    if (typeof data === "string") refuseHalves(data);
    throw wrong(`Expected \`${kinds.join(" | ")}\`, got \`${kind}\``, path);
  }
  switch (kind) {
    case "str":
      return checkedText(String(data), type, path);
    case "int":
    case "float":
      return checkedNumber(data, kind, type, path);
    case "array":
      return /** @type {unknown[]} */ (data).map((item, at) =>
        convert(item, /** @type {Type} */ (type.items), `${path}[${at}]`),
      );
    case "object":
      return type.fields ? convertFields(data, type.fields, path) : convertItems(data, type, path);
  }
  return data;
}

/** @param {unknown} data @returns {Type["kinds"][number]} */
function kindOf(data) {
  if (data === null || data === undefined) return "null";
  if (data instanceof Real) return "float";
  if (Array.isArray(data)) return "array";
  switch (typeof data) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return Number.isInteger(data) ? "int" : "float";
    case "string":
      return "str";
  }
  return "object";
}

/** @param {string} text @param {Type} type @param {string} path */
function checkedText(text, { shortest = 0, longest = Infinity }, path) {
  const count = length(text);
  if (count < shortest) throw wrong(`Expected \`str\` of length >= ${shortest}`, path);
  if (count > longest) throw wrong(`Expected \`str\` of length <= ${longest}`, path);
  return text;
}

/** @param {unknown} data @param {"int" | "float"} kind @param {Type} type @param {string} path */
function checkedNumber(data, kind, { least = -Infinity, most = Infinity }, path) {
  const value = /** @type {number | bigint} */ (data instanceof Real ? data.value : data);
  const shown = (/** @type {number} */ limit) => (kind === "int" ? String(limit) : floatText(limit));
  if (!(value >= least)) throw wrong(`Expected \`${kind}\` >= ${shown(least)}`, path);
  if (!(value <= most)) throw wrong(`Expected \`${kind}\` <= ${shown(most)}`, path);
  return value;
}

/** @param {unknown} data @param {Record<string, Field>} fields @param {string} path */
function convertFields(data, fields, path) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [name, value] of pairs(data)) {
    refuseHalves(name);
    if (!Object.hasOwn(fields, name)) throw wrong(`Object contains unknown field \`${name}\``, path);
    found[name] = convert(value, fields[name], `${path}.${name}`);
  }
  /** @type {Record<string, unknown>} */
  const whole = {};
  for (const [name, { usual }] of Object.entries(fields)) {
    if (!(name in found) && usual === undefined) {
      throw wrong(`Object missing required field \`${name}\``, path);
    }
    whole[name] = name in found ? found[name] : usual;
  }
  return whole;
}

/** @param {unknown} data @param {Type} type @param {string} path */
function convertItems(data, { names, items, longest = Infinity }, path) {
  const all = pairs(data);
  if (all.length > longest) throw wrong(`Expected \`object\` of length <= ${longest}`, path);
  return Object.fromEntries(
    all.map(([name, value]) => [
      convert(name, /** @type {Type} */ (names), `${path}#`),
      convert(value, /** @type {Type} */ (items), `${path}[...]`),
    ]),
  );
}

/** @param {unknown} data @returns {[string, unknown][]} */
function pairs(data) {
  if (data instanceof Map) return [...data];
  return Object.entries(/** @type {object} */ (data)).filter(([, value]) => value !== undefined);
}

/** Refuse half of a character, as two of UTF-16 make one. @param {string} text */
function refuseHalves(text) {
  const half = /\p{Cs}/u.exec(text)?.[0];
  if (half) throw new BadRecord(`${codePoint(half)} does not belong in a text`);
}

/** How a character is called that cannot be shown. @param {string} char */
export function codePoint(char) {
  const digits = Number(char.codePointAt(0)).toString(16).toUpperCase();
  return `the character U+${digits.padStart(4, "0")}`;
}

/** @param {string} why @param {string} path */
function wrong(why, path) {
  const inside = path.endsWith("#") ? `\`key\` in \`$${path.slice(0, -1)}\`` : `\`$${path}\``;
  return new BadRecord(path ? `${why} - at ${inside}` : why);
}
