/** Positions near the end of random games, in which only looking far enough ahead finds what is best. */

import { PythonRandom } from "./python_random.js";

/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../../src/state.js").State} State */

/**
 * For each number of moves that must be looked ahead: how many cells are still empty, and the seeds
 * of games in which that is so. The tests find them again.
 * @type {Record<number, { empty: number, seeds: number[] }>}
 */
export const DRAWN = {
  1: { empty: 3, seeds: [3, 40, 74, 78, 96, 139, 172, 175, 184, 193, 205, 208] },
  2: { empty: 3, seeds: [150, 213, 265, 347, 557, 560, 604, 734, 781, 798, 863, 868] },
  3: { empty: 4, seeds: [39, 132, 135, 137, 501, 551, 649, 1021, 1255, 1298, 1400, 1532] },
};

/** A random game up to where so many cells are empty, or it has ended. @param {Game} game @param {number} seed @param {number} empty */
export function drawn(game, seed, empty) {
  const state = game.start();
  const dice = PythonRandom.of(seed);
  const plies = game.options.size ** 2 - empty;
  while (state.ply < plies && !state.over) state.play(dice.choice(state.unsorted));
  return state;
}

/**
 * What each legal move is worth to the player to move, by points, if both look so many moves ahead.
 * @param {State} state @param {number} depth
 */
export function worth(state, depth) {
  const { player } = state;
  return state.unsorted.map((move) => after(state, move, () => value(state, player, depth - 1)));
}

/** @param {State} state @param {number} player @param {number} depth @returns {number} */
function value(state, player, depth) {
  if (!depth || state.over) return state.scores[player] - state.scores[1 - player];
  const found = state.unsorted.map((move) => after(state, move, () => value(state, player, depth - 1)));
  return state.player === player ? Math.max(...found) : Math.min(...found);
}

/** @param {State} state @param {number} move @param {() => number} look */
function after(state, move, look) {
  state.play(move);
  const found = look();
  state.undo();
  return found;
}

/** The legal moves that are worth most. @param {State} state @param {number[]} values one for each */
export function best({ unsorted }, values) {
  const most = Math.max(...values);
  return unsorted.filter((_, at) => values[at] === most);
}

/**
 * Whether a position tells who looks so far ahead: the best moves are few, win more than the others
 * by result and by points, are what that depth finds, and none of them is what less depth finds.
 * @param {State} state @param {number} depth
 */
export function tells(state, depth) {
  if (state.over) return false;
  const values = worth(state, Infinity);
  const right = best(state, values);
  const isSame = (/** @type {number[]} */ moves) => String(moves) === String(right);
  const isNone = (/** @type {number[]} */ moves) => !moves.some((move) => right.includes(move));
  return right.length <= state.unsorted.length / 2 && isSame(best(state, values.map(Math.sign))) && isSame(best(state, worth(state, depth)))
    && Array.from({ length: depth - 1 }, (_, at) => best(state, worth(state, at + 1))).every(isNone);
}
