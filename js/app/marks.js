/** Marks on the board of a study, drawn with the mouse, a finger or the keyboard, or named in a form. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { COLOURS, signName } from "./annotations.js";
import { form } from "./tools.js";

/** @typedef {import("./tree.js").Mark} Mark */
/** @typedef {import("./study_driver.js").StudyDriver} StudyDriver */

export class Marks {
  /** @param {import("./analysis_board.js").AnalysisBoard} board @param {StudyDriver} driver */
  constructor(board, driver) {
    this.board = board;
    this.table = board.table;
    this.driver = driver;
    this.drawing = false; // whether the board is drawn on, and not played on
    /** @type {Mark["colour"]} */
    this.colour = COLOURS[0];
    /** @type {string | null} the site where a mark begins */
    this.begun = null;
    /** @type {string | null} the site that the keyboard has given */
    this.picked = null;
    this.left = new AbortController();
    this.#listen();
  }

  close() {
    this.left.abort();
  }

  #listen() {
    const { table } = this;
    const { signal } = this.left;
    table.addEventListener("pointerdown", (event) => {
      const draws = event.button === 2 || (this.drawing && event.button === 0);
      this.begun = draws ? siteUnder(event) : null;
      if (this.begun) event.stopPropagation();
    }, { capture: true, signal });
    document.addEventListener("pointerup", (event) => {
      if (this.begun) this.#draw(this.begun, siteUnder(event), event);
      this.begun = null;
    }, { signal });
    document.addEventListener("pointercancel", () => (this.begun = null), { signal });
    table.addEventListener("contextmenu", (event) => siteAt(event.target) && event.preventDefault(), { signal });
    // While one draws, a click or Enter on the board is no move.
    table.addEventListener("click", (event) => this.drawing && siteAt(event.target) && event.stopPropagation(), { capture: true, signal });
    table.addEventListener("keydown", (event) => this.#pressed(event), { capture: true, signal });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const name = siteAt(event.target);
    if (!this.drawing || !name || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const { picked } = this;
    this.picked = picked ? null : name;
    if (picked) this.#draw(picked, name, event);
    else this.table.tell(t("{site}: again for a mark, another cell for an arrow.", { site: name }));
  }

  /** @param {string} at @param {string | null} to @param {MouseEvent | KeyboardEvent} event */
  #draw(at, to, { shiftKey, altKey }) {
    const colour = shiftKey ? "red" : altKey ? "blue" : this.colour;
    if (to) this.board.attempt(() => this.driver.mark(markOf(colour, at, to)));
  }

  /** @returns {import("./tools.js").Tool} */
  get tool() {
    const { node, place } = this.driver;
    const any = Boolean(node.marks?.length);
    return { name: "marks", title: t("Marks on the board"), place, key: [place, any, this.drawing], make: () => [this.#form(), any && this.#removal()] };
  }

  #form() {
    const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (h("input", { id, maxlength: 10, autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: id === "mark-at" }));
    const [at, to] = [field("mark-at"), field("mark-to")];
    const kind = /** @type {HTMLSelectElement} */ (h("select", { id: "colour" }, ...COLOURS.map((colour) => h("option", { value: colour, selected: colour === this.colour }, capital(signName(colour))))));
    kind.addEventListener("change", () => (this.colour = COLOURS[kind.selectedIndex]));
    const labelled = (/** @type {HTMLElement} */ input, /** @type {string} */ label) => h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    return form(async () => {
      await this.driver.mark(markOf(this.colour, at.value.trim(), to.value.trim()));
      at.value = to.value = "";
    },
      h("p", { class: "soft small" }, t("A mark on one cell, or an arrow to another; the same again removes it."), " ", t("With the mouse: press the right button, and drag for an arrow.")),
      h("div", { class: "row" }, labelled(kind, t("Kind")), labelled(at, t("Cell")), labelled(to, t("Arrow to"))),
      h("div", { class: "buttons" }, h("button", { "data-focus": "mark" }, t("Mark")),
        button(t("Draw on the board"), () => this.#toggle(), { "aria-pressed": String(this.drawing), "data-focus": "draw" })));
  }

  #removal() {
    return h("div", {}, button(t("Remove all marks"), () => this.board.attempt(() => this.driver.removeMarks()), { "data-focus": "mark" }));
  }

  #toggle() {
    this.drawing = !this.drawing;
    this.picked = null;
    this.table.classList.toggle("drawing", this.drawing);
    this.board.show();
    this.table.tell(this.drawing ? t("The board is drawn on now.") : t("The board is played on now."));
  }
}

/** @param {Mark["colour"]} colour @param {string} at @param {string} to @returns {Mark} */
function markOf(colour, at, to) {
  return to && to !== at ? { colour, at, to } : { colour, at };
}

/** The site under the pointer, wherever a drag began. @param {PointerEvent} event */
function siteUnder({ clientX, clientY }) {
  return siteAt(document.elementFromPoint(clientX, clientY));
}

/** @param {EventTarget | null} target */
function siteAt(target) {
  const found = target instanceof Element ? target.closest("livestone-board [data-site]") : null;
  return found?.getAttribute("data-site") ?? null;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
