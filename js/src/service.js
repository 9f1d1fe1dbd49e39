/** Answers what bots and analyses ask, in slices, so that its thread may do something else. */

import { GameOver } from "./errors.js";
import { Player } from "./player.js";
import { asJson, now } from "./search/report.js";
import { Strongest } from "./search/strongest.js";
import { State } from "./state.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./module.js").Octets} Octets */
/** @typedef {import("./search/report.js").Limits} Limits */
/** @typedef {import("./search/report.js").ReportJson} ReportJson */
/** @typedef {import("./search/report.js").Stop} Stop */
/**
 * A position with its history, and who is to think about it: a level of bots, or the strongest
 * search within limits.
 * @typedef {{ opening: Octets, moves: number[], history: Octets[], seed: number, level?: number,
 *   seconds?: number, limits?: Limits, isExact?: boolean }} Request
 */

// How long a thread works before others have their turn, in seconds.
const WORK = 0.01;

/** Thinks about one position after the other; what it has learned helps with the next one. */
export class Service {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Player | null} */
    this.player = null;
    /** @type {Strongest | null} */
    this.strongest = null;
  }

  /**
   * Report on what is asked; the last report is final.
   * @param {Request} request @param {Stop} stop
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *answer(request, stop) {
    let rested = now();
    for (const report of this.#reports(request, stop)) {
      if (report) yield asJson(report, this.game, request.isExact);
      if (now() - rested < WORK) continue;
      await turn();
      rested = now();
    }
  }

  /** @param {Request} request @param {Stop} stop */
  #reports({ seed, level, seconds, limits, ...position }, stop) {
    const state = stateOf(this.game, position);
    if (state.over) throw new GameOver(`there is nothing to think about: the game is over`);
    if (level !== undefined) {
      this.player ??= new Player(this.game, { level, seed, seconds });
      return this.player.think(state, stop);
    }
    this.strongest ??= new Strongest(this.game, { seed });
    return this.strongest.search(state, limits ?? {}, stop);
  }
}

/**
 * The state that a request is about.
 * @param {Game} game @param {{ opening: Octets, moves: number[], history: Octets[] }} position
 */
function stateOf(game, { opening, moves, history }) {
  const state = new State(game, opening);
  for (const move of moves) state.play(move);
  state.history = history;
  return state;
}

/** Let everything else that waits in this thread have its turn. */
function turn() {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") {
      setImmediate(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });
}
