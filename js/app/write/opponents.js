/** The opponents of `livestone try`: house players and levels, who play the same by the same seed. */

import { Bot } from "../../src/bot.js";
import { seeded } from "../../src/random.js";
import { guessed } from "./live_state.js";
import { PythonRandom } from "./python_random.js";

/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../../src/state.js").State} State */
/** @typedef {{ move: (state: State) => string | Promise<string>, close?: () => void }} Thinker */
/** @typedef {{ name: string, level: number | null, make: (game: Game, seed: number) => Thinker }} Opponent */

export const HOUSE = ["random", "first-free", "greedy"];

/** All of them in the order in which they are met, but for the strongest. @param {Game} game @returns {Opponent[]} */
export function opponents(game) {
  const levels = game.manifest.levels.slice(0, -1).map((/** @type {import("../../src/levels.js").Level} */ { number, patient }) => ({
    name: `level ${number}`, level: number,
    make: (/** @type {Game} */ game, /** @type {number} */ seed) => new Bot(game, { level: number, seed, seconds: patient }),
  }));
  return [
    { name: HOUSE[0], level: null, make: (_, seed) => random(seed) },
    { name: HOUSE[1], level: null, make: () => ({ move: (state) => state.game.text(state.unsorted[0]) }) },
    { name: HOUSE[2], level: null, make: (game, seed) => greedy(game, seed) },
    ...levels,
  ];
}

/** @param {number} seed @returns {Thinker} */
function random(seed) {
  const dice = PythonRandom.of(seed);
  return { move: (state) => state.game.text(dice.choice(state.unsorted)) };
}

/**
 * Plays the move after which the game's own evaluation looks best, by chance among equals. What
 * it may not see is guessed anew for each move.
 * @param {Game} game @param {number} seed @returns {Thinker}
 */
function greedy(game, seed) {
  const dice = PythonRandom.of(seed);
  const guesses = game.module.array("u8", 1);
  guesses.numbers[0] = seeded(BigInt(seed));
  return {
    close: () => guesses.free(),
    move: (state) => {
      const ahead = state.copy();
      ahead.position = guessed(state, state.player, guesses);
      const worth = state.unsorted.map((move) => {
        ahead.play(move);
        const found = worthOf(ahead, state.player);
        ahead.undo();
        return found;
      });
      const best = worth.reduce((one, other) => (isBetter(other, one) ? other : one));
      return game.text(dice.choice(state.unsorted.filter((_, at) => !isBetter(best, worth[at]))));
    },
  };
}

/** @param {number[]} one @param {number[]} other */
function isBetter(one, other) {
  return one[0] > other[0] || (one[0] === other[0] && one[1] > other[1]);
}

/** 1 for a win, -1 for a loss, else 0; then how far a player leads. @param {State} state @param {number} player */
function worthOf(state, player) {
  const { winners } = state;
  if (winners?.length) return [Number(winners.includes(player)) - Number(winners.length > 1 || winners[0] !== player), lead(state.scores, player)];
  return winners ? [0, 0] : [0, lead(estimate(state) ?? state.scores, player)];
}

/** @param {State} state */
function estimate({ game, position }) {
  if (!game.has("evaluate")) return null;
  game.score.octets.fill(0);
  game.module.call("evaluate", game.at(position), game.score);
  return Array.from(game.score.numbers);
}

/** @param {number[]} scores @param {number} player */
function lead(scores, player) {
  return scores[player] - Math.max(...scores.filter((_, seat) => seat !== player));
}
