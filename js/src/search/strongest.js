/** Chooses the strongest search for a game: guided search, alpha-beta with the solver, or UCT. */

import { LivestoneError } from "../errors.js";
import { log } from "../maths.js";
import { Random, seeded } from "../random.js";
import { AlphaBeta } from "./alphabeta.js";
import { Endgame } from "./endgame.js";
import { Guided } from "./guided.js";
import { forced, never, now } from "./report.js";
import { Uct } from "./uct.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Reports} Reports */
/** @typedef {import("./report.js").Stop} Stop */

// The share of the limits that trying to solve a position may take, and what is needed to try.
const SOLVING = 0.25;
const SOLVER_SPEED = 1e6;
// How many random games tell how much there is left to play.
const SAMPLES = 5;

/** Whether alpha-beta judges positions of a game well enough to play it. @param {Game} game */
export function judges(game) {
  return game.has("alphabeta_run") && game.manifest.points && game.has("evaluate");
}

/** The strongest search there is for a game. */
export class Strongest {
  /**
   * `toPlay` asks for the best move only; else what is said about leads must hold as well.
   * @param {Game} game
   * @param {{ seed?: number, toPlay?: boolean, contempt?: number }} options
   */
  constructor(game, { seed = 0, toPlay = false, contempt = 0 } = {}) {
    this.game = game;
    this.alphabeta = game.has("alphabeta_run") ? new AlphaBeta(game) : null;
    this.evaluator = evaluator(game, seed, toPlay, contempt);
    this.uct = new Uct(game, { seed, reuse: true });
    this.dice = new Random(seeded(BigInt(seed)));
  }

  /**
   * Report on a state about ten times a second until the limits, `stop` or a proof.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  *search(state, limits, stop = never) {
    if (state.over) throw new LivestoneError("there is nothing to search: the game is over");
    if (state.unsorted.length === 1) yield forced(state);
    else if (this.evaluator) yield* this.evaluator.search(state, limits, stop);
    else yield* this.#solveOrGuess(state, limits, stop);
  }

  /** Give its memory back. */
  free() {
    for (const part of [this.alphabeta, this.evaluator, this.uct]) part?.free();
  }

  /**
   * Solve the position where that looks possible in a part of the time, else UCT.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  *#solveOrGuess(state, limits, stop) {
    const began = now();
    if (this.alphabeta && this.#isNearTheEnd(state, limits)) {
      const trying = {
        seconds: limits.seconds == null ? null : limits.seconds * SOLVING,
        nodes: limits.nodes == null ? null : Math.max(1, Math.trunc(limits.nodes * SOLVING)),
        lines: limits.lines,
      };
      for (const report of this.alphabeta.solve(state, trying, stop)) {
        if (report?.lines.every((line) => line.proved)) {
          yield report;
          return;
        }
        yield null;
      }
    }
    let left = limits;
    if (limits.seconds != null) {
      left = { ...limits, seconds: Math.max(0, limits.seconds - (now() - began)) };
    }
    yield* this.uct.search(state, left, stop);
  }

  /**
   * Whether random games from here promise a tree that alpha-beta gets through in time.
   * @param {State} state @param {Limits} limits
   */
  #isNearTheEnd(state, limits) {
    let reach = limits.nodes == null ? Infinity : limits.nodes * SOLVING;
    if (limits.seconds != null) reach = Math.min(reach, limits.seconds * SOLVING * SOLVER_SPEED);
    if (reach === Infinity) return false;
    const most = 2 * log(reach + 1);
    const sizes = Array.from({ length: SAMPLES }, () => this.#randomSize(state, most));
    sizes.sort((one, other) => one - other);
    return sizes[Math.floor(SAMPLES / 2)] <= most;
  }

  /**
   * The logarithm of the product of the numbers of moves, looked at no further than `most`.
   * @param {State} state @param {number} most
   */
  #randomSize(state, most) {
    let size = 0;
    const game = state.copy();
    while (!game.over && size <= most) {
      size += log(game.unsorted.length);
      game.play(game.unsorted[this.dice.below(game.unsorted.length)]);
    }
    return size;
  }
}

/**
 * The evaluator for a game, with the solver where it can be asked; null where there is none.
 * @param {Game} game @param {number} seed @param {boolean} toPlay @param {number} contempt
 */
function evaluator(game, seed, toPlay, contempt) {
  if (!judges(game)) return null;
  const guided = toPlay && game.has("guided_grow");
  const search = guided
    ? new Guided(game, { seed, contempt, reuse: true })
    : new AlphaBeta(game);
  return game.has("solver_run") ? new Endgame(game, search, toPlay) : search;
}
