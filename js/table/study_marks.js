/** Drawing marks on the board of a study: with the mouse, a finger or the keyboard. */

import { t } from "./words.js";

/** @typedef {import("./table.js").LivestoneTable} LivestoneTable */

/**
 * Have marks drawn, which are sent by the page's own form. Returns what is to be called when what
 * stands beside the table has been sent anew.
 * @param {LivestoneTable} table
 */
export function drawMarks(table) {
  let drawing = false; // whether the board is drawn on, and not played on
  /** @type {string | null} */
  let begun = null; // the site where a mark begins
  /** @type {string | null} */
  let picked = null; // the site that the keyboard has given
  const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById("mark-form"));

  function settle() {
    const draw = document.getElementById("draw");
    drawing &&= draw !== null;
    table.classList.toggle("drawing", drawing);
    document.querySelector("#mark-note .hands")?.removeAttribute("hidden");
    draw?.removeAttribute("hidden");
    draw?.setAttribute("aria-pressed", String(drawing));
  }

  /** @param {string | null} at @param {string | null} to @param {MouseEvent | KeyboardEvent} event */
  function mark(at, to, event) {
    const fields = form();
    if (!fields || !at || !to) return;
    const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (fields.elements.namedItem(name));
    field("at").value = at;
    field("to").value = to === at ? "" : to;
    if (event.shiftKey) field("colour").value = "red";
    if (event.altKey) field("colour").value = "blue";
    fields.requestSubmit();
  }

  const draws = (/** @type {PointerEvent} */ event) => event.button === 2 || (drawing && event.button === 0);
  table.addEventListener("pointerdown", (event) => {
    begun = draws(event) && form() ? siteAt(document.elementFromPoint(event.clientX, event.clientY)) : null;
  });
  document.addEventListener("pointerup", (event) => {
    // The site under the pointer, wherever the drag began.
    if (begun) mark(begun, siteAt(document.elementFromPoint(event.clientX, event.clientY)), event);
    begun = null;
  });
  document.addEventListener("pointercancel", () => (begun = null));
  table.addEventListener("contextmenu", (event) => {
    if (form() && siteAt(event.target)) event.preventDefault();
  });
  // While one draws, a click or Enter on the board is no move.
  table.addEventListener("click", (event) => {
    if (drawing && siteAt(event.target)) event.stopPropagation();
  }, true);
  table.addEventListener("keydown", (event) => {
    const name = siteAt(event.target);
    if (!drawing || !name || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (picked) mark(picked, name, event);
    table.tell(picked ? "" : t("{site}: again for a mark, another cell for an arrow.", { site: name }));
    picked = picked ? null : name;
  }, true);
  table.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("#draw"))) return;
    drawing = !drawing;
    picked = null;
    table.tell(drawing ? t("The board is drawn on now.") : t("The board is played on now."));
    settle();
  });
  return settle;
}

/** @param {EventTarget | null} target */
function siteAt(target) {
  const found = target instanceof Element ? target.closest("livestone-board [data-site]") : null;
  return found?.getAttribute("data-site") ?? null;
}
