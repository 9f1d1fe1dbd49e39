/** One alpha-beta search at work: its arrays, and the kernel that fills them. */

import { exp } from "../maths.js";
import { seeded } from "../random.js";
import { Arena, Records, historyArray } from "../records.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("../module.js").Block} Block */
/** @typedef {import("../module.js").Octets} Octets */
/** @typedef {import("./report.js").Line} Line */

const MEGABYTE = 2 ** 20;
// Searches are numbered by their age, which begins again after so many.
const AGES = 256;
// How many random games show whether a game's length is fixed.
const SAMPLES = 16;

/** The arrays of one search and the compiled kernel that works on them. */
export class Work {
  /** @param {Game} game @param {number} megabytes of its table */
  constructor(game, megabytes) {
    this.game = game;
    const numbers = game.manifest.searches.alphabeta;
    this.numbers = numbers;
    this.arena = new Arena(game.module);
    this.arrays = this.arena.arguments("alphabeta_run");
    const { words, table } = this.arrays;
    for (const block of [words, table]) this.arena.drop(block);
    this.words = words.shape;
    const most = Math.max(2, Math.floor((megabytes * MEGABYTE) / numbers.entry_bytes));
    const length = 2 ** Math.floor(Math.log2(most));
    this.arrays.table = this.arena.array(table.type, length);
    this.lengths = new Lengths(game, this.arena);
    this.frames = new Records(this.arrays.frames);
    this.past = 0;
    this.age = 0;
    /** @type {Map<number, number>} the values of depths */
    this.values = new Map();
    /** @type {number[]} */
    this.legal = [];
    /** @type {number | null} */
    this.length = null;
    this.whole = false;
  }

  /** Positions searched since `begin`. */
  get nodes() {
    return this.#meter("nodes");
  }

  /**
   * Take up a new position; `whole` if nothing but its proved value is wanted.
   * @param {State} state @param {boolean} whole
   */
  begin(state, whole = false) {
    this.legal = state.unsorted;
    this.whole = whole;
    this.values.clear();
    this.#remember(state.history);
    convert(this.game, "alphabeta", this.arrays.stack, state.position);
    this.frames.fill({ ends: this.past, lead: 0 });
    if (this.game.manifest.points) {
      const [first, second] = this.game.outcome(state.position);
      this.frames.set(0, "lead", roundedEven((first - second) * this.numbers.unit));
    }
    this.arrays.meter.octets.fill(0);
    this.age = (this.age + 1) % AGES;
    this.#setMeter("age", this.age);
    this.length = this.lengths.from(state.position);
  }

  /**
   * The windows to search one after the other until the value lies in one.
   * @param {number} depth @param {number} bound @param {number[]} barred
   * @returns {[number, number][]}
   */
  windows(depth, bound, barred) {
    const guess = this.values.get(depth - 2);
    const half = this.numbers.unit / 2;
    /** @type {[number, number]} */
    const whole = [-bound, bound];
    // Two plies earlier the same player had the last word, so that value is the nearer guess.
    const narrow = guess !== undefined && bound === this.numbers.infinite && !barred.length;
    return narrow ? [[guess - half, guess + half], whole] : [whole];
  }

  /**
   * Whether the value lies within the window; if so, remember it.
   * @param {number} depth @param {number[]} barred
   */
  settled(depth, barred) {
    const value = this.frames.get(0, "best");
    if (!barred.length) this.values.set(depth, value);
    return this.frames.get(0, "floor") < value && value < this.frames.get(0, "beta");
  }

  /**
   * Start a search so many plies deep of all moves but the `barred`.
   * @param {number} depth @param {number} alpha @param {number} beta @param {number[]} barred
   */
  open(depth, alpha, beta, barred) {
    const given = this.legal.filter((move) => !barred.includes(move));
    this.arrays.moves.numbers.set(given);
    this.frames.fill({
      given: given.length,
      barred: barred.length ? 1 : 0,
      depth,
      alpha,
      beta,
      entered: 0,
      best: -this.numbers.infinite,
      floor: alpha,
    });
    this.#setMeter("at", 0);
    // What is to be proved is searched in full.
    const reduces = !this.whole && depth < (this.length || this.numbers.plies);
    this.#setMeter("reduces", reduces ? 1 : 0);
  }

