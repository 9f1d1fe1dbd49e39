/** Moving a piece by dragging it, with a mouse or a finger. */

const SLOP = 6; // pixels by which a click may miss its own place

/** Watches a board: `lift` is told where a drag begins, `drop` where it ends. */
export class Drag {
  /**
   * @param {import("./board.js").LivestoneBoard} board
   * @param {{ siteAt: (element: Element | null) => SVGGElement | null, lift: (name: string) => void, drop: (name: string) => void }} acts
   */
  constructor(board, { siteAt, lift, drop }) {
    this.board = board;
    this.siteAt = siteAt;
    this.lift = lift;
    this.drop = drop;
    /** @type {{ site: SVGGElement, x: number, y: number, id: number } | null} where a pointer is down */
    this.down = null;
    /** @type {SVGGElement | null} the piece that follows the pointer */
    this.ghost = null;
    this.ended = false; // whether the click that comes now belongs to a drag
    board.addEventListener("pointerdown", (event) => this.#press(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#release(event));
    board.addEventListener("pointercancel", () => this.#forget());
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#forget();
    this.ended = false;
    const site = event.isPrimary && event.button === 0 && event.target instanceof Element ? this.siteAt(event.target) : null;
    if (site?.classList.contains("grip")) this.down = { site, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.down || event.pointerId !== this.down.id) return;
    const { site, x, y } = this.down;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < SLOP) return;
      this.#begin(site, event.pointerId);
    }
    this.#place(event);
  }

  /** @param {SVGGElement} site @param {number} pointer */
  #begin(site, pointer) {
    const name = site.dataset.site ?? "";
    if (!this.board.given.includes(name)) this.lift(name);
    const piece = site.querySelector(".piece");
    const layer = this.board.querySelector(".moving");
    if (!piece || !layer) return;
    this.ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.ghost.append(piece.cloneNode(true));
    layer.append(this.ghost);
    this.board.setPointerCapture(pointer);
    this.board.querySelector(".board")?.classList.add("dragging");
  }

  /** @param {PointerEvent} event */
  #place({ clientX, clientY }) {
    const screen = this.board.querySelector("svg")?.getScreenCTM();
    if (!screen || !this.ghost) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(screen.inverse());
    this.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (!this.down || event.pointerId !== this.down.id) return;
    const [from, dragged] = [this.down.site, this.ghost !== null];
    this.#forget();
    if (!dragged) return;
    this.ended = true;
    const site = this.siteAt(/** @type {Document | ShadowRoot} */ (this.board.getRootNode()).elementFromPoint(event.clientX, event.clientY));
    if (site && site !== from && this.board.contains(site)) this.drop(site.dataset.site ?? "");
  }

  #forget() {
    this.down = null;
    this.ghost?.remove();
    this.ghost = null;
    this.board.querySelector(".board")?.classList.remove("dragging");
  }
}
