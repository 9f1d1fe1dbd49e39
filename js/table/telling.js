/** What every move of a game cost: the costliest of each player, and how the game went. */

import { button, h } from "./dom.js";
import { costText } from "./evaluation.js";
import { graph, plyAt } from "./graph.js";
import { telling } from "./judging.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./judging.js").Judged} Judged */
/**
 * A game whose moves are judged: who plays, how many plies it has, and whether costs are in points.
 * @typedef {{ seats: { name: string }[], last: number, points: boolean }} Course
 */

const TOLD = 5; // mistakes of each player
const SHOWN = 6; // moves of what was better

export class Telling {
  /** @param {Course} course @param {import("./table.js").LivestoneTable} table */
  constructor(course, table) {
    this.course = course;
    this.table = table;
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    this.told = h("p", { class: "soft" });
    this.picture = h("figure", { class: "course", onclick: (/** @type {MouseEvent} */ event) => this.#look(event) });
    this.sides = h("div", { class: "sides" });
    this.element = h("div", { class: "telling" }, this.told, this.picture, this.sides);
  }

  /** Show what is known so far. @param {Map<number, Judged>} judged */
  show(judged) {
    this.judged = judged;
    const { seats, points } = this.course;
    const all = telling(judged, points);
    const chosen = seats.map((_, seat) => all.filter(({ mover }) => mover === seat).slice(0, TOLD));
    this.sides.replaceChildren(...seats.map(({ name }, seat) => this.#side(t(name), chosen[seat])));
    this.picture.replaceChildren(graph(judged, this.course, chosen.flat()));
    this.tell();
  }

  /** Tell what is known of the move that led to the position shown. */
  tell() {
    const ply = this.table.shown?.ply ?? 0;
    const one = this.judged.get(ply);
    this.told.textContent = one ? this.#words(one) : "";
    this.picture.querySelector(".now")?.setAttribute("d", plyAt(this.course, ply));
  }

  /** @param {string} name @param {Judged[]} mistakes */
  #side(name, mistakes) {
    if (!mistakes.length) return h("p", { class: "soft small" }, t("{player}: no move cost much so far.", { player: name }));
    const items = mistakes.map((one) => {
      const made = button("", () => this.table.goTo(one.ply));
      made.append(
        h("span", {}, t("Move {number}: {text}", { number: one.ply, text: written(one.move) })),
        h("span", { class: "soft small" }, t("cost {cost}; better was {line}", { cost: this.#cost(one), line: written(one.line.slice(0, SHOWN).join(" ")) })));
      return h("li", {}, made);
    });
    return h("section", { "aria-label": name }, h("h3", {}, name), h("ol", { class: "mistakes" }, ...items));
  }

  /** @param {Judged} one */
  #words(one) {
    const player = t(this.course.seats[one.mover].name);
    const [move, better] = [one.move, one.better].map((text) => written(text));
    if (!one.choice) return t("{player} played {move}: it was forced.", { player, move });
    if (one.cost && better !== move) return t("{player} played {move}. It cost {cost}; {better} was better.", { player, move, cost: this.#cost(one), better });
    return t("{player} played {move}: nothing was better.", { player, move });
  }

  /** @param {Judged} one */
  #cost(one) {
    return costText(one, this.course.points);
  }

  /** Look at the move that was pressed in the picture. @param {MouseEvent} event */
  #look(event) {
    const box = this.picture.querySelector("svg")?.getBoundingClientRect();
    if (box?.width) this.table.goTo(Math.round(((event.clientX - box.left) / box.width) * this.course.last));
  }
}
