/** "How to play" beside a board: the goal and a few pictures; it is open in one's first game. */

import { focusedBeside, h } from "./dom.js";
import { t } from "./words.js";

const KEY = "livestone.first-games";

/** A part of the table's panel that opens and closes. */
export class HowToPlay {
  /**
   * @param {string} game the game's id @param {string} rules the address of its rules
   * @param {() => Promise<string>} load what is shown, as HTML of our own
   */
  constructor(game, rules, load) {
    this.game = game;
    this.load = load;
    this.asked = this.greeted = false;
    this.text = h("div", { class: "text" });
    this.turned = h("p", { class: "soft", hidden: true }, t("Your board is turned round: the pictures show it from the other side."));
    this.summary = h("summary", {}, t("How to play"));
    this.element = /** @type {HTMLDetailsElement} */ (h("details", { class: "how" }, this.summary, this.turned, this.text,
      h("p", { class: "links" }, h("a", { href: rules, target: "_blank" }, t("All rules, in a new tab")))));
    this.element.addEventListener("toggle", () => this.#toggled());
  }

  /**
   * Open by itself, once, at the first table of this game that this browser plays at.
   * @param {string} table its id
   */
  greet(table) {
    const first = firstTables();
    if (!first || this.greeted) return;
    this.greeted = true;
    if (!(this.game in first)) keep({ ...first, [this.game]: table });
    this.element.open = (first[this.game] ?? table) === table;
    if (this.element.open) this.#toggled(); // the browser tells of it later, and Escape may come before
  }

  /** Close it; whether it was open. */
  close() {
    if (!this.element.open) return false;
    const inside = this.element.contains(focusedBeside(this.element));
    this.element.open = false;
    this.#toggled();
    if (inside) this.summary.focus();
    return true;
  }

  /** Escape closes it from anywhere on the page, unless it was for something else. */
  #pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && !event.defaultPrevented) this.close();
  };

  /** Do what follows from being open or not; a second time it changes nothing. */
  async #toggled() {
    const { open } = this.element;
    if (open) document.addEventListener("keydown", this.#pressed);
    else document.removeEventListener("keydown", this.#pressed);
    const first = firstTables();
    if (!open && first?.[this.game]) keep({ ...first, [this.game]: "" }); // it has been read
    if (!open || this.asked) return;
    this.asked = true;
    try {
      this.text.innerHTML = await this.load();
    } catch {
      this.asked = false;
      this.text.textContent = t("This cannot be read now.");
    }
  }
}

/**
 * The first table of each game, empty once its help was closed; null where nothing can be kept.
 * @returns {Record<string, string> | null}
 */
function firstTables() {
  try {
    return { ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return null;
  }
}

/** @param {Record<string, string>} first */
function keep(first) {
  try {
    localStorage.setItem(KEY, JSON.stringify(first));
  } catch {
    // Forbidden or full: it opens again the next time.
  }
}
