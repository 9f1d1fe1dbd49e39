/** What every move of a game cost: the costliest of each player, and how the game went. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { costText } from "./evaluation.js";
import { graph } from "./graph.js";

/** @typedef {import("./judging.js").Judge} Judge */
/** @typedef {import("./judging.js").Judged} Judged */

const TOLD = 5; // mistakes of each player
const SHOWN = 6; // moves of what was better

export class Telling {
  /** @param {Judge} judge @param {import("../table/table.js").LivestoneTable} table */
  constructor(judge, table) {
    this.judge = judge;
    this.table = table;
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    this.told = h("p", { class: "soft" });
    this.picture = h("figure", { class: "course" });
    this.sides = h("div", { class: "sides" });
    this.element = h("div", { class: "telling" }, this.told, this.picture, this.sides);
  }

  /**
   * Show what is known so far.
   * @param {Map<number, Judged>} judged
   */
  show(judged) {
    this.judged = judged;
    const all = this.judge.telling(judged);
    const { seats } = this.judge.game.manifest;
    const chosen = seats.map((/** @type {unknown} */ _, /** @type {number} */ seat) => all.filter(({ mover }) => mover === seat).slice(0, TOLD));
    this.sides.replaceChildren(...seats.map((/** @type {{ name: string }} */ { name }, /** @type {number} */ seat) => this.#side(t(name), chosen[seat])));
    this.picture.replaceChildren(graph(judged, this.judge, chosen.flat(), this.table.shown?.ply ?? 0));
    this.tell();
  }

  /** Tell what is known of the move that led to the position shown. */
  tell() {
    const one = this.judged.get(this.table.shown?.ply ?? 0);
    this.told.textContent = one ? this.#words(one) : "";
  }

  /** @param {string} name @param {Judged[]} mistakes */
  #side(name, mistakes) {
    if (!mistakes.length) return h("p", { class: "soft small" }, t("{player}: no move cost much so far.", { player: name }));
    const items = mistakes.map((one) => {
      const made = button("", () => this.table.goTo(one.ply));
      made.append(
        h("span", {}, t("Move {number}: {text}", { number: one.ply, text: one.move })),
        h("span", { class: "soft small" }, t("cost {cost}; better was {line}", { cost: this.#cost(one), line: one.line.slice(0, SHOWN).join(" ") })));
      return h("li", {}, made);
    });
    return h("section", { "aria-label": name }, h("h3", {}, name), h("ol", { class: "mistakes" }, ...items));
  }

  /** @param {Judged} one */
  #words(one) {
    const player = t(this.judge.game.manifest.seats[one.mover].name);
    const { move, better } = one;
    if (!one.choice) return t("{player} played {move}: it was forced.", { player, move });
    if (one.cost && better !== move) return t("{player} played {move}. It cost {cost}; {better} was better.", { player, move, cost: this.#cost(one), better });
    return t("{player} played {move}: nothing was better.", { player, move });
  }

  /** @param {Judged} one */
  #cost(one) {
    return costText(one, this.judge.points);
  }
}
