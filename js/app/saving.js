/** Files and the clipboard: saving a text or a picture, and copying. */

import { button, h } from "../table/dom.js";
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
 */
export function copyButton(field, text) {
  const made = button(text, async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      made.textContent = t("Copied");
    } catch {
      made.textContent = t("Selected: press Ctrl and C");
    }
  });
  return made;
}

/**
 * A name for a file: letters, digits, dots and lines only.
 * @param {...string} parts
 */
export function fileName(...parts) {
  return parts.join("-").toLowerCase().replace(/[^a-z0-9.]+/g, "-");
}
