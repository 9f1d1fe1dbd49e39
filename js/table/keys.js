/** The list of keys, as a dialog. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

/**
 * Show which keys do what; Escape or the button closes it.
 * @param {Element} [place] what it is added to, which decides its styles
 */
export function showKeys(place = document.body) {
  const rows = [
    ["←  ↑  →  ↓", t("on the board: go to the next place; in the move list: step through the moves")],
    ["Home  End  PageUp  PageDown", t("on the board: go to its edge")],
    [t("Enter, Space"), t("play there, or choose the piece")],
    ["Esc", t("choose again")],
    ["Tab", t("go on to the next part of the page")],
    ["?", t("this list")],
  ];
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "keys", "aria-label": t("Keys"), onclose: () => dialog.remove() },
      h("h2", {}, t("Keys")),
      h("dl", {}, ...rows.flatMap(([key, does]) => [h("dt", {}, key), h("dd", {}, does)])),
      button(t("Close"), close, { class: "main" }),
    )
  );
  place.append(dialog);
  dialog.showModal();
}
