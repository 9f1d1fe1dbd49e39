/** Buttons that have just appeared, or moved, take no press that was meant for something else. */

const SETTLING = 700; // milliseconds
const NEAR = 4; // pixels

/** Watches the buttons that act beside a board. */
export class Settling {
  /** @param {() => HTMLElement} root where they stand @param {string} selector */
  constructor(root, selector) {
    this.root = root;
    this.selector = selector;
    /** @type {Map<string, DOMRect> | null} where each was when that was last looked at */
    this.places = null;
  }

  /** Look where the buttons are now; keys may press them at once. */
  look() {
    const before = this.places;
    this.places = new Map();
    const root = this.root();
    const { left, top } = root.getBoundingClientRect();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(this.selector))) {
      const { x, y, width, height } = button.getBoundingClientRect();
      const place = new DOMRect(x - left, y - top, width, height);
      const known = before?.get(button.textContent ?? "");
      this.places.set(button.textContent ?? "", place);
      if (!before || (known && Math.abs(known.x - place.x) < NEAR && Math.abs(known.y - place.y) < NEAR)) continue;
      button.classList.add("settling");
      setTimeout(() => button.classList.remove("settling"), SETTLING);
    }
  }
}
