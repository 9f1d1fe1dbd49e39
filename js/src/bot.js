/** Bots: a level from 1 ("First game") to 10 ("Strongest now") that plays any game. */

import { EngineError, GameOver } from "./errors.js";
import { levelOf } from "./levels.js";
import { Thinker } from "./thinker.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./search/report.js").Limits} Limits */
/** @typedef {import("./search/report.js").ReportJson} ReportJson */

/**
 * A player of one level. A level below the strongest plays the same moves with the same `seed` as
 * in Python, as long as its time is enough for what it looks at. It thinks in a worker where there
 * is one, so that a page never waits for it.
 */
export class Bot {
  /**
   * `seconds` replaces the level's time for a move. Without `worker` it thinks in this thread, in
   * slices.
   * @param {Game} game
   * @param {{ level: number, seed?: number, seconds?: number, worker?: boolean }} options
   */
  constructor(game, { level, seed = 0, seconds, worker = true }) {
    this.game = game;
    this.level = levelOf(game, level);
    this.seed = seed;
    this.seconds = seconds ?? this.level.seconds;
    this.thinker = new Thinker(game, worker);
  }

  /**
   * The text of the move that it plays. `onReport` is told about ten times a second what it thinks;
   * after `signal` it plays the best that it has found.
   * @param {State} state
   * @param {{ onReport?: (report: ReportJson) => void, signal?: AbortSignal }} options
   * @returns {Promise<string>}
   */
  async move(state, { onReport, signal } = {}) {
    let move = "";
    for await (const report of this.think(state, { signal })) {
      move = report.lines[0].move;
      onReport?.(report);
    }
    if (!move) throw new EngineError("the bot has found no move");
    return move;
  }

  /**
   * Reports while it thinks; the last one's first move is the one to play.
   * @param {State} state @param {{ signal?: AbortSignal }} options
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *think(state, { signal } = {}) {
    const { level, seed, seconds } = this;
    const asked = position(state);
    const known = await this.#fromBook(state);
    if (known) {
      yield known;
      return;
    }
    const request = { ...asked, level: level.number, seed, seconds };
    yield* this.thinker.ask(request, signal);
  }

  /** What the opening book plays, for the strongest level. @param {State} state */
  async #fromBook(state) {
    if (this.level.playouts.count !== null) return null;
    const asked = state.copy(); // it may go on while the book is read
    const book = await this.game.book();
    return book && book.report(asked, this.seed);
  }

  /** End its worker, and forget what it has learned; it can be asked again. */
  async close() {
    await this.thinker.close();
  }
}

/**
 * The strongest search for one game, asked about one position after the other: what it has learned
 * helps with the next one. It thinks in a worker where there is one.
 */
export class Analyst {
  /** @param {Game} game @param {{ seed?: number, worker?: boolean }} options */
  constructor(game, { seed = 0, worker = true } = {}) {
    this.seed = seed;
    this.thinker = new Thinker(game, worker);
  }

  /**
   * Reports on a position until the limits, the signal or a proof; their numbers are rounded unless
   * they are to be exact.
   * @param {State} state @param {Limits} limits @param {{ signal?: AbortSignal, isExact?: boolean }} options
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *think(state, limits = {}, { signal, isExact } = {}) {
    yield* this.thinker.ask({ ...position(state), seed: this.seed, limits, isExact }, signal);
  }

  /** End its worker, and forget what it has learned; it can be asked again. */
  async close() {
    await this.thinker.close();
  }
}

/**
 * Reports on one position by the strongest search until the limits, the signal or a proof.
 * @param {State} state @param {Limits} limits
 * @param {{ seed?: number, signal?: AbortSignal, worker?: boolean }} options
 * @returns {AsyncGenerator<ReportJson, void, undefined>}
 */
export async function* analyse(state, limits = {}, { seed = 0, signal, worker = true } = {}) {
  const analyst = new Analyst(state.game, { seed, worker });
  try {
    yield* analyst.think(state, limits, { signal });
  } finally {
    await analyst.close();
  }
}

/** A state as it is sent to a worker. @param {State} state */
function position(state) {
  if (state.over) {
    throw new GameOver(`there is nothing to think about: the game is over after ply ${state.ply}`);
  }
  return { opening: state.opening, moves: state.moves, history: state.history };
}
