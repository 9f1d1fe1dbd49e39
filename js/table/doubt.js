/** A move that its player had better look at again: why, and the two ways on. */

import { button, h } from "./dom.js";
import { get } from "./preferences.js";
import { hasOthers } from "./sentences.js";
import { t } from "./words.js";

/** What a driver throws in place of playing a move; it plays it when it is told to be sure. */
export class Doubt extends Error {}

/**
 * Whether every move needs a second tap: as is chosen, else on a touch screen against other people.
 * @param {import("./driver.js").Snapshot} shown
 */
export function asksFirst(shown) {
  const chosen = get("confirm");
  if (chosen) return chosen === "yes";
  return hasOthers(shown) && matchMedia("(pointer: coarse)").matches;
}

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
