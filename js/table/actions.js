/** What may be done beside the board: hints, taking back, offers, giving up, ways on. */

import { button, h } from "./dom.js";
import { get, set } from "./preferences.js";
import { hasOthers } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Link} Link */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/**
 * What the buttons do: `turn` shows another side of the board, or the usual one.
 * @typedef {{ change: (what: string) => void, hint: () => void, now: () => void,
 *   turn: (face: string) => void }} Acts
 */

/**
 * The buttons; `face` is the side of the board that is shown, `links` the main ways on.
 * @param {Snapshot} shown @param {Link[]} links @param {string} face @param {Acts} acts
 */
export function actionButtons(shown, links, face, acts) {
  const { status: state, can } = shown;
  const live = shown.ply === shown.last_ply;
  return [
    !live && button(state === "finished" ? t("Back to the end") : t("Back to the game"), acts.now, { class: "main", "data-focus": "back-to-now" }),
    ...(live ? links.map(linkElement) : []),
    ...(state === "running" && live ? askings(shown, acts) : []),
    ...Object.keys(shown.picture.faces).map((name) => faceButton(name, face, acts)),
    state === "running" && live && can.resign && sureBox(acts, "resign", t("Resign"), t("Keep playing"), t("Give the game up?"), t("Yes, resign")),
    state === "waiting" && can.resign && sureBox(acts, "resign", t("Call off"), t("Keep waiting"), t("Call the game off? The invitation ends too."), t("Yes, call it off")),
  ];
}

/** @param {Snapshot} shown @param {Acts} acts */
function askings({ can, offers }, acts) {
  const { change, hint } = acts;
  const offered = (/** @type {string} */ kind) => offers.some((offer) => offer.kind === kind);
  return [
    "hint" in can && button(t("Hint"), hint, { disabled: !can.hint, "data-focus": "hint" }),
    "undo" in can && button(can.undo_asks ? t("Ask to take back") : t("Undo"), () => change("undo"), { disabled: !can.undo, "data-focus": "undo" }),
    can.draw && !offered("draw") && sureBox(acts, "draw", t("Offer a draw"), t("No draw"), t("Offer a draw to the other player?"), t("Yes, offer it")),
    can.pause && !offered("pause") && button(t("Ask for a pause"), () => change("pause")),
    can.abort && button(t("Call off"), () => change("abort")),
  ];
}

/** @param {string} name @param {string} shown @param {Acts} acts */
function faceButton(name, shown, { turn }) {
  return name === shown
    ? button(t("Turn back to the front"), () => turn(""), { "data-focus": "face" })
    : button(t("Turn over to the {face}", { face: t(name) }), () => turn(name), { "data-focus": "face" });
}

/**
 * A way to end the game that asks once more.
 * @param {Acts} acts @param {string} what @param {string} ask @param {string} keep @param {string} question
 * @param {string} yes
 */
function sureBox({ change }, what, ask, keep, question, yes) {
  return h("details", { class: "sure", "data-what": what },
    h("summary", { "data-focus": what }, h("span", { class: "ask" }, ask), h("span", { class: "keep" }, keep)),
    h("p", {}, question),
    h("div", { class: "buttons" }, button(yes, () => change(what))));
}

/**
 * Whether every move needs a second tap: as is chosen, else on a touch screen against other people.
 * @param {Snapshot} shown
 */
export function asksFirst(shown) {
  const chosen = get("confirm");
  if (chosen) return chosen === "yes";
  return hasOthers(shown) && matchMedia("(pointer: coarse)").matches;
}

/** The choice whether each move is asked about once more. @param {boolean} asks */
export function confirmBox(asks) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: asks, "data-focus": "confirm" }));
  box.addEventListener("change", () => set("confirm", box.checked ? "yes" : "no"));
  return h("label", { class: "tick" }, box, h("span", {}, t("Ask before each move of mine is played")));
}

/** @param {Link} link */
export function linkElement({ label, href, act, main, beside, save }) {
  if (href) return h("a", { href, class: main ? "button main" : beside ? "button" : null, download: save }, label);
  return button(label, act ?? (() => {}), { class: main ? "main" : beside ? null : "link" });
}
