/** A move that its player had better look at again: why, and the two ways on. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

/** What a driver throws in place of playing a move; it plays it when it is told to be sure. */
export class Doubt extends Error {}

/**
 * The question, and its answers.
 * @param {string} question @param {() => void} play @param {() => void} takeBack
 */
export function doubtBox(question, play, takeBack) {
  return h("div", { class: "notice doubt", role: "alertdialog", "aria-label": t("Really?"), "aria-describedby": "doubt" },
    h("p", { id: "doubt" }, question),
    h("div", { class: "buttons" },
      button(t("Take back"), takeBack, { class: "main", "data-focus": "take-back" }),
      button(t("Play anyway"), play, { "data-focus": "play-anyway" })));
}
