/** Signs over a board: one on a site, or an arrow between two; they differ by shape as well as colour. */

import { escaped } from "./drawing.js";

/** @typedef {[number, number]} Place */
/** @typedef {"green" | "red" | "blue" | "yellow"} Colour */
/**
 * A colour and a site's name, or the names of two for an arrow.
 * @typedef {[Colour, string] | [Colour, string, string]} Sign
 */

// How strong the largest number of a heat map is, and how large numbers and texts are.
const STRONGEST = 0.7;
const NUMBER_SIZE = 24;
const TEXT_SIZE = 34;
const TEXT_WIDTH = 145;
/** @type {Record<Colour, string>} what a sign on a site looks like, around its middle */
const FORMS = {
  green: "M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0z",
  red: "M-30-30L30 30M-30 30L30-30",
  blue: "M-42-42H42V42H-42z",
  yellow: "M0-42L39 29H-39z",
};

/**
 * The markup of signs; those on sites that the board does not have are left out.
 * @param {Sign[]} signs @param {(name: string) => Place | undefined} placeOf
 */
export function signsMarkup(signs, placeOf) {
  const parts = signs.map(([colour, at, to]) => {
    const [start, end] = [placeOf(at), to === undefined ? undefined : placeOf(to)];
    if (!start || (to !== undefined && !end)) return "";
    return end ? arrowMarkup(colour, start, end) : signMarkup(colour, start);
  });
  return parts.some(Boolean) ? `<g class="signs">${parts.join("")}</g>` : "";
}

/**
 * The markup of a heat map: what lies under the pieces; and its numbers and short texts, over them.
 * @param {import("./annotations.js").Note} note @param {(name: string) => Place | undefined} placeOf
 */
export function noteMarkup({ texts, values }, placeOf) {
  const most = Math.max(...[...values.values()].map(Math.abs)) || 1;
  const at = (/** @type {string} */ site, /** @type {string} */ kind, /** @type {string} */ markup) => {
    const place = placeOf(site);
    return place ? `<g class="${kind}" transform="translate(${place.join(" ")})">${markup}</g>` : "";
  };
  const text = (/** @type {string} */ said, /** @type {number} */ y, /** @type {number} */ size) => `<text y="${y}" font-size="${size}" text-anchor="middle">${escaped(said)}</text>`;
  const group = (/** @type {string[]} */ parts) => (parts.length ? `<g class="note">${parts.join("")}</g>` : "");
  const warm = [...values].map(([site, value]) => {
    const strength = ((STRONGEST * Math.abs(value)) / most).toFixed(2);
    return at(site, value < 0 ? "red" : "green", `<rect x="-50" y="-50" width="100" height="100" fill-opacity="${strength}"/>`);
  });
  const numbers = [...values].map(([site, value]) => at(site, "number", text(shortNumber(value), 42, NUMBER_SIZE)));
  const words = [...texts].map(([site, said]) => at(site, "words", text(said, -20, Math.min(TEXT_SIZE, TEXT_WIDTH / said.length))));
  return { under: group(warm), over: group([...numbers, ...words]) };
}

/** A number as it fits into a cell. @param {number} value */
export function shortNumber(value) {
  return String(Number(value.toPrecision(3))).replace("-", "−");
}

/** @param {Colour} colour @param {Place} place */
function signMarkup(colour, [x, y]) {
  const form = FORMS[colour];
  return (
    `<g class="${colour}" transform="translate(${x} ${y})">` +
    `<path class="halo" d="${form}"/><path class="ink" d="${form}"/></g>`
  );
}

/** @param {Colour} colour @param {Place} start @param {Place} end */
function arrowMarkup(colour, [x, y], [u, v]) {
  const angle = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  const length = Math.hypot(u - x, v - y) - 14;
  const shaft = `M12 0H${length}`;
  const head = `M${length - 34} -21L${length} 0L${length - 34} 21`;
  return (
    `<g class="${colour}" transform="translate(${x} ${y}) rotate(${angle})"><path class="halo" d="${shaft}${head}"/>` +
    `<path class="ink shaft" d="${shaft}"/><path class="ink" d="${head}"/></g>`
  );
}
