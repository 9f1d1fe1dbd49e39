/** What stands beside the moves of a study, in words: signs for moves, and marks on the board. */

import { written } from "../table/notation.js";
import { t } from "../table/words.js";

/** @typedef {import("./tree.js").Mark} Mark */

export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
/** @type {Mark["colour"][]} */
export const COLOURS = ["green", "red", "blue", "yellow"];

/** What a sign for a move is called, empty for none. @param {string} glyph */
export function glyphName(glyph) {
  /** @type {Record<string, string>} */
  const names = {
    "!": t("good move"), "?": t("mistake"), "!!": t("brilliant move"), "??": t("blunder"),
    "!?": t("interesting move"), "?!": t("doubtful move"),
  };
  return names[glyph] ?? "";
}

/** A kind of mark: colours differ in shape too. @param {Mark["colour"]} colour */
export function signName(colour) {
  return { green: t("green circle"), red: t("red cross"), blue: t("blue square"), yellow: t("yellow triangle") }[colour];
}

/** A mark in words. @param {Mark} mark */
export function markText({ colour, at, to }) {
  if (!to) return t("{sign} on {at}", { sign: signName(colour), at: written(at) });
  const arrow = { green: t("green arrow"), red: t("red arrow"), blue: t("blue arrow"), yellow: t("yellow arrow") }[colour];
  return t("{arrow} from {at} to {to}", { arrow, at: written(at), to: written(to) });
}
