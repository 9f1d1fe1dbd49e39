/** The options of a game, completed and checked as Python does. */

import { BadOption } from "./errors.js";
import { either, instead, nearest } from "./suggest.js";
import { quoted, repr, short } from "./texts.js";

/**
 * @typedef {boolean | number | string} Value
 * @typedef {{ name: string, default: Value, values: { value: Value }[] }} Option
 */

/**
 * Complete and check a game's options, given as values or their texts.
 * @param {any} manifest @param {Iterable<[string, unknown]>} given
 * @returns {Record<string, Value>}
 */
export function resolve(manifest, given) {
  /** @type {{ declared: Option[], presets: Record<string, Record<string, Value>> }} */
  const { declared, presets } = manifest;
  /** @type {Record<string, Value>} */
  let fixed = {};
  /** @type {Map<string, Value>} */
  const chosen = new Map();
  let preset = "";
  for (const [name, value] of given) {
    const option = declared.find((one) => one.name === name);
    if (name === "preset") [fixed, preset] = [presetNamed(presets, value), String(value)];
    else if (option) chosen.set(name, readValue(option, value));
    else throw new BadOption(noSuchOption(name, declared, presets));
  }
  for (const [name, value] of Object.entries(fixed)) {
    const other = chosen.get(name) ?? value;
    if (other !== value) {
      throw new BadOption(
        `option ${name}=${other} contradicts preset=${preset}, which sets ${name}=${value}`,
      );
    }
  }
  return Object.fromEntries(
    declared.map(({ name, default: usual }) => [name, fixed[name] ?? chosen.get(name) ?? usual]),
  );
}

/** @param {Option} option @param {unknown} given @returns {Value} */
function readValue(option, given) {
  const values = option.values.map(({ value }) => value);
  const said = (/** @type {Value} */ value) =>
    typeof value === "boolean" && typeof given === "string" ? given.toLowerCase() : given;
  const found = values.find((value) => value === given || String(value) === said(value));
  if (found !== undefined) return found;
  const words = values.filter((value) => typeof value === "string");
  const end = typeof given === "string" ? instead(given, words, allowed(values)) : `choose ${allowed(values)}`;
  throw new BadOption(`option ${option.name}=${shown(given)} is not allowed: ${end}`);
}

/**
 * The values in words: `4 to 16` for a run of whole numbers, else a list.
 * @param {Value[]} values
 */
function allowed(values) {
  const run = values.every((value, at) => typeof value === "number" && value === Number(values[0]) + at);
  if (values.length > 2 && run) return `${values[0]} to ${values[values.length - 1]}`;
  return either(values.map(String));
}

/** @param {Record<string, Record<string, Value>>} presets @param {unknown} name */
function presetNamed(presets, name) {
  if (typeof name === "string" && Object.hasOwn(presets, name)) return presets[name];
  const names = Object.keys(presets);
  const known = names.length ? either(names) : "none, this game has no presets";
  const end = typeof name === "string" ? instead(name, names, known) : `choose ${known}`;
  throw new BadOption(`preset=${shown(name)} is not known: ${end}`);
}

/** @param {string} name @param {Option[]} declared @param {Record<string, unknown>} presets */
function noSuchOption(name, declared, presets) {
  const names = declared.map((option) => option.name);
  if (Object.keys(presets).length) names.push("preset");
  const known = names.length ? `the options are ${names.join(", ")}` : "this game has no options";
  const found = nearest(name, names);
  return `there is no option ${shown(name)}: ${found === null ? known : `did you mean ${quoted(found)}?`}`;
}

/** @param {unknown} given */
function shown(given) {
  return short(typeof given === "string" ? given : repr(given), 40);
}
