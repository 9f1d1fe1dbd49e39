/** Notifications of the browser, for who has asked for them and does not look at the page. */

import { button } from "../table/dom.js";
import { t } from "../table/words.js";

function isPossible() {
  return "Notification" in globalThis && isSecureContext;
}

/**
 * A button that asks the browser to allow notifications; null where that is decided, or impossible.
 * @param {string} [label]
 */
export function notifyButton(label = t("Notify me when it is my turn")) {
  if (!isPossible() || Notification.permission !== "default") return null;
  const made = button(label, async () => {
    await Notification.requestPermission();
    made.remove();
  });
  return made;
}

/** Tell something to a person whose page is hidden. @param {string} words */
export function notify(words) {
  if (!document.hidden || !isPossible() || Notification.permission !== "granted") return;
  try {
    const told = new Notification(words, { tag: location.pathname });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  } catch {
    // Some phones show notifications of installed programs only: the title tells.
  }
}
