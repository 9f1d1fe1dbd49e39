/** Tools beside an analysis: boxes that open, whose forms say themselves why something was refused. */

import { Part, h } from "../table/dom.js";
import { tell } from "./forms.js";

/**
 * A tool: what is in it is made anew when its `key` changes. `place` says what it is about: what was
 * refused there stays in the form until that changes.
 * @typedef {{ name: string, title: string, place: unknown, key: unknown, make: () => (Node | string | false)[] }} Tool
 */
/** @typedef {{ element: HTMLElement, title: HTMLElement, part: Part, place: unknown }} Box */

const HELD = "data-held"; // what was entered was not taken yet
const DONE = "tool-done";

/** Shows tools in their order; those that are open stay open. */
export class Tools {
  constructor() {
    this.element = h("div", { class: "tools-of-tree" });
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {Tool[]} */
    this.tools = [];
    this.element.addEventListener(DONE, () => this.show(this.tools));
  }

  /** @param {Tool[]} tools */
  show(tools) {
    this.tools = tools;
    for (const { name, title, place, key, make } of tools) {
      const box = this.boxes.get(name) ?? this.#box(name);
      if (box.element.hasAttribute(HELD) && box.place === place) continue;
      box.element.removeAttribute(HELD);
      box.place = place;
      box.title.textContent = title;
      box.part.show(key, make);
    }
  }

  /** @param {string} name @returns {Box} */
  #box(name) {
    const title = h("summary", {});
    const content = h("div", { class: "content" });
    const element = h("details", { class: "tool", "data-name": name }, title, content);
    this.element.append(element);
    const box = { element, title, part: new Part(content), place: null };
    this.boxes.set(name, box);
    return box;
  }
}

/**
 * A form of a tool: what is refused stays in it, with the reason.
 * @param {() => void | Promise<void>} act @param {...(Node | string)} content
 */
export function form(act, ...content) {
  let busy = false;
  const made = h("form", { onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    tell(made, "");
    const tool = made.closest(".tool");
    tool?.setAttribute(HELD, "");
    try {
      await act();
      tool?.removeAttribute(HELD);
      made.dispatchEvent(new CustomEvent(DONE, { bubbles: true }));
    } catch (error) {
      tell(made, error);
    } finally {
      busy = false;
    }
  } }, ...content);
  return made;
}
