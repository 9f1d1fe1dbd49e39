/** The parts of a table: the board's place, and the panel beside it with everything in order. */

import { Part, h } from "./dom.js";
import { t } from "./words.js";

/**
 * The nodes of a table, and those parts that are made again as the game goes on.
 * @param {{ board: HTMLElement, list: HTMLElement, beside: HTMLElement[], help: HTMLElement | null,
 *   onsubmit: (event: Event) => void }} given `beside` are parts of the page's own, placed by their
 *   `data-beside`; `help` is how to play; `onsubmit` hears of a move that is typed
 * @returns {{ nodes: HTMLElement[], parts: Record<string, Part> }}
 */
export function layout({ board, list, beside, help, onsubmit }) {
  /** @type {Record<string, Part>} */
  const parts = {};
  const part = (/** @type {string} */ name, /** @type {HTMLElement} */ element) => {
    parts[name] = new Part(element);
    return element;
  };
  const those = (/** @type {(place: string) => boolean} */ fits) => beside.filter((one) => fits(one.dataset.beside ?? ""));
  const place = h("div", { class: "place" },
    h("div", { class: "stand" }, board), part("curtain", h("div", { class: "curtain", hidden: true })));
  const panel = h("div", { class: "panel" },
    part("title", h("div", { class: "title" })),
    ...those((where) => where === "first"),
    part("seats", h("ul", { class: "seats" })),
    h("div", { class: "status", tabindex: "-1" },
      h("p", { role: "status", "aria-atomic": "true", class: "said" }),
      h("progress", { max: 1, hidden: true, "aria-label": t("How far the bot has thought") })),
    h("p", { class: "notice refused", role: "alert", hidden: true }),
    h("p", { class: "notice told", role: "status", hidden: true }),
    part("path", h("div", { class: "buttons path", hidden: true })),
    part("choices", h("div", { class: "choices", hidden: true })),
    part("offers", h("div", { class: "offers", hidden: true })),
    h("div", { class: "above" }, ...those((where) => where === "above")),
    typing(onsubmit),
    part("actions", h("div", { class: "actions" })),
    help,
    h("section", { class: "record", "aria-label": t("Moves") }, part("steps", h("nav", { "aria-label": t("Replay") })), list),
    part("note", h("section", { class: "said-by-program", hidden: true })),
    part("links", h("div", { class: "links" })),
    part("confirm", h("div", {})),
    h("div", { class: "below" }, ...those((where) => where !== "first" && where !== "above")),
    h("p", { class: "unseen ticking", role: "status" }));
  return { nodes: [place, panel], parts };
}

/** @param {(event: Event) => void} onsubmit */
function typing(onsubmit) {
  const move = h("input", {
    name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    enterkeyhint: "go", required: true, maxlength: 60, "aria-label": t("Move"),
  });
  return h("form", { class: "type", onsubmit },
    h("span", { class: "label", "aria-hidden": "true" }, t("Move")), move, h("button", {}, t("Play")));
}
