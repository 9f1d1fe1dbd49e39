/** Moments of a game that a guide knows: what has just happened, or is so now, to a person. */

import { Budget, canWin, threatTo } from "../table/lookahead.js";

/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../src/module.js").Octets} Octets */
/**
 * The name of a moment with the number or the choice that belongs to it.
 * @typedef {{ moment: string, what: number | string | null }} Moment
 */

/** What is looked at again and again in one position, found once. */
export class Situation {
  /**
   * @param {State} state @param {number} player the person @param {number} since the ply from which
   *   on everything is new
   */
  constructor(state, player, since) {
    this.state = state;
    this.player = player;
    this.since = since;
    this.mine = !state.over && state.player === player;
  }

  /** Whether a moment is there; `refusal` is known by the table alone. @param {Moment} moment */
  async has({ moment, what }) {
    const { state, mine } = this;
    if (moment === "capture") return this.#steps.some(([before, after, mover]) => captured(state, before, after, mover));
    if (moment === "gain") return this.#changes.some((change) => change > 0);
    if (moment === "loss") return this.#changes.some((change) => change < 0);
    if (!mine) return false;
    if (moment === "start") return true;
    if (moment === "few") return state.unsorted.length <= Number(what);
    if (moment === "many") return state.unsorted.length >= Number(what) && this.#hadFewer(Number(what));
    if (moment === "choice") return Object.values(state.paths).some(([first]) => first === what);
    if (moment === "turn") return state.unfinished > 0;
    if (moment === "win") return canWin(state, new Budget());
    if (moment === "threat") return Boolean((await threatTo(state, new Budget()))?.wins);
    return false;
  }

  /**
   * The positions before and after each new ply, and who made it.
   * @returns {[Octets, Octets, number][]}
   */
  get #steps() {
    const { played, position } = this.state;
    return played.slice(this.since).map(({ before, player }, at) => [before, played[this.since + at + 1]?.before ?? position, player]);
  }

  /** How the points of each player have changed with each new ply. */
  get #changes() {
    const { game } = this.state;
    if (!game.manifest.points) return [];
    return this.#steps.flatMap(([before, after]) => {
      const was = game.outcome(before);
      return game.outcome(after).map((score, seat) => score - was[seat]);
    });
  }

  /** @param {number} count */
  #hadFewer(count) {
    return this.state.played.some(({ player, legal }) => player === this.player && legal.length < count);
  }
}

/**
 * Whether pieces of others than the mover have gone.
 * @param {State} state @param {Octets} before @param {Octets} after @param {number} mover
 */
function captured({ game }, before, after, mover) {
  const { pieces, seats } = game.manifest;
  const count = (/** @type {Octets} */ position, /** @type {string} */ colour) =>
    game.standing(position).filter((code) => code && pieces[code - 1].colour === colour).length;
  const others = seats.filter((/** @type {unknown} */ _, /** @type {number} */ seat) => seat !== mover);
  return others.some((/** @type {{ colour: string }} */ { colour }) => count(after, colour) < count(before, colour));
}
