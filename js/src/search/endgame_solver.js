/** Endgame solver: proves whether the first player leads by so much in the end. */

import { Arena, Records } from "../records.js";
import { convert } from "./alphabeta_work.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */

const MEGABYTE = 2 ** 20;
const MEGABYTES = 64;
// Entries of the table that share a bucket.
const BUCKET = 4;

/** Answers questions about any positions of a game, and remembers what it has found. */
export class EndgameSolver {
  /** @param {Game} game @param {number} megabytes of its table */
  constructor(game, megabytes = MEGABYTES) {
    this.game = game;
    this.numbers = game.manifest.searches.solver;
    this.arena = new Arena(game.module);
    this.arrays = this.arena.arguments("solver_run");
    const { memory } = this.arrays;
    this.arena.drop(memory);
    const most = Math.max(BUCKET, Math.floor((megabytes * MEGABYTE) / this.numbers.entry_bytes));
    this.arrays.memory = this.arena.array(memory.type, 2 ** Math.floor(Math.log2(most)));
    this.frames = new Records(this.arrays.frames);
    this.result = this.arena.array("i4", 2);
  }

  /** Positions looked at so far. */
  get nodes() {
    return Number(this.arrays.meter.numbers[this.numbers.meter.indexOf("nodes")]);
  }

  /** Make a state's position the one asked about. @param {State} state */
  setPosition(state) {
    convert(this.game, "solver", this.arrays.stack, state.position);
  }

  /** Make the position after a move the one asked about. @param {number} move */
  step(move) {
    this.game.module.call("solver_play", this.arrays.stack.pointer, move);
  }

  /**
   * The least and the most lead that the rules allow in the position asked about.
   * @returns {[number, number]}
   */
  extent() {
    const { pointer } = this.arrays.stack;
    this.game.module.call("solver_bounds", pointer, this.result);
    const [low, high] = this.result.numbers;
    return [low, high];
  }

  /** Ask whether player 0 will lead by `goal` or more; see `goOn`. @param {number} goal */
  ask(goal) {
    this.frames.set(0, "entered", 0);
    this.#setMeter("at", 0);
    this.#setMeter("goal", goal);
  }

  /**
   * Think until there is an answer or so many nodes are used; returns whether there is one.
   * @param {number} until
   */
  goOn(until) {
    this.#setMeter("until", until);
    const { stack, frames, moves, order, memory, meter } = this.arrays;
    return Boolean(
      this.game.module.call("solver_run", stack, frames, moves, order, memory, meter),
    );
  }

  /** The answer: the goal or more is yes and the least lead, less is no and the most. */
  get value() {
    return this.frames.get(0, "value");
  }

  /** The move that made the mover right; null where the answer is against them. */
  get move() {
    const move = this.frames.get(0, "move");
    return move < 0 ? null : move;
  }

  /** Give its memory back. */
  free() {
    this.arena.free();
  }

  /** @param {string} name @param {number} value */
  #setMeter(name, value) {
    this.arrays.meter.numbers[this.numbers.meter.indexOf(name)] = BigInt(value);
  }
}
