/** The tree of moves as it is shown: the main line, with variations below where they begin. */

import { button, h, icon } from "../table/dom.js";
import { SHAPES as STEPS } from "../table/moves.js";
import { written } from "../table/notation.js";
import { t } from "../table/words.js";
import { glyphName } from "./annotations.js";
import { lastOf, lineTo } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

const DEEPEST = 4; // levels of indentation
const SHAPES = { ...STEPS, over: "M5 16h14l-7-10z", under: "M5 8h14l-7 10z" };
/** @type {Record<string, keyof typeof SHAPES>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "over", ArrowDown: "under", Home: "first", End: "last" };

/** Shows a tree, and tells which node is chosen. */
export class TreeView {
  /** @param {Node} root @param {(node: Node) => void} go */
  constructor(root, go) {
    this.root = root;
    this.node = root;
    this.go = go;
    this.steps = h("nav", { class: "six", "aria-label": t("Steps") });
    this.list = h("div", { class: "scroll tree", tabindex: "0", role: "group", "aria-label": t("Moves: left and right step through a line, up and down go to another variation"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event) });
    this.element = h("section", { class: "record", "aria-label": t("Moves and variations") }, this.steps, this.list);
    // What comes beside it may leave the list less room.
    new ResizeObserver(() => this.#scroll()).observe(this.list);
  }

  /** @param {Node} root @param {Node} node the one that is looked at */
  show(root, node) {
    this.root = root;
    this.node = node;
    this.#drawSteps();
    const lines = [h("p", { class: "line" }, this.#button(root), this.#comment(root)), ...this.#lines(root, 0)];
    this.list.replaceChildren(...lines);
    this.#scroll();
  }

  #scroll() {
    const chosen = this.list.querySelector("[aria-current]");
    if (!chosen) return;
    const away = chosen.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    this.list.scrollTop += away - this.list.clientHeight / 2;
  }

  /** Where each step leads from the node that is looked at; null where there is nothing. */
  get #targets() {
    const { node, root } = this;
    const siblings = node.parent?.children ?? [node];
    const beside = (/** @type {number} */ by) => siblings[siblings.indexOf(node) + by] ?? null;
    return {
      first: node.parent ? root : null, back: node.parent, forward: node.children[0] ?? null,
      last: node.children.length ? lastOf(node) : null, over: beside(-1), under: beside(1),
    };
  }

  #drawSteps() {
    const focused = document.activeElement?.getAttribute("data-step");
    const targets = this.#targets;
    const labels = /** @type {const} */ ([
      ["first", t("First position")], ["back", t("Back one move")], ["forward", t("Forward one move")],
      ["last", t("End of the line")], ["over", t("Variation before")], ["under", t("Next variation")],
    ]);
    this.steps.replaceChildren(...labels.map(([name, label]) => {
      const target = targets[name];
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
      line.append(...this.#move(main, at === node || main.turn !== at.turn));
      at = main;
      if (others.length) {
        return [line, ...others.flatMap((other) => this.#variation(other, level + 1)), ...this.#lines(at, level)];
      }
    }
    return [line];
  }

  /** @param {Node} node @param {number} level @returns {HTMLElement[]} */
  #variation(node, level) {
    const [first, ...rest] = this.#lines({ ...node, children: [node] }, level);
    return [first, ...rest];
  }

  /** @param {Node} node @param {boolean} numbered whether a turn begins with it */
  #move(node, numbered) {
    return [numbered ? h("span", { class: "turn" }, `${node.turn}.`) : "", this.#button(node), this.#comment(node), " "];
  }

  /** @param {Node} node */
  #comment({ comment }) {
    return comment ? h("span", { class: "said" }, comment) : "";
  }

  /** @param {Node} node */
  #button(node) {
    const { move, glyph = "", marks = [] } = node;
    const words = [telling(node), glyphName(glyph), marks.length && t("with marks")].filter(Boolean).join(", ");
    const made = button(node.parent ? written(move) : t("Start"), () => this.go(node), { class: "move", "aria-current": node === this.node ? "step" : null, "aria-label": words });
    if (glyph) made.append(h("b", { title: glyphName(glyph) }, glyph));
    return made;
  }

  /** Step through the tree by a key. @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
    event.preventDefault();
    const target = this.#targets[KEYS[event.key]];
    if (target) this.go(target);
  }
}

/** A node in words. @param {Node} node */
function telling(node) {
  const line = lineTo(node);
  return line.length ? t("Move {number}: {text}", { number: line.length, text: written(node.move) }) : t("Start");
}
