/** A search that has the solver prove what it can near the end of a game. */

import { log } from "../maths.js";
import { withPoints } from "./alphabeta.js";
import { Clock } from "./clock.js";
import { EndgameSolver } from "./endgame_solver.js";
import { Attempt, leadOf, madeSure, valueOf } from "./proof.js";
import { never, part, rest } from "./report.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("./alphabeta.js").AlphaBeta} AlphaBeta */
/** @typedef {import("./guided.js").Guided} Guided */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Reports} Reports */
/** @typedef {import("./report.js").Stop} Stop */
/** @typedef {import("./proof.js").Proof} Proof */

// The shares of the limits after which the solver begins, and gives up for this move.
const BEGIN = 0.1;
const END = 0.55;
// With so many nodes it is worth trying so many plies before the end, and with each ply more that
// many times as many.
const NODES = 1e6;
const PLIES = 36;
const GROWTH = 1.5;
// The solver's speed, in nodes a second, and what it gets where nothing limits the search.
const SPEED = 3e6;
const UNLIMITED = 40_000_000;
// How far a proved line is followed, and how many nodes each of its moves may take.
const PV_PLIES = 12;
const PV_NODES = 50_000;
// In a proved draw: the share of what is left of the limits, and the most nodes, in which the
// evaluator looks for tempting moves; and how many are tried.
const TEMPTING = 0.8;
const ENOUGH = 100_000;
const TEMPTED = 6;

/** A search with the solver beside it; the two take turns. */
export class Endgame {
  /**
   * With `tempts`, a proved draw is kept by the move that the evaluator values most.
   * @param {Game} game @param {AlphaBeta | Guided} evaluator @param {boolean} tempts
   */
  constructor(game, evaluator, tempts) {
    this.game = game;
    this.evaluator = evaluator;
    this.tempts = tempts;
    /** @type {EndgameSolver | null} */
    this.held = null;
  }

  get solver() {
    this.held ??= new EndgameSolver(this.game);
    return this.held;
  }

  prepare() {
    this.evaluator.prepare();
  }

  /**
   * Report on a state about ten times a second until the limits, `stop` or a proof.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  *search(state, limits, stop = never) {
    if ((limits.lines ?? 1) > 1 || limits.depth != null || !this.#isNear(state, limits)) {
      yield* this.evaluator.search(state, limits, stop);
      return;
    }
    const endless = limits.seconds == null && limits.nodes == null;
    const whole = endless ? { nodes: UNLIMITED } : limits;
    const clock = new Clock(part(whole, END), stop);
    const report = yield* allButLast(this.evaluator.search(state, part(whole, BEGIN), stop));
    if (report.lines[0].proved || stop()) {
      yield report;
      return;
    }
    const attempt = new Attempt(this.solver, state, leadOf(report, state), clock, report.nodes);
    for (const _ of attempt.run()) {
      const { nodes, seconds } = attempt;
      yield clock.reportDue() ? { ...report, nodes, seconds, final: false } : null;
    }
    let last = report;
    if (!attempt.succeeded) last = yield* allButLast(this.#goOn(state, limits, attempt, stop));
    if (attempt.succeeded) yield* this.#told(state, limits, attempt, stop);
    else yield madeSure(last, attempt.proof, state);
  }

  /** Give its memory back. */
  free() {
    this.evaluator.free();
    this.held?.free();
    this.held = null;
  }

