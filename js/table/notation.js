/** How a cell is named for people: as the rules write it, or by x and y from 0, as players' programs count. */

import { get } from "./preferences.js";

/** @typedef {{ names: string[], centres: [number, number][] }} Grid */
/** @typedef {{ x: Map<string, number>, y: Map<string, number> }} Axes what letters and numbers of names stand for */

const NAME = /^([a-z]+)([0-9]+)$/;
const NAMES = /[a-z]+[0-9]+/g;
const PAIRS = /\(?\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)?/g;
const LABELS = />([a-z]+|[0-9]+)<\/text>/g;

/** @type {"letters" | "xy"} how this page names cells, for those who have not chosen */
let usual = "letters";
/** @type {Grid | null} the board that texts are about */
let board = null;
/** @type {WeakMap<Grid, Axes | null>} */
const known = new WeakMap();

/** Say how a page names cells where a person has not chosen. @param {"letters" | "xy"} notation */
export function usually(notation) {
  usual = notation;
}

/** Say which board the texts of a page are about. @param {Grid} shown */
export function speakOf(shown) {
  board = shown;
}

/** Whether cells are named by x and y, where a board has them. */
export function isByNumbers() {
  return (get("notation") || usual) === "xy";
}

/** Whether a table offers to name cells otherwise: where one of the two ways is by x and y. */
export function isOffered() {
  return (usual === "xy" || isByNumbers()) && axes() !== null;
}

/** A text in which sites have the names that people read; it may be a move, or a sentence. @param {string} text */
export function written(text, shown = board) {
  const found = isByNumbers() ? axes(shown) : null;
  if (!found) return text;
  return text.replace(NAMES, (name) => {
    const [, letters, digits] = /** @type {RegExpExecArray} */ (NAME.exec(name));
    const [x, y] = [found.x.get(letters), found.y.get(digits)];
    return x === undefined || y === undefined ? name : `(${x}, ${y})`;
  });
}

/** What a person has typed, with the names that the rules have: `(4, 4)` and `4,4` are a cell. @param {string} text */
export function read(text) {
  const found = axes();
  if (!found) return text;
  const nameAt = (/** @type {Map<string, number>} */ axis, /** @type {string} */ at) => [...axis.keys()].find((key) => axis.get(key) === Number(at));
  return text.replace(PAIRS, (pair, x, y) => {
    const name = [nameAt(found.x, x), nameAt(found.y, y)];
    return name.includes(undefined) ? pair : ` ${name.join("")} `;
  }).trim();
}

/** The coordinates around a board, as they are drawn. @param {string} markup @param {Grid} shown */
export function coordinates(markup, shown) {
  const found = isByNumbers() ? axes(shown) : null;
  if (!found) return markup;
  return markup.replace(LABELS, (label, text) => {
    const at = found.x.get(text) ?? found.y.get(text);
    return at === undefined ? label : `>${at}</text>`;
  });
}

/** What a board's letters and numbers stand for, null where its sites are no rows and columns. @returns {Axes | null} */
function axes(shown = board) {
  if (!shown) return null;
  if (!known.has(shown)) known.set(shown, measured(shown));
  return known.get(shown) ?? null;
}

/** @param {Grid} shown @returns {Axes | null} */
function measured({ names, centres }) {
  /** @type {[Map<string, number>, Map<string, number>]} */
  const places = [new Map(), new Map()];
  for (const [site, name] of names.entries()) {
    const parts = NAME.exec(name)?.slice(1);
    if (!parts) return null;
    for (const [axis, part] of parts.entries()) {
      const place = centres[site][axis];
      if ((places[axis].get(part) ?? place) !== place) return null;
      places[axis].set(part, place);
    }
  }
  const [x, y] = places.map((axis) => {
    const order = [...new Set(axis.values())].sort((one, other) => one - other);
    return new Map([...axis].map(([part, place]) => [part, order.indexOf(place)]));
  });
  return { x, y };
}
