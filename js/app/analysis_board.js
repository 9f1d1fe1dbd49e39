/** The page of an analysis: a board for every side, the tree of moves, the engine, and tools beside them. */

import { Part, button, h } from "../table/dom.js";
import { EnginePanel, point } from "../table/engine_panel.js";
import { written } from "../table/notation.js";
import { subscribe } from "../table/preferences.js";
import { tableOfPage } from "../table/playing.js";
import { t } from "../table/words.js";
import { GLYPHS, glyphName, markText } from "./annotations.js";
import { sure } from "./forms.js";
import { Tools, form } from "./tools.js";
import { lineTo } from "./tree.js";
import { TreeView } from "./tree_view.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tools.js").Tool} Tool */
/**
 * A driver that goes through a tree of moves and, if it is `mine`, changes it: `node` is looked at,
 * `place` tells it from the others. Each act throws what says why it was refused; all but `add` go
 * to where they lead.
 * @typedef {import("../table/driver.js").Driver & { root: Node, node: Node, place: unknown, mine: boolean,
 *   go: (node: Node) => Promise<void>, add: (moves: string[]) => Promise<void>,
 *   promote: (wholly: boolean) => Promise<void>, remove: () => Promise<void>,
 *   write: (comment: string, glyph: string) => Promise<void> }} TreeDriver
 */
/**
 * What differs between analyses: what thinks, about which position, and the path of a move there;
 * why it may not; the page's address; further tools; and whether moves may have signs.
 * @typedef {{ app: import("./page.js").App, engine: import("../table/engine_panel.js").Engine<any>, position: () => { over: boolean },
 *   pathOf: (move: string) => string[], refusal?: () => string, address: () => string,
 *   tools: () => Tool[], glyphs?: boolean }} Given
 */

export const MAX_COMMENT = 2000; // letters

export class AnalysisBoard {
  /** @param {TreeDriver} driver @param {Given} given */
  constructor(driver, given) {
    this.driver = driver;
    this.given = given;
    this.table = tableOfPage();
    this.table.classList.add("analysis");
    this.view = new TreeView(driver.root, (target) => this.attempt(() => driver.go(target)));
    const add = (/** @type {string[]} */ moves) => this.attempt(() => driver.add(moves));
    this.engine = new EnginePanel(driver.description, given.engine, (best) => point(this.table, given.pathOf(best)), driver.mine ? add : null);
    this.forbidden = h("p", { class: "soft small", hidden: true });
    this.remark = new Part(h("div", { class: "remark", hidden: true }));
    this.order = new Part(h("div", { class: "buttons order", hidden: true }));
    this.tools = new Tools();
    /** @type {unknown} what the engine was shown last */
    this.thought = undefined;
    driver.subscribe(() => this.show());
    this.leave = subscribe(() => this.show()); // cells may have other names
  }

  /** @param {string} title @returns {import("./page.js").Page} */
  page(title) {
    this.table.driver = this.driver;
    const beside = [this.remark, this.order].map(({ element }) => element);
    this.table.querySelector(".actions")?.before(beside[0], this.view.element, this.forbidden, this.engine.element, beside[1]);
    this.table.querySelector(".actions")?.after(this.tools.element);
    document.addEventListener("keydown", this.#pressed, true); // before the table does
    this.show();
    return { title, main: h("main", { class: "whole" }, this.table), close: () => this.#close() };
  }

  /** Do something, and say why if it was refused. @param {() => Promise<void>} act */
  async attempt(act) {
    this.table.tell("");
    try {
      await act();
    } catch (error) {
      this.table.tell(error instanceof Error ? error.message : String(error), true);
    }
  }

  show() {
    const { driver, given } = this;
    const { root, node, place } = driver;
    this.view.show(root, node);
    const why = given.refusal?.() ?? "";
    this.forbidden.hidden = !why;
    this.forbidden.textContent = why;
    this.engine.element.hidden = Boolean(why);
    if (place !== this.thought) this.engine.show(why ? { ...given.position(), over: true } : given.position());
    this.thought = place;
    const { comment, marks = [] } = node;
    this.remark.show([comment, marks], () => [
      comment ? h("p", { class: "comment" }, comment) : null,
      marks.length > 0 && h("p", { class: "soft small" }, t("On the board: {marks}.", { marks: marks.map(markText).join(", ") })),
    ]);
    this.#showOrder(node);
    this.tools.show([...(driver.mine ? [this.#commentTool(node)] : []), ...given.tools()]);
    given.app.replace(given.address());
  }

  /** @param {Node} node */
  #showOrder(node) {
    const { driver } = this;
    const isMain = lineTo(node).every((one) => one.parent?.children[0] === one);
    const onward = node.children.length > 0;
    const remove = () => this.attempt(() => driver.remove());
    this.order.show(driver.mine && node.parent ? [node.move, lineTo(node).length, isMain, onward] : "", () => driver.mine && node.parent ? [
      !isMain && button(t("Move up"), () => this.attempt(() => driver.promote(false)), { "data-focus": "up" }),
      !isMain && button(t("Make main line"), () => this.attempt(() => driver.promote(true)), { "data-focus": "main" }),
      onward
        ? sure(t("Delete from here"), "", t("Delete {move} and everything after it?", { move: written(node.move) }), button(t("Yes, delete it"), remove))
        : button(t("Delete this move"), remove, { "data-focus": "delete" }),
    ] : []);
  }

  /** @param {Node} node @returns {Tool} */
  #commentTool(node) {
    const { move, comment, glyph = "", parent } = node;
    const { driver, given } = this;
    const signs = Boolean(given.glyphs && parent);
    const make = () => {
      const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "comment", rows: 3, maxlength: MAX_COMMENT }, comment));
      const radio = (/** @type {string} */ sign, /** @type {string} */ name) => h("label", { title: name },
        h("input", { type: "radio", name: "glyph", value: sign, checked: sign === glyph }), h("span", {}, sign || name, sign && h("span", { class: "unseen" }, ` ${name}`)));
      const fields = signs ? [h("fieldset", { class: "signs" }, h("legend", {}, t("Sign")), radio("", t("none")), ...GLYPHS.map((sign) => radio(sign, glyphName(sign))))] : [];
      /** @type {HTMLElement} */
      const made = form(() => driver.write(field.value, String(new FormData(/** @type {HTMLFormElement} */ (made)).get("glyph") ?? "")),
        h("label", { for: "comment" }, parent ? t("Comment on {move}", { move: written(move) }) : t("Comment on the start")), field, ...fields,
        h("div", {}, h("button", { "data-focus": "save" }, t("Save"))));
      return [made];
    };
    return { name: "comment", title: signs ? t("Comment and sign") : t("Comment"), place: driver.place, key: [...lineTo(node).map((one) => one.move), comment, glyph], make };
  }

  // The arrows step through the moves wherever nothing else uses them.
  #pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const beside = this.table.contains(target) && !target.closest("input, select, textarea, summary, dialog, livestone-board, .tree");
    if (target === document.body || (beside && ["ArrowLeft", "ArrowRight"].includes(event.key))) this.view.press(event);
  };

  #close() {
    document.removeEventListener("keydown", this.#pressed, true);
    this.leave();
    this.engine.close();
    this.driver.close();
    this.table.driver = null;
  }
}
