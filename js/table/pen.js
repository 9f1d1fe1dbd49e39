/** Draws arrows and marks on a board: with the right button, or with any pointer and keys while it is down. */

import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./signs.js").Colour} Colour */
/** @typedef {import("./signs.js").Sign} Sign */
/** A mark on a site, or an arrow to another. @typedef {{ colour: Colour, at: string, to?: string }} Mark */

/** What is drawn is one's own, until the position changes; `draw` may be set to keep it elsewhere. */
export class Pen {
  /** @param {import("./board.js").LivestoneBoard} board */
  constructor(board) {
    this.board = board;
    this.down = false; // whether the board is drawn on, and not played on
    /** @type {Colour} */
    this.colour = "green";
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Mark | null} what would be drawn if the pointer were lifted now */
    this.sketch = null;
    /** @type {number | null} the pointer that draws */
    this.pointer = null;
    this.picked = ""; // the site that the keyboard has given
    /** Draws a mark, or takes it away where it is. @type {(mark: Mark) => void} */
    this.draw = (mark) => this.#toggleMark(mark);
    /** @type {(text: string) => void} */
    this.tell = () => {};
    const capture = { capture: true };
    board.addEventListener("pointerdown", (event) => this.#press(event), capture);
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#release(event));
    board.addEventListener("pointercancel", () => this.#show(null));
    board.addEventListener("contextmenu", (event) => siteOf(event.target) && event.preventDefault());
    // While one draws, a click or Enter on the board is no move.
    board.addEventListener("click", (event) => this.down && siteOf(event.target) && event.stopImmediatePropagation(), capture);
    board.addEventListener("keydown", (event) => this.#pressed(event), capture);
  }

  /** Take the pen up, or put it down on the board. */
  toggle() {
    this.down = !this.down;
    this.picked = "";
    this.board.classList.toggle("drawing", this.down);
    this.#tellTable();
    this.tell(this.down ? t("The board is drawn on now.") : t("The board is played on now."));
  }

  /** Take away what one has drawn here; whether there was anything. */
  clear() {
    const any = this.marks.length > 0;
    this.marks = [];
    this.#show(null);
    this.#tellTable();
    return any;
  }

  /** What is drawn, as signs. @returns {Sign[]} */
  get signs() {
    return [...this.marks, ...(this.sketch ? [this.sketch] : [])].map(({ colour, at, to }) => (to ? [colour, at, to] : [colour, at]));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const draws = event.button === 2 || (this.down && event.button === 0);
    const at = event.isPrimary && draws ? siteOf(event.target) : "";
    if (!at) return;
    event.stopPropagation();
    this.board.setPointerCapture(event.pointerId);
    this.pointer = event.pointerId;
    this.#show({ colour: this.#colourOf(event), at });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.sketch || event.pointerId !== this.pointer) return;
    const { colour, at } = this.sketch;
    const to = this.#under(event);
    if (to && to !== (this.sketch.to ?? at)) this.#show(to === at ? { colour, at } : { colour, at, to });
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { sketch } = this;
    if (!sketch || event.pointerId !== this.pointer) return;
    const isInside = this.#under(event);
    this.#show(null);
    if (isInside) this.draw(sketch);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const at = siteOf(event.target);
    if (!this.down || !at || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { picked } = this;
    this.picked = picked ? "" : at;
    const colour = this.#colourOf(event);
    if (picked) this.draw(picked === at ? { colour, at } : { colour, at: picked, to: at });
    else this.tell(t("{site}: again for a mark, another cell for an arrow.", { site: written(at) }));
  }

  /** @param {MouseEvent | KeyboardEvent} event */
  #colourOf({ shiftKey, altKey }) {
    return shiftKey ? "red" : altKey ? "blue" : this.colour;
  }

  /** The site under a pointer, wherever its drag began. @param {PointerEvent} event */
  #under({ clientX, clientY }) {
    const root = /** @type {Document | ShadowRoot} */ (this.board.getRootNode());
    const found = root.elementFromPoint(clientX, clientY);
    return this.board.contains(found) ? siteOf(found) : "";
  }

  /** @param {Mark} mark */
  #toggleMark(mark) {
    const isThere = (/** @type {Mark} */ one) => one.at === mark.at && one.to === mark.to;
    const before = this.marks.find(isThere);
    const others = this.marks.filter((one) => !isThere(one));
    this.marks = before?.colour === mark.colour ? others : [...others, mark];
    this.#show(null);
    this.#tellTable();
  }

  #tellTable() {
    this.board.dispatchEvent(new CustomEvent("livestone-drawn", { bubbles: true }));
  }

  /** @param {Mark | null} sketch */
  #show(sketch) {
    this.sketch = sketch;
    this.board.showSigns();
  }
}

/** @param {EventTarget | null} target */
function siteOf(target) {
  return (target instanceof Element && target.closest("[data-site]")?.getAttribute("data-site")) || "";
}
