/** What a player's program printed and drew at a move: a text with markup, as docs/freeplay.md describes it. */

import { h } from "./dom.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./signs.js").Sign} Sign */
/**
 * A note of a ply: its `lines` of text, signs for what was drawn, short texts and numbers by site.
 * @typedef {{ lines: string[], signs: Sign[], texts: Map<string, string>, values: Map<string, number> }} Note
 */

const DRAWN = /^\[%(mark|arrow|values) (\S+)(?: (.*))?\]$/;
const MAX_DRAWN = 2000; // of one note

/** Read a note. @param {string} text @returns {Note} */
export function readNote(text) {
  /** @type {Note} */
  const note = { lines: [], signs: [], texts: new Map(), values: new Map() };
  let count = 0;
  for (const line of text.split("\n")) {
    const [, kind, site, rest = ""] = DRAWN.exec(line) ?? [];
    if (!kind || (count += 1) > MAX_DRAWN) note.lines.push(line);
    else if (kind === "arrow") note.signs.push(["blue", site, rest]);
    else if (kind === "values") for (const part of [site, ...rest.split(" ")]) readValue(part, note.values);
    else if (rest) note.texts.set(site, rest);
    else note.signs.push(["green", site]);
  }
  return note;
}

/** @param {string} part a site and its number, as in `b9=0.5` @param {Map<string, number>} values */
function readValue(part, values) {
  const [site, number] = part.split("=");
  if (number && Number.isFinite(Number(number))) values.set(site, Number(number));
}

/** A note beside the board: what was printed, and in words what was written and drawn. @param {Note} note */
export function noteNodes({ lines, signs, texts }) {
  const printed = lines.join("\n").trim();
  const drawn = [
    ...[...texts].map(([site, text]) => t("“{text}” on {site}", { text, site: written(site) })),
    ...signs.map(([, at, to]) => (to ? t("an arrow from {at} to {to}", { at: written(at), to: written(to) }) : t("a ring on {site}", { site: written(at) }))),
  ];
  return [
    h("h2", { class: "small" }, t("At this move the program said")),
    printed ? h("pre", { tabindex: 0, "data-focus": "note" }, printed) : null,
    drawn.length ? h("p", { class: "soft small" }, t("On the board: {marks}.", { marks: drawn.join(", ") })) : null,
  ];
}
