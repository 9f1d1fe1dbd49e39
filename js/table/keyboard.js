/** The keys of a table: they step through the game, call off what was begun, and show the list of keys. */

// Where the arrows have another use.
const OTHER = "input, select, textarea, dialog, details[open] summary, livestone-board, [role=tablist], [role=slider]";

export class Keyboard {
  /**
   * @param {import("./table.js").LivestoneTable} table
   * @param {{ step: (event: KeyboardEvent) => void, escape: () => void, help: () => void }} acts
   */
  constructor(table, acts) {
    this.table = table;
    this.acts = acts;
  }

  listen() {
    this.table.addEventListener("keydown", this.#pressed);
    document.addEventListener("keydown", this.#stepped);
  }

  leave() {
    this.table.removeEventListener("keydown", this.#pressed);
    document.removeEventListener("keydown", this.#stepped);
  }

  /** Steps through the game from wherever no other use of these keys is. */
  #stepped = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const isHere = target === document.body || this.table.root.contains(target);
    if (!isHere || event.defaultPrevented || target.closest(OTHER) || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    if (document.querySelectorAll("livestone-table").length === 1) this.acts.step(event);
  };

  #pressed = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (target.closest("dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (event.key === "Escape") this.acts.escape();
    else if (event.key === "?" && !isTyping) this.acts.help();
    else return;
    event.preventDefault();
  };
}
