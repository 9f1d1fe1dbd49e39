/** Copying a link to send. */

import { t } from "./words.js";

/**
 * Have the buttons with `data-copy`, the id of a field, copy what is in it, and tell so.
 * @param {Node} page @param {(text: string) => void} tell
 */
export function copyOnClick(page, tell) {
  page.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-copy]") : null;
    const field = button && document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(field instanceof HTMLInputElement)) return;
    field.select();
    // Browsers offer the clipboard itself only to addresses that nobody can listen to.
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    tell(t("The link is copied."));
  });
}