  /**
   * Let the evaluator use what is left of the limits; add both up, and what is proved.
   * @param {State} state @param {Limits} limits @param {Attempt} attempt @param {Stop} stop
   * @returns {Reports}
   */
  *#goOn(state, limits, attempt, stop) {
    const spent = attempt.seconds;
    const left = rest(limits, spent, attempt.nodes);
    const over = () => attempt.succeeded || stop();
    for (const report of this.evaluator.search(state, left, over)) {
      if (!report) {
        yield null;
        continue;
      }
      const nodes = report.nodes + attempt.nodes;
      const seconds = report.seconds + spent;
      yield madeSure({ ...report, nodes, seconds }, attempt.proof, state);
    }
  }

  /**
   * Report what is proved; a draw with its most tempting move, as far as time allows.
   * @param {State} state @param {Limits} limits @param {Attempt} attempt @param {Stop} stop
   * @returns {Reports}
   */
  *#told(state, limits, attempt, stop) {
    let { proof } = attempt;
    let nodes = 0;
    if (this.tempts && proof.sure === 0) {
      const left = part(rest(limits, attempt.seconds, attempt.nodes), TEMPTING);
      left.nodes = Math.min(left.nodes || ENOUGH, ENOUGH);
      /** @type {Report | null} */
      let liked = null;
      for (const report of this.evaluator.search(state, left, stop)) {
        liked = report ?? liked;
        const now = report && { ...report, nodes: attempt.nodes + report.nodes };
        yield now && !now.final ? madeSure({ ...now, seconds: attempt.seconds }, proof, state) : null;
      }
      if (liked) [proof, nodes] = [this.#tempting(state, proof, liked), liked.nodes];
    }
    const line = withPoints(this.#line(state, proof), state);
    nodes += attempt.nodes;
    const { seconds } = attempt;
    yield { lines: [line], nodes, seconds, depth: line.pv.length, final: true };
  }

  /**
   * The proved draw by the most liked move that is shown at once to keep it.
   * @param {State} state @param {Proof} proof @param {Report} liked
   * @returns {Proof}
   */
  #tempting(state, proof, liked) {
    const keeps = liked.lines
      .slice(0, TEMPTED)
      .find(({ move }) => move === proof.move || this.#draws(state, move));
    return keeps ? { ...proof, move: keeps.move } : proof;
  }

  /**
   * Whether a move is shown at once to keep a proved draw.
   * @param {State} state @param {number} move
   */
  #draws(state, move) {
    const { solver } = this;
    const first = state.mover === 0;
    solver.setPosition(state);
    solver.step(move);
    solver.ask(first ? 0 : 1);
    const done = solver.goOn(solver.nodes + PV_NODES);
    return done && (first ? solver.value >= 0 : solver.value <= 0);
  }

  /**
   * Whether the end is near enough for the solver to have a chance.
   * @param {State} state @param {Limits} limits
   */
  #isNear(state, limits) {
    const left = this.evaluator.pliesLeft(state);
    let nodes = limits.nodes ?? Infinity;
    if (limits.seconds != null) nodes = Math.min(nodes, limits.seconds * SPEED);
    if (nodes === Infinity) nodes = UNLIMITED;
    return left !== null && left <= PLIES + log(Math.max(nodes, 1) / NODES) / log(GROWTH);
  }

  /**
   * The proved line: each player plays what makes sure of the lead.
   * @param {State} state @param {Proof} proof
   * @returns {import("./report.js").Line}
   */
  #line(state, proof) {
    const { solver } = this;
    const ahead = state.copy();
    solver.setPosition(state);
    const lead = state.mover === 0 ? proof.sure : -proof.sure;
    /** @type {number[]} */
    const pv = [];
    let { move } = proof;
    while (move !== null) {
      pv.push(move);
      ahead.play(move);
      solver.step(move);
      move = pv.length < PV_PLIES ? this.#answer(ahead, lead) : null;
    }
    const points = [lead / 2, -lead / 2];
    return { move: pv[0], value: valueOf(proof.sure, state), visits: 0, pv, proved: true, points };
  }

  /**
   * A move that keeps a proved lead of player 0; null when it is not found at once.
   * @param {State} state @param {number} lead
   */
  #answer(state, lead) {
    const { solver } = this;
    if (state.unsorted.length < 2) return state.unsorted[0] ?? null;
    solver.ask(state.mover === 0 ? lead : lead + 1);
    return solver.goOn(solver.nodes + PV_NODES) ? solver.move : null;
  }
}

/**
 * Pass on all reports that are not final; returns the last one.
 * @param {Reports} reports
 * @returns {Generator<Report | null, Report, undefined>}
 */
function* allButLast(reports) {
  /** @type {Report | null} */
  let last = null;
  for (const report of reports) {
    last = report ?? last;
    yield report && !report.final ? report : null;
  }
  return /** @type {Report} */ (last);
}
