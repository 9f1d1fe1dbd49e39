/** The games of this edition: what `catalogue.json` says of them. */

import { BadOption, LivestoneError } from "../src/errors.js";
import { resolve } from "../src/options.js";
import { instead } from "../src/suggest.js";
import { cut, quoted } from "../src/texts.js";
import { t } from "../table/words.js";

/** @typedef {import("../src/options.js").Value} Value */
/** @typedef {Record<string, Value>} Options */
/** @typedef {{ value: Value, label: string }} Choice */
/** @typedef {{ name: string, label: string, default: Value, values: Choice[] }} Option */
/** @typedef {{ number: number, name: string, seconds: number }} Level */
/**
 * The files of a game with its options; `light` says that there is also a lighter module, without
 * the strongest search, for playing.
 * @typedef {{ name: string, options: Options, light?: boolean }} Compiled
 */
/**
 * A game: `compiled` are the choices of options that this edition has, with their files' names;
 * `minutes` how long a game takes and `difficulty` from 1 to 3, zeros where nobody has said; `lessons` how many
 * steps they have, and `puzzles` how many puzzles it has.
 * @typedef {{ id: string, title: string, author: string, year: number, players: number,
 *   summary: string, minutes: [number, number], difficulty: number, kind: string, family: string, puzzles?: number,
 *   options: Option[], presets: Record<string, Options>,
 *   seats: { name: string, colour: string }[], compiled: Compiled[], lessons: number,
 *   levels: Level[] }} Entry
 */

/** @typedef {{ tag: string, name: string }} Language a language's tag, and its own name */

/** @type {Language} */
const ENGLISH = { tag: "en", name: "English" };
const FORMAT = "livestone-site-1";

/** The games, and which to start with. */
export class Catalogue {
  /**
   * @param {{ format: string, version: string, start_here: string[], games: Entry[],
   *   source?: string, languages?: Language[] }} data
   */
  constructor({ format, version, start_here: startHere, games, source = "", languages = [ENGLISH] }) {
    if (format !== FORMAT) throw new LivestoneError(`the catalogue has the format ${format}, these pages read ${FORMAT}`);
    this.version = version;
    this.source = source;
    this.languages = languages;
    this.games = games;
    this.startHere = games.filter(({ id }) => startHere.includes(id));
  }

  /** The game of that id. Throws LivestoneError, saying what there is. @param {string} id */
  find(id) {
    const found = this.games.find((game) => game.id === id);
    if (found) return found;
    const ids = this.games.map((game) => game.id);
    throw new LivestoneError(
      t("There is no game {game} here: {instead}", { game: quoted(cut(id, 40)), instead: instead(id, ids) }),
      "unknown-game",
    );
  }

  /** The games in groups: those of one family together, in the catalogue's order. */
  get families() {
    /** @type {Map<string, Entry[]>} */
    const found = new Map();
    for (const game of this.games) found.set(game.family, [...(found.get(game.family) ?? []), game]);
    return [...found.values()];
  }
}

/** The games with those of files that a server was started with. @param {Entry[]} games @param {Entry[]} added */
export function withAdded(games, added) {
  return [...games.filter(({ id }) => added.every((one) => one.id !== id)), ...added];
}

/** The ids and titles of all games, to choose from. @param {Catalogue} catalogue */
export function titles({ games }) {
  return games.map(({ id, title }) => [id, t(title)]);
}

/** A family's title: the words that its games' titles begin with. @param {Entry[]} games */
export function familyTitle(games) {
  const titles = games.map(({ title }) => t(title).split(" "));
  const [first] = titles;
  const shared = first.findIndex((word, at) => titles.some((words) => words[at] !== word));
  return first.slice(0, shared < 0 ? undefined : Math.max(1, shared)).join(" ");
}

/**
 * The files of a game with its options, completed and checked. Throws BadOption for what the game
 * does not have, and for what this edition does not have.
 * @param {Entry} game @param {Iterable<[string, unknown]>} given
 */
export function compiledAs(game, given) {
  const options = resolve({ declared: game.options, presets: game.presets }, given);
  const found = game.compiled.find((one) => sameOptions(one.options, options));
  if (found) return found;
  throw new BadOption(
    t("{game} is not in this edition with these rules: {options}. Its set-up page shows what there is.", {
      game: t(game.title),
      options: optionsText(game, options) || t("the usual rules"),
    }),
  );
}

/** @param {Pick<Entry, "options">} game @returns {Options} */
export function usualOptions({ options }) {
  return Object.fromEntries(options.map((option) => [option.name, option.default]));
}

/** @param {Options} one @param {Options} other */
export function sameOptions(one, other) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** Options as an address asks for them. @param {Record<string, unknown>} options */
export function optionsQuery(options) {
  return new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)])).toString();
}

/**
 * The options that differ from the usual ones, in words; a number that comes first always.
 * @param {Entry} game @param {Options} chosen
 */
export function optionsText(game, chosen) {
  const words = game.options.flatMap((option, at) => {
    const value = chosen[option.name];
    if (value === option.default && !(at === 0 && typeof value === "number")) return [];
    const label = option.values.find((one) => one.value === value)?.label;
    if (label) return [t(label)];
    const values = { option: lowered(t(option.label)), value: valueText(value) };
    return [typeof value === "boolean" ? t("{option}: {value}", values) : t("{option} {value}", values)];
  });
  return words.join(", ");
}

/** @param {string} text */
function lowered(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** @param {Value} value */
export function valueText(value) {
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  return typeof value === "number" ? String(value) : t(value);
}

/** A value of an option as a form shows it. @param {Choice} choice */
export function choiceText({ value, label }) {
  const text = label ? t(label) : valueText(value);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {Level} level */
export function levelText({ number, name }) {
  return t("Level {number}, {name}", { number, name: t(name) });
}
