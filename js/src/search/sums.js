/** What trees found out about the moves at the root, added up and put in order. */

import { highestPriorFirst, ranked, takingBackFirst } from "./choice.js";
import { PROVED_FIRST } from "./tree.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./report.js").Line} Line */
/**
 * @typedef {{ results: number[], counted: number, points: number[], playouts: number,
 *   visits: number, earlier: number[], exact: number[], proved: boolean }} Sum
 */

// How far principal variations go, and how many lines show more than their move.
const PV_PLIES = 16;
export const PV_LINES = 6;

/**
 * The lines of all trees together, best first.
 * @param {Tree[]} grown @param {State} state @param {boolean} hides
 * @returns {Line[]}
 */
export function merged(grown, state, hides) {
  const { manifest } = state.game;
  const { players } = manifest;
  const none = () => new Array(players).fill(0);
  /** @type {Map<number, Sum>} */
  const sums = new Map();
  for (const move of state.unsorted) {
    sums.set(move, {
      results: none(), counted: 0, points: none(), playouts: 0, visits: 0, earlier: none(),
      exact: none(), proved: false,
    });
  }
  for (const tree of grown) add(sums, tree, players);
  const mover = state.player;
  let lines = ranked(
    Array.from(sums, ([move, sum]) => lineOf(move, sum, players, hides, manifest.points)),
    mover,
  );
  const { alike } = manifest.searches.uct;
  if (alike) {
    const nodes = grown[0].nodes;
    const byPrior = grown[0].children(0).map((at) => nodes.get(at, "move"));
    lines = highestPriorFirst(lines, byPrior, mover, alike);
  }
  lines = takingBackFirst(lines, state, mover);
  return lines.map((line, at) => (at < PV_LINES ? { ...line, pv: variation(grown, line) } : line));
}

/**
 * Add what one tree knows; in a guessed position some of its moves may not be ours.
 * @param {Map<number, Sum>} sums @param {Tree} tree @param {number} players
 */
function add(sums, tree, players) {
  const nodes = tree.nodes;
  for (const [index, at] of tree.children(0).entries()) {
    const sum = sums.get(nodes.get(at, "move"));
    if (!sum) continue;
    const visits = nodes.get(at, "visits");
    sum.counted += tree.sums.get(index, "visits");
    sum.playouts += tree.sums.get(index, "playouts");
    sum.visits += visits;
    for (let player = 0; player < players; player++) {
      sum.results[player] += tree.sums.get(index, "results", player);
      sum.points[player] += tree.sums.get(index, "points", player);
      sum.earlier[player] += nodes.get(at, "value", player) * visits;
    }
    if (nodes.get(at, "proved")) {
      sum.proved = true;
      sum.exact = tree.exact(at);
    }
  }
}

/**
 * A move's line, without its principal variation.
 * @param {number} move @param {Sum} sum @param {number} players @param {boolean} hides
 * @param {boolean} points whether the game counts them
 * @returns {Line}
 */
function lineOf(move, sum, players, hides, points) {
  const proved = sum.proved && !hides;
  let value = sum.results.map((result) => result / sum.counted);
  // Nothing new: what an earlier search left there, if anything.
  if (!sum.counted) value = sum.earlier.map((result) => result / sum.visits);
  if (!sum.counted && !sum.visits) value = new Array(players).fill(1 / players);
  if (proved) value = sum.exact;
  const told = points && sum.playouts > 0;
  return {
    move,
    value,
    visits: sum.visits,
    pv: [move],
    proved,
    points: told ? sum.points.map((point) => point / sum.playouts) : null,
  };
}

/**
 * The principal variation of a line, from the tree that knows most about its move.
 * @param {Tree[]} grown @param {Line} line
 * @returns {number[]}
 */
function variation(grown, line) {
  /** @type {{ tree: Tree, at: number } | null} */
  let best = null;
  let highest = -1;
  for (const tree of grown) {
    const nodes = tree.nodes;
    const at = tree.children(0).find((child) => nodes.get(child, "move") === line.move);
    if (at === undefined) continue;
    const rank = nodes.get(at, "visits") + (nodes.get(at, "proved") ? PROVED_FIRST : 0);
    if (rank > highest) [best, highest] = [{ tree, at }, rank];
  }
  return best ? best.tree.bestLine(best.at, PV_PLIES) : line.pv;
}
