/** Games that run, on small boards. */

import { LivestoneBoard } from "../../table/board.js";
import { h } from "../../table/dom.js";
import { chip } from "../../table/seats.js";
import { t } from "../../table/words.js";
import { read } from "../net/api.js";
import { to } from "../routes.js";

/** @typedef {import("../../table/driver.js").Description} Description */
/** @typedef {import("../net/types.d.ts").Board} Board */

/** @type {Map<string, Promise<Description>>} */
const descriptions = new Map();

/**
 * What boards need to know of a game with its options.
 * @param {string} game @param {Record<string, any>} options @returns {Promise<Description>}
 */
export function describe(game, options) {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  const path = `/descriptions/${encodeURIComponent(game)}?${query}`;
  const known = descriptions.get(path) ?? read(path);
  descriptions.set(path, known);
  known.catch(() => descriptions.delete(path));
  return known;
}

/** A list of boards, each a link to its game; one that stays keeps its element. */
export class Boards {
  constructor() {
    this.element = h("ul", { class: "boards" });
    /** @type {Map<string, Small>} */
    this.known = new Map();
  }

  /** @param {Board[]} boards */
  async show(boards) {
    const kinds = await Promise.all(boards.map(({ game, options }) => describe(game, options)));
    for (const [id, { element }] of this.known) {
      if (boards.some((board) => board.id === id)) continue;
      this.known.delete(id);
      element.remove();
    }
    boards.forEach((board, at) => {
      const small = this.known.get(board.id) ?? new Small(board, kinds[at]);
      this.known.set(board.id, small);
      if (this.element.children[at] !== small.element) this.element.insertBefore(small.element, this.element.children[at] ?? null);
      small.show(board);
    });
    this.element.hidden = !boards.length;
  }
}

class Small {
  /** @param {Board} board @param {Description} description */
  constructor({ id, players }, description) {
    this.description = description;
    this.board = new LivestoneBoard();
    this.said = h("span", { class: "soft small" });
    this.scores = players.map(() => h("b", {}));
    const seats = players.map((name, seat) =>
      h("span", { class: "player" }, chip(description.seats[seat].colour), h("span", { class: "who" }, name), " ", this.scores[seat]));
    this.element = h("li", {}, h("a", { href: to("freeplaygame", { id }) },
      h("figure", { inert: true, "aria-hidden": "true" }, this.board), h("span", { class: "players" }, ...seats), this.said));
  }

  /** @param {Board} board */
  show({ picture, scores, ply, mover }) {
    this.board.show(this.description, { picture });
    this.scores.forEach((place, seat) => (place.textContent = scores.length ? String(scores[seat]) : ""));
    const move = t("move {number}", { number: ply + 1 });
    const player = mover === null ? "" : t(this.description.seats[mover].name);
    this.said.textContent = player ? `${move}, ${t("{player} to play", { player })}` : move;
  }
}
