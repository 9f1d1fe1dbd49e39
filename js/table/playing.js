/** A table that takes the whole page, and what plays a game through on it by itself. */

import { button, h } from "./dom.js";
import { LivestoneTable } from "./table.js";
import { t } from "./words.js";

const PACE = 1200; // milliseconds a ply

/** A table that takes the whole page. */
export function tableOfPage() {
  const table = new LivestoneTable();
  table.classList.add("full");
  return table;
}

/** Buttons that play and stop; they are told how far the game is by the table. */
export class Player {
  /** @param {LivestoneTable} table @param {number} last the last ply */
  constructor(table, last) {
    this.table = table;
    this.last = last;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.running = false;
    this.button = button("", () => this.toggle(), { class: "main" });
    this.element = h("div", { class: "buttons player" }, this.button, button(t("One step"), () => this.#step()));
    this.#say();
  }

  /** @param {boolean} [run] */
  toggle(run = !this.running) {
    clearTimeout(this.timer);
    this.running = run;
    this.#say();
    if (run) this.#run();
  }

  async #run() {
    if (this.#ply() >= this.last) await this.table.goTo(0);
    this.timer = setTimeout(() => this.#next(), PACE);
  }

  async #next() {
    if (!this.running || !this.table.isConnected) return;
    await this.table.goTo(this.#ply() + 1);
    if (this.#ply() >= this.last) this.toggle(false);
    else this.timer = setTimeout(() => this.#next(), PACE);
  }

  async #step() {
    this.toggle(false);
    await this.table.goTo(this.#ply() >= this.last ? 0 : this.#ply() + 1);
  }

  #ply() {
    return this.table.shown?.ply ?? 0;
  }

  #say() {
    this.button.textContent = this.running ? t("Pause") : t("Play it through");
  }
}
