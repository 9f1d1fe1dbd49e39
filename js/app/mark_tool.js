/** The tool of a study that marks its board; the board's own pen draws for it too. */

import { button, h } from "../table/dom.js";
import { read } from "../table/notation.js";
import { t } from "../table/words.js";
import { COLOURS, signName } from "./annotations.js";
import { form } from "./tools.js";

/** @typedef {import("./tree.js").Mark} Mark */

export class MarkTool {
  /** @param {import("./analysis_board.js").AnalysisBoard} board @param {import("./study_driver.js").StudyDriver} driver */
  constructor(board, driver) {
    this.board = board;
    this.driver = driver;
    this.pen = board.table.board.pen;
    this.pen.draw = (mark) => void board.attempt(() => driver.mark(mark));
  }

  /** @returns {import("./tools.js").Tool} */
  get tool() {
    const { node, place } = this.driver;
    const any = Boolean(node.marks?.length);
    return { name: "marks", title: t("Marks on the board"), place, key: [place, any], make: () => [this.#form(), any && this.#removal()] };
  }

  #form() {
    const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (h("input", { id, maxlength: 10, autocomplete: "off", autocapitalize: "off", spellcheck: "false", required: id === "mark-at" }));
    const [at, to] = [field("mark-at"), field("mark-to")];
    const kind = /** @type {HTMLSelectElement} */ (h("select", { id: "colour" }, ...COLOURS.map((colour) => h("option", { value: colour, selected: colour === this.pen.colour }, capital(signName(colour))))));
    kind.addEventListener("change", () => (this.pen.colour = COLOURS[kind.selectedIndex]));
    const labelled = (/** @type {HTMLElement} */ input, /** @type {string} */ label) => h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    return form(async () => {
      await this.driver.mark(markOf(this.pen.colour, read(at.value.trim()), read(to.value.trim())));
      at.value = to.value = "";
    },
      h("p", { class: "soft small" }, t("A mark on one cell, or an arrow to another; the same again removes it."), " ", t("With the mouse: press the right button, and drag for an arrow.")),
      h("div", { class: "row" }, labelled(kind, t("Kind")), labelled(at, t("Cell")), labelled(to, t("Arrow to"))),
      h("div", { class: "buttons" }, h("button", { "data-focus": "mark" }, t("Mark"))));
  }

  #removal() {
    return h("div", {}, button(t("Remove all marks"), () => this.board.attempt(() => this.driver.removeMarks()), { "data-focus": "mark" }));
  }
}

/** @param {Mark["colour"]} colour @param {string} at @param {string} to @returns {Mark} */
function markOf(colour, at, to) {
  return to && to !== at ? { colour, at, to } : { colour, at };
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
