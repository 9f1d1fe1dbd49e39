/** Guided search: UCT led by estimates of moves, for games that have them. */

import { Lengths, convert } from "./alphabeta_work.js";
import { withPoints } from "./alphabeta.js";
import { Records } from "../records.js";
import { PV_LINES } from "./sums.js";
import { Tree } from "./tree.js";
import { Uct } from "./uct.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("../module.js").Octets} Octets */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Line} Line */

// What `proved` says: the first player is sure to lose, draw, win.
const LOSS = 1;
const DRAW = 2;
// What a draw is worth.
const EVEN = 0.5;

/** A tree over one position, in the form that the game has for search. */
class GuidedTree extends Tree {
  /** @param {Game} game */
  constructor(game) {
    super(game, 1, "guided");
    this.even = EVEN; // what a draw is worth to the first player, as far as the search goes by it
    this.luck = this.arena.array("f8", game.manifest.searches.guided.luck);
    game.module.call("guided_luck", this.luck);
    this.odds = this.arena.array("f8", 1, 2);
    this.lengths = new Lengths(game, this.arena);
  }

  /** @override @param {Octets} position */
  place(position) {
    convert(this.game, "alphabeta", this.stack, position);
    this.arena.drop(this.odds);
    this.odds = this.arena.array("f8", (this.lengths.from(position) ?? 0) + 1, 2);
    this.game.module.call("guided_odds", this.odds);
    this.used.numbers[1] = BigInt(this.tree.shape[0]);
  }

  /** @override @param {number} playouts */
  grow(playouts) {
    const { tree, used, stack, odds, luck, stats, rng, settings } = this;
    new Records(settings).set(0, "even", this.even);
    this.done += this.game.module.call(
      "guided_grow", tree, used, stack, odds, luck, stats, playouts, rng, settings,
    );
  }

  /** @override @param {number} at */
  exact(at) {
    const proved = this.nodes.get(at, "proved");
    const first = proved === DRAW ? this.even : 0.5 * (proved - LOSS);
    return [first, 1 - first];
  }
}

/** Guided search; what holds for UCT holds for it. */
export class Guided extends Uct {
  /**
   * To the searching player a draw is worth a half less `contempt`.
   * @param {Game} game @param {{ seed?: number, reuse?: boolean, contempt?: number }} options
   */
  constructor(game, { seed = 0, reuse = false, contempt = 0 } = {}) {
    super(game, { seed, reuse });
    this.contempt = contempt;
  }

  /** @override */
  newTree() {
    return new GuidedTree(this.game);
  }

  /** @override @param {State} state @param {Limits} limits */
  plant(state, limits) {
    const even = state.mover === 0 ? EVEN - this.contempt : EVEN + this.contempt;
    for (const tree of /** @type {GuidedTree[]} */ (this.trees)) {
      // What the other player has seen goes by another worth.
      if (tree.even !== even) this.planted = null;
      tree.even = even;
    }
    return super.plant(state, limits);
  }

  /**
   * How many plies are left, if every game from here has as many, as far as is known.
   * @param {State} state
   */
  pliesLeft(state) {
    this.prepare();
    return /** @type {GuidedTree} */ (this.trees[0]).lengths.from(state.position);
  }

  /** @override @param {Tree[]} grown @param {State} state @param {number} seconds
   * @param {boolean} final */
  report(grown, state, seconds, final) {
    const report = super.report(grown, state, seconds, final);
    const lines = report.lines
      .map(asItIs)
      .map((line, at) => (at < PV_LINES ? withPoints(line, state) : line));
    return { ...report, lines };
  }
}

/**
 * The line, where a proved draw is one, whatever the search thinks of draws.
 * @param {Line} line
 * @returns {Line}
 */
function asItIs(line) {
  const drawn = line.proved && 0 < line.value[0] && line.value[0] < 1;
  return drawn ? { ...line, value: [EVEN, EVEN] } : line;
}
