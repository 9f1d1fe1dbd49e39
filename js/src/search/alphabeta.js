/** Alpha-beta with iterative deepening, for any two-player game. */

import { Clock } from "./clock.js";
import { Work } from "./alphabeta_work.js";
import { never } from "./report.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Line} Line */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Reports} Reports */
/** @typedef {import("./report.js").Stop} Stop */

// Within so many plies of the end a search looks straight to it.
const EARLY = 8;
const MEGABYTES = 64;

/** Iterative deepening principal variation search; what it has learned is kept. */
export class AlphaBeta {
  /** @param {Game} game @param {number} megabytes of its table */
  constructor(game, megabytes = MEGABYTES) {
    this.game = game;
    this.megabytes = megabytes;
    this.numbers = game.manifest.searches.alphabeta;
    /** @type {Work | null} */
    this.held = null;
  }

  /** Make its arrays; a search does it otherwise. */
  prepare() {
    this.held ??= new Work(this.game, this.megabytes);
  }

  get work() {
    this.held ??= new Work(this.game, this.megabytes);
    return this.held;
  }

  /**
   * Report on a state about ten times a second until the limits, `stop` or a proof.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  search(state, limits, stop = never) {
    return this.#deepen(state, limits, stop, EARLY);
  }

  /**
   * Search to the end of the game, reporting meanwhile; the last line is proved unless the limits
   * or `stop` come first.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  solve(state, limits = {}, stop = never) {
    return this.#deepen(state, limits, stop, this.numbers.plies);
  }

  /**
   * How many plies are left, if every game from here has as many, as far as is known.
   * @param {State} state
   */
  pliesLeft(state) {
    this.work.begin(state);
    return this.work.length;
  }

  /** Give its memory back. */
  free() {
    this.held?.free();
    this.held = null;
  }

  /**
   * Search one depth after the other until it is over or all is proved.
   * @param {State} state @param {Limits} limits @param {Stop} stop @param {number} early
   * @returns {Reports}
   */
  *#deepen(state, limits, stop, early) {
    const { work } = this;
    const bound = this.numbers.infinite;
    const clock = new Clock(limits, stop);
    work.begin(state, early === this.numbers.plies);
    const report = (/** @type {number} */ depth, final = false) => {
      const told = this.game.manifest.points ? lines.map((line) => withPoints(line, state)) : lines;
      return { lines: told, nodes: work.nodes, seconds: clock.seconds, depth, final };
    };
    const wanted = Math.min(limits.lines ?? 1, state.unsorted.length);
    let lines = [nothing(state)];
    let over = false;
    let complete = false;
    let finished = false;
    let depth = 0;
    for (depth of depths(work.length, early, limits.depth ?? null, this.numbers.plies)) {
      // What is proved is not asked again, unless something unproved stands before it.
      const open = lines.findIndex((line) => !line.proved);
      const found = open < 0 ? [...lines] : lines.slice(0, open);
      while (found.length < wanted && !over) {
        finished = false;
        const barred = found.map((line) => line.move);
        for (const step of this.#settle(clock, depth, bound, barred)) {
          finished = step === "found";
          if (!finished) yield step === "due" ? report(depth - 1) : null;
        }
        const line = finished || wanted === 1 ? work.line(finished, bound) : null;
        if (line) found.push(below(line, found, state));
        over = !finished || clock.isOver(work.nodes);
      }
      complete = finished && found.length === wanted;
      if (found.length && (complete || wanted === 1 || depth === 1)) lines = found;
      if (over || lines.every((line) => line.proved)) break;
    }
    yield report(depth - (complete ? 0 : 1), true);
  }

  /**
   * Find the value at a depth; yields "due" when a report is due, "found" when it is found.
   * @param {Clock} clock @param {number} depth @param {number} bound @param {number[]} barred
   * @returns {Generator<"due" | "pause" | "found", void, undefined>}
   */
  *#settle(clock, depth, bound, barred) {
    const { work } = this;
    for (const [alpha, beta] of work.windows(depth, bound, barred)) {
      work.open(depth, alpha, beta, barred);
      while (!work.run(clock.slice(work.nodes))) {
        if (clock.isOver(work.nodes)) return;
        yield clock.reportDue() ? "due" : "pause";
      }
      if (work.settled(depth, barred)) break;
    }
    yield "found";
  }
}

/**
 * The depths to search, one after the other, up to `most`.
 *
 * A game that fills a board ends after `length` plies whatever is played: from `early` plies
 * before that the depths between teach less than they cost.
 * @param {number | null} length @param {number} early @param {number | null} most
 * @param {number} plies
 */
function* depths(length, early, most, plies) {
  const last = most === null ? plies - 1 : Math.min(most, plies - 1);
  let depth = 1;
  while (depth <= last) {
    if (length !== null && depth < length && length <= Math.min(depth + early, last)) depth = length;
    yield depth;
    depth += 1;
  }
}

/**
 * The line with each player's final points where it ends, or the guess at them.
 * @param {Line} line @param {State} state
 * @returns {Line}
 */
export function withPoints(line, state) {
  const end = state.copy();
  for (const move of line.pv) end.play(move);
  const total = end.over ? end.scores : (estimate(end) ?? end.scores);
  if (line.points === null) return { ...line, points: total };
  const lead = line.points[0] - line.points[1];
  const behind = Math.max(0, (total[0] + total[1] - Math.abs(lead)) / 2);
  return { ...line, points: [behind + Math.max(lead, 0), behind + Math.max(-lead, 0)] };
}

/**
 * The game's guess at the outcome, or null where it has none.
 * @param {State} state
 * @returns {number[] | null}
 */
function estimate({ game, position }) {
  if (!game.has("evaluate")) return null;
  game.score.octets.fill(0);
  game.module.call("evaluate", game.at(position), game.score);
  return Array.from(game.score.numbers);
}

/**
 * What is known before the search: the first legal move is one.
 * @param {State} state
 * @returns {Line}
 */
function nothing(state) {
  const [move] = state.unsorted;
  return { move, value: [0.5, 0.5], visits: 0, pv: [move], proved: false, points: null };
}

/**
 * The line, thought no better than those that were found better than all moves after them.
 * @param {Line} line @param {Line[]} above @param {State} state
 * @returns {Line}
 */
function below(line, above, state) {
  const mover = state.player;
  const last = above.at(-1);
  if (!last || line.value[mover] <= last.value[mover]) return line;
  return { ...line, value: last.value, points: last.points };
}
