/** Files and the clipboard: saving a text or a picture, and copying. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";

/**
 * Save a file from the page.
 * @param {string} name @param {string | Blob} content @param {string} [type]
 */
export function save(name, content, type = "text/plain") {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = /** @type {HTMLAnchorElement} */ (h("a", { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A button that copies a field's text, and says so; where copying is forbidden it selects the text.
 * @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} text the button's
 * @param {string} [what] is copied, for people who listen
 */
export function copyButton(field, text, what = "") {
  const said = h("span", { "aria-live": "polite" }, text);
  const copy = async () => {
    field.select();
    said.textContent = (await isCopied(field.value)) ? t("Copied") : t("Selected: press Ctrl and C");
  };
  return h("button", { type: "button", onclick: copy }, said, what && h("span", { class: "unseen" }, ` ${what}`));
}

/** Copy a text that is selected; whether that could be done. @param {string} text */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy"); // the clipboard itself is offered only where nobody can listen
  }
}

/** A name for a file: letters, digits, dots and lines only. @param {...string} parts */
export function fileName(...parts) {
  return parts.join("-").toLowerCase().replace(/[^a-z0-9.]+/g, "-");
}

/**
 * Open the dialog that shares a game; what draws pictures is loaded only then.
 * @param {import("../src/record.js").Record} record @param {number} ply the one to draw
 */
export async function share(record, ply) {
  const { shareDialog } = await import("./share.js");
  await shareDialog(record, ply);
}
