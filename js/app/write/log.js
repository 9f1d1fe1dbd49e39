/** What a player has printed and logged, at the move when it did, with the time that move took. */

import { button, h } from "../../table/dom.js";
import { t, tn } from "../../table/words.js";

/** @typedef {import("../../src/state.js").State} State */

const MAX_ENTRIES = 3000;
const PAUSE = 50; // milliseconds between two drawings

export class Log {
  /** @param {(ply: number) => void} goTo @param {(move: string) => string} shown a move as the player knows it */
  constructor(goTo, shown) {
    this.goTo = goTo;
    this.shown = shown;
    this.element = h("ol", { class: "log", tabindex: 0, "aria-labelledby": "write-log" });
    this.ply = 0;
    /** @type {HTMLElement[]} what is not drawn yet */
    this.waiting = [];
    /** @type {HTMLElement | null} */
    this.current = null;
  }

  clear() {
    this.waiting = [];
    this.element.replaceChildren();
    this.ply = 0;
    this.current = null;
  }

  /** What the player's code said. @param {string} kind @param {any[]} said */
  tell(kind, ...said) {
    if (kind === "log") {
      const [level, text] = said;
      this.#add(h("li", { class: level === "ERROR" ? "wrong" : null }, level !== "PRINT" && h("span", { class: "level" }, `${level} `), text));
    } else if (kind === "cut") {
      this.#add(h("li", { class: "wrong" }, tn("{n} more line was left out: print less.", "{n} more lines were left out: print less.", said[0])));
    }
  }

  /** A move has been made. @param {State} state @param {number[]} seconds @param {number} seat the player's */
  move(state, seconds, seat) {
    if (state.ply <= this.ply || !state.ply) return;
    this.ply = state.ply;
    const mine = state.played[this.ply - 1].player === seat;
    const { ply } = this;
    const text = `${ply}. ${this.shown(state.moveTexts[ply - 1])}`;
    const took = mine ? ` ${t("{seconds} s", { seconds: seconds[ply - 1].toFixed(3) })}` : "";
    this.#add(h("li", { "data-ply": ply }, button(text, () => this.goTo(ply)), h("span", { class: "level" }, mine ? ` ${t("your move,")}${took}` : ` ${t("theirs")}`)));
  }

  /** What went wrong, with the player's part of the traceback. @param {import("./contest.js").Fault} fault @param {State} state */
  fault({ message, details }, state) {
    this.#add(h("li", { class: "wrong", "data-ply": state.ply }, `${message}${details ? `\n${details}` : ""}`));
    const legal = state.legalTexts.map(this.shown);
    if (legal.length) this.#add(h("li", {}, t("Legal moves: {moves}", { moves: legal.slice(0, 60).join(" ") })));
  }

  /** Show what belongs to a ply. @param {number} ply */
  showPly(ply) {
    this.#draw();
    this.current?.removeAttribute("aria-current");
    this.current = this.element.querySelector(`[data-ply="${ply}"]`);
    this.current?.setAttribute("aria-current", "true");
    if (this.current) this.element.scrollTop = this.current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }

  /** @param {HTMLElement} entry */
  #add(entry) {
    if (!this.waiting.length) setTimeout(() => this.#draw(), PAUSE);
    this.waiting.push(entry);
    if (this.waiting.length > MAX_ENTRIES) this.waiting.shift();
  }

  #draw() {
    const { element, waiting } = this;
    if (!waiting.length) return;
    element.append(...waiting);
    this.waiting = [];
    while (element.children.length > MAX_ENTRIES) element.firstElementChild?.remove();
    element.scrollTop = element.scrollHeight;
  }
}