  /** Go on up to the node `until`; returns whether the search is finished. @param {number} until */
  run(until) {
    this.#setMeter("until", until);
    /** @type {(Block | number)[]} */
    const given = [];
    for (const { name } of this.game.module.signatures.alphabeta_run.arguments) {
      if (name === "words") given.push(this.arrays.stack.pointer, ...this.words);
      else given.push(this.arrays[name]);
    }
    return Boolean(this.game.module.call("alphabeta_run", ...given));
  }

  /**
   * What the root knows but for points: null when not even its first move is searched.
   * @param {boolean} finished @param {number} bound
   * @returns {Line | null}
   */
  line(finished, bound) {
    const { frames } = this;
    const move = frames.get(0, "best_move");
    if (move < 0 || !frames.get(0, "entered")) return null;
    // Below its window a search knows no best move, unless that is all that was asked.
    if (!finished && frames.get(0, "best") <= frames.get(0, "floor")) return null;
    const side = this.#mover() === 0 ? 1 : -1;
    const margin = (frames.get(0, "best") / this.numbers.unit) * side;
    const proved = finished && !frames.get(0, "open");
    const length = frames.get(0, "line");
    /** @type {number[]} */
    const pv = length ? Array.from(this.arrays.lines.numbers.slice(0, length)) : [move];
    // The points are added up only when the line is reported.
    const counts = this.game.manifest.points && bound === this.numbers.infinite;
    return {
      move: pv[0],
      value: this.#value(margin, proved, bound),
      visits: this.nodes,
      pv,
      proved,
      points: counts ? [margin / 2, -margin / 2] : null,
    };
  }

  /** Give its memory back. */
  free() {
    this.arena.free();
  }

  /**
   * Each player's expected result when player 0 is so far ahead in the end.
   * @param {number} margin @param {boolean} proved @param {number} bound
   * @returns {number[]}
   */
  #value(margin, proved, bound) {
    const { points, stake } = this.game.manifest;
    let first;
    if (proved && (points || bound < this.numbers.infinite)) {
      first = 0.5 + Number(margin > 0) / 2 - Number(margin < 0) / 2;
    } else if (points) {
      first = 1 / (1 + exp((-margin / this.numbers.spread) * Math.LN2));
    } else {
      first = Math.min(Math.max((1 + margin / stake) / 2, 0), 1);
    }
    return [first, 1 - first];
  }

  /** The position's past, and room for what the search plays. */
  #remember(/** @type {Octets[]} */ placements) {
    this.past = placements.length;
    this.arena.drop(this.arrays.history);
    this.arrays.history = historyArray(this.game, placements, this.numbers.plies + 2, this.arena);
  }

  #mover() {
    return new Records(this.arrays.stack).get(0, "mover");
  }

  /** @param {string} name */
  #meter(name) {
    return Number(this.arrays.meter.numbers[this.numbers.meter.indexOf(name)]);
  }

  /** @param {string} name @param {number} value */
  #setMeter(name, value) {
    this.arrays.meter.numbers[this.numbers.meter.indexOf(name)] = BigInt(value);
  }
}

/** The plies left where every game has as many, as far as random games tell. */
export class Lengths {
  /** @param {Game} game @param {Arena} arena */
  constructor(game, arena) {
    this.game = game;
    this.arrays = arena.arguments("random_games");
  }

  /**
   * The plies left from a position; null where they differ or positions may repeat.
   * @param {Octets} position
   * @returns {number | null}
   */
  from(position) {
    const { game } = this;
    if (game.manifest.repetition) return null;
    const { stack, rng, wins } = this.arrays;
    const most = game.manifest.searches.rules.most_plies;
    stack.octets.set(position);
    rng.numbers[0] = seeded(1n);
    const play = () => game.module.call("random_games", stack, 1, most, rng, wins);
    const lengths = new Set(Array.from({ length: SAMPLES }, play));
    const [length] = lengths;
    return lengths.size === 1 ? length : null;
  }
}

/**
 * Put a position at the bottom of a stack, in the form that a search works on.
 * @param {Game} game @param {string} search @param {Block} stack @param {Octets} position
 */
export function convert(game, search, stack, position) {
  const name = `${search}_convert`;
  if (!game.has(name)) {
    stack.octets.set(position);
    return;
  }
  const record = game.module.itemBytes(stack.type);
  game.module.call(
    name, stack.pointer, stack.pointer, record, game.at(position), position.length,
  );
}

/** The nearest whole number, halves to the even one. @param {number} value */
export function roundedEven(value) {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
