/** The tree of moves as it is shown: the main line, with variations below where they begin. */

import { button, h, icon } from "../table/dom.js";
import { t } from "../table/words.js";
import { lastOf, lineTo } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */

const DEEPEST = 4; // levels of indentation
const SHAPES = {
  first: "M6 5h2.5v14H6zM19 5v14l-9-7z",
  back: "M17 5v14l-10-7z",
  forward: "M7 5v14l10-7z",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9-7z",
};

/** Shows a tree, and tells which node is chosen. */
export class TreeView {
  /** @param {Tree} tree @param {(node: Node) => void} go */
  constructor(tree, go) {
    this.tree = tree;
    this.go = go;
    this.node = tree.root;
    this.steps = h("nav", { "aria-label": t("Steps") });
    this.list = h("div", { class: "scroll tree", tabindex: "0", role: "group", "aria-label": t("Moves: left and right step through a line, up and down go to another variation"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#pressed(event) });
    this.element = h("section", { class: "record", "aria-label": t("Moves and variations") }, this.steps, this.list);
  }

  /** @param {Node} node the one that is looked at */
  show(node) {
    this.node = node;
    this.#drawSteps();
    const lines = [h("p", { class: "line" }, this.#button(this.tree.root, t("Start")), this.#comment(this.tree.root)), ...this.#lines(this.tree.root, 0)];
    this.list.replaceChildren(...lines);
    const chosen = this.list.querySelector("[aria-current]");
    if (!chosen) return;
    const away = chosen.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    this.list.scrollTop += away - this.list.clientHeight / 2;
  }

  #drawSteps() {
    const focused = document.activeElement?.getAttribute("data-step");
    const { node } = this;
    const steps = /** @type {const} */ ([
      ["first", t("First position"), node.parent ? this.tree.root : null],
      ["back", t("Back one move"), node.parent],
      ["forward", t("Forward one move"), node.children[0] ?? null],
      ["last", t("End of the line"), node.children.length ? lastOf(node) : null],
    ]);
    this.steps.replaceChildren(...steps.map(([name, label, target]) => {
      const made = button("", () => target && this.go(target), { "aria-label": label, title: label, disabled: !target, "data-step": name });
      made.append(icon(SHAPES[name]));
      return made;
    }));
    if (focused) /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-step="${focused}"]`))?.focus();
  }

  /**
   * The lines after a node: as far as nothing branches in one, each variation in its own.
   * @param {Node} node @param {number} level
   * @returns {HTMLElement[]}
   */
  #lines(node, level) {
    if (!node.children.length) return [];
    const line = h("p", { class: `line level-${Math.min(level, DEEPEST)}` });
    if (level) line.append(h("span", { class: "unseen" }, t("Variation, level {level}:", { level }), " "));
    let at = node;
    while (at.children.length) {
      const [main, ...others] = at.children;
      line.append(...this.#move(main));
      at = main;
      if (others.length) {
        return [line, ...others.flatMap((other) => this.#variation(other, level + 1)), ...this.#lines(at, level)];
      }
    }
    return [line];
  }

  /**
   * @param {Node} node @param {number} level
   * @returns {HTMLElement[]}
   */
  #variation(node, level) {
    const [first, ...rest] = this.#lines({ ...node, children: [node] }, level);
    return [first, ...rest];
  }

  /** @param {Node} node */
  #move(node) {
    const depth = lineTo(node).length;
    return [h("span", { class: "turn" }, `${depth}.`), this.#button(node, node.move), this.#comment(node), " "];
  }

  /** @param {Node} node */
  #comment({ comment }) {
    return comment ? h("span", { class: "said" }, comment) : "";
  }

  /** @param {Node} node @param {string} text */
  #button(node, text) {
    return button(text, () => this.go(node), { class: "move", "aria-current": node === this.node ? "step" : null, "aria-label": this.tree.telling(node) });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { node } = this;
    const siblings = node.parent?.children ?? [node];
    const beside = (/** @type {number} */ by) => siblings[siblings.indexOf(node) + by];
    const targets = { ArrowLeft: node.parent, ArrowRight: node.children[0], ArrowUp: beside(-1), ArrowDown: beside(1), Home: this.tree.root, End: lastOf(node) };
    if (!(event.key in targets)) return;
    event.preventDefault();
    const target = targets[/** @type {keyof typeof targets} */ (event.key)];
    if (target) this.go(target);
  }
}
