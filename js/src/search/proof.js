/** Attempts of the solver to prove by how much a position's mover leads. */

import { roundedEven } from "./alphabeta_work.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./endgame_solver.js").EndgameSolver} EndgameSolver */
/** @typedef {import("./report.js").Report} Report */
/**
 * What is proved: the mover leads by `sure` to `most` in the end; `move` makes sure of it.
 * @typedef {{ sure: number, most: number, move: number | null }} Proof
 */

/** An attempt within what a clock allows. */
export class Attempt {
  /**
   * @param {EndgameSolver} solver @param {State} state @param {number} lead what is expected
   * @param {Clock} clock @param {number} spent the nodes used before
   */
  constructor(solver, state, lead, clock, spent) {
    this.solver = solver;
    this.lead = lead;
    this.clock = clock;
    this.begun = solver.nodes - spent;
    this.first = state.mover === 0;
    solver.setPosition(state);
    const [low, high] = solver.extent();
    /** @type {Proof} */
    this.proof = this.first
      ? { sure: low, most: high, move: null }
      : { sure: -high, most: -low, move: null };
  }

  /** The nodes of it all. */
  get nodes() {
    return this.solver.nodes - this.begun;
  }

  /** The seconds since the search began. */
  get seconds() {
    return this.clock.seconds;
  }

  /** Whether the lead is known, and what to play for it. */
  get succeeded() {
    return exact(this.proof) && this.proof.move !== null;
  }

  /** Ask one question after the other; looks up every now and then. */
  *run() {
    const { solver, clock } = this;
    while (!exact(this.proof)) {
      const goal = goalOf(this.proof, this.lead);
      solver.ask(this.first ? goal : 1 - goal);
      while (!solver.goOn(this.begun + clock.slice(this.nodes))) {
        yield;
        if (clock.isOver(this.nodes)) return;
      }
      this.#learn(goal);
    }
  }

  /** Take an answer into the proof. @param {number} goal */
  #learn(goal) {
    const value = this.first ? this.solver.value : -this.solver.value;
    this.proof =
      value >= goal
        ? { sure: value, most: this.proof.most, move: this.solver.move }
        : { ...this.proof, most: value };
  }
}

/** @param {Proof} proof */
function exact(proof) {
  return proof.sure >= proof.most;
}

/**
 * The lead to ask for next, when `lead` is expected; the winner is asked for first.
 * @param {Proof} proof @param {number} lead
 */
function goalOf({ sure, most }, lead) {
  if (sure < 1 && most >= 1 && (lead > -0.5 || sure >= 0)) return 1;
  if (sure < 0 && most >= 0) return 0;
  return Math.min(Math.max(roundedEven(lead), sure + 1), most);
}

/**
 * The report, but with the move that is proved where it promises no less or wins.
 * @param {Report} report @param {Proof} proof @param {State} state
 * @returns {Report}
 */
export function madeSure(report, proof, state) {
  const [best] = report.lines;
  const better = proof.sure > 0 || proof.sure >= leadOf(report, state);
  if (proof.move === null || best.proved || !better) return report;
  const value = proof.sure > 0 ? valueOf(1, state) : best.value;
  const { move } = proof;
  const line = { move, value, visits: report.nodes, pv: [move], proved: false, points: best.points };
  return { ...report, lines: [line] };
}

/** How far the mover may lead in the end. @param {Report} report @param {State} state */
export function leadOf(report, state) {
  const { points } = report.lines[0];
  if (!points) return 0;
  const lead = points[0] - points[1];
  return state.mover === 0 ? lead : -lead;
}

/** What a lead of the mover is worth to each. @param {number} lead @param {State} state */
export function valueOf(lead, state) {
  const mine = 0.5 + Number(lead > 0) / 2 - Number(lead < 0) / 2;
  return state.mover === 0 ? [mine, 1 - mine] : [1 - mine, mine];
}
