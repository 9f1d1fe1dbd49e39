/** The dialog that shares a game: a link that carries it, its text, and pictures. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { animated } from "./animation.js";
import { linkTo } from "./links.js";
import { drawn, png } from "./picture.js";
import { copyButton, fileName, save } from "./saving.js";

/** @typedef {import("../src/record.js").Record} GameRecord */

/** Show the dialog. @param {GameRecord} record @param {number} ply the one to draw */
export async function shareDialog(record, ply) {
  const game = record.makeGame();
  const text = record.asText();
  const state = record.replay();
  while (state.ply > ply) state.undo();
  const name = fileName(record.game, record.date ?? "");
  const said = h("p", { role: "status", class: "soft" });
  /** @param {() => Promise<unknown>} act */
  const busy = (act) => async () => {
    said.textContent = t("Drawing…");
    try {
      await act();
      said.textContent = t("Saved.");
    } catch (error) {
      said.textContent = t("This picture cannot be made: {why}", { why: error instanceof Error ? error.message : String(error) });
    }
  };
  const link = await linkTo(text, ply < record.plies.length ? ply : null);
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "share", "aria-labelledby": "share-title", onclose: () => dialog.remove() },
    h("h2", { id: "share-title" }, t("Share or save")),
    copied("share-link", linkLabel(), link),
    positionPart(state.text, ply),
    h("div", { class: "buttons" },
      button(t("Save as text"), () => save(`${name}.txt`, text)),
      button(t("Save as JSON"), () => save(`${name}.json`, `${JSON.stringify(record.asJson())}\n`, "application/json")),
      button(t("Save picture (PNG)"), busy(async () => save(`${name}-${ply}.png`, await png(game, state)))),
      button(t("Save picture (SVG)"), busy(async () => save(`${name}-${ply}.svg`, drawn(game, state), "image/svg+xml"))),
      record.plies.length ? button(t("Save moving picture (SVG)"), busy(async () => save(`${name}.svg`, animated(record), "image/svg+xml"))) : "",
      systemButton(link, game.manifest.title)),
    said,
    button(t("Close"), () => dialog.close(), { class: "main" })));
  document.body.append(dialog);
  dialog.showModal();
}

function linkLabel() {
  if (location.protocol !== "file:") return t("A link that carries the whole game");
  return t("A link that carries the whole game; it opens on this computer, where this file lies");
}

/** @param {string} text @param {number} ply */
function positionPart(text, ply) {
  return copied("share-position", t("The position shown, as text (after {ply} moves)", { ply }), text);
}

/** @param {string} id @param {string} label @param {string} value */
function copied(id, label, value) {
  const field = /** @type {HTMLInputElement} */ (h("input", { id, readonly: true, value }));
  return h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "copy" }, field, copyButton(field, t("Copy"))));
}

/** The system's own way to share, where there is one. @param {string} url @param {string} title */
function systemButton(url, title) {
  if (!navigator.share) return "";
  return button(t("Send…"), () => navigator.share({ title, url }).catch(() => {}));
}
