/** Small helpers for elements: making them, and drawing a part of a page again only when needed. */

/**
 * An element with attributes (`on...` are listeners, false and null are left out) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * A picture of one path on a ground of 24 by 24, hidden from screen readers.
 * @param {string} path @param {string} [name] its class
 */
export function icon(path, name = "icon") {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="${name}" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}

/**
 * A button.
 * @param {string} text @param {() => void} act @param {Record<string, any>} [attributes]
 */
export function button(text, act, attributes = {}) {
  return h("button", { type: "button", onclick: act, ...attributes }, text);
}

/** The element that has the focus, where an element stands. @param {Node} node */
export function focusedBeside(node) {
  const root = node.getRootNode();
  return (root instanceof ShadowRoot ? root : document).activeElement;
}

/** A part of a page that is made again when what it shows has changed; the focus stays. */
export class Part {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.key = "";
  }

  /**
   * Show what `make` returns, unless `shown` is what was shown last.
   * @param {unknown} shown @param {() => (Node | string | null | undefined | false)[]} make
   */
  show(shown, make) {
    const key = JSON.stringify(shown) ?? "";
    if (key === this.key) return;
    this.key = key;
    const activeElement = focusedBeside(this.element);
    const inside = activeElement !== this.element && this.element.contains(activeElement);
    const focused = inside ? activeElement : null;
    const name = focused?.getAttribute("data-focus");
    const nodes = make().filter((node) => node !== null && node !== undefined && node !== false);
    this.element.replaceChildren(.../** @type {(Node | string)[]} */ (nodes));
    this.element.hidden = nodes.length === 0;
    if (!focused) return;
    const same = name && this.element.querySelector(`[data-focus="${CSS.escape(name)}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    else this.element.dispatchEvent(new CustomEvent("focus-lost", { bubbles: true }));
  }
}
