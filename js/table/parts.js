/**
 * Parts of a page that the server sends anew: those that have changed take the place of what was
 * there, and the focus stays. A part is an element with an id and `data-part`.
 */

/** The parts of a page, as the server sent them last. */
export class Parts {
  /** @param {ParentNode} page */
  constructor(page) {
    this.page = page;
    this.sent = new Map(partsOf(page).map((part) => [part.id, part.outerHTML]));
  }

  /**
   * Show what has changed in a page that was sent anew.
   * @param {ParentNode} fresh
   */
  show(fresh) {
    for (const part of partsOf(fresh)) {
      const old = this.page.querySelector(`#${CSS.escape(part.id)}`);
      if (!old || this.sent.get(part.id) === part.outerHTML) continue;
      this.sent.set(part.id, part.outerHTML);
      replace(old, part);
    }
  }
}

/** @param {ParentNode} page */
function partsOf(page) {
  return [...page.querySelectorAll("[data-part]")];
}

/**
 * Put what is new into the element that is there, so that a live region is read out. What was
 * opened stays open, and what a visitor has chosen stays chosen (`data-keep`).
 * @param {Element} old @param {Element} fresh
 */
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const name = focused && nameOf(focused);
  const open = [...old.querySelectorAll("details[open][id]")].map(({ id }) => id);
  const kept = [...old.querySelectorAll("[data-keep]")];
  for (const { name: attribute } of [...old.attributes]) if (!fresh.hasAttribute(attribute)) old.removeAttribute(attribute);
  for (const { name: attribute, value } of fresh.attributes) old.setAttribute(attribute, value);
  old.replaceChildren(...fresh.childNodes);
  for (const id of open) old.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  const all = [...old.querySelectorAll("*")];
  for (const field of kept) all.find((one) => nameOf(one) === nameOf(field))?.replaceWith(field);
  if (!focused) return;
  const same = old === focused ? old : [...old.querySelectorAll("*")].find((one) => nameOf(one) === name);
  const refuge = same ?? old.querySelector('[tabindex="0"], a, button');
  if (refuge instanceof HTMLElement || refuge instanceof SVGElement) refuge.focus({ preventScroll: true });
}

/**
 * What tells an element of a part from the others, also when the part has been sent anew.
 * @param {Element} element
 */
function nameOf(element) {
  const given = ["id", "href", "name", "value", "aria-label"].map((name) => element.getAttribute(name));
  const form = element.closest("form")?.getAttribute("action");
  return JSON.stringify([element.tagName, ...given, form, element.closest("[id]")?.id]);
}
