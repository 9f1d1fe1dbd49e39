/** A position with a task: a driver that judges what a person plays, takes it back, and answers. */

import { IllegalMove, LivestoneError } from "../src/errors.js";
import { localSnapshot, piecesAfter } from "./local_snapshot.js";
import { t } from "./words.js";

/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./driver.js").Link} Link */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./signs.js").Sign} Sign */
/**
 * How a turn is so far: it solves the task, fails, or has to go on.
 * @typedef {"right" | "wrong" | "on"} Verdict
 */
/**
 * Judges the plies of a turn, as texts; `finished` says that the turn, or the game, is over, and
 * `after` is the state then. An answer may come later, from a search.
 * @typedef {(turn: string[], finished: boolean, after: State) => Verdict | Promise<Verdict>} Judge
 */
/**
 * What a task is doing: it waits for a move (`open`), is being judged, was solved or failed, plays
 * by itself, or just stands there to be looked at (`closed`).
 * @typedef {"open" | "judging" | "right" | "wrong" | "playing" | "closed"} Phase
 */

// How long a move is seen before the next one is played, in milliseconds.
const BETWEEN = 700;
let tasks = 0;

/**
 * Shows one task after the other on a table: `ask` gives a task, `told` hears of every change of
 * `phase`. After "wrong" the wrong move stays until `takeBack`; `playOn` plays answers.
 * @implements {Driver}
 */
export class TaskDriver {
  /**
   * @param {State} state the position to begin with; it is only looked at until something is asked
   * @param {(driver: TaskDriver) => void} [told]
   */
  constructor(state, told = () => {}) {
    this.game = state.game;
    this.description = state.game.manifest;
    this.told = told;
    this.before = this.state = state;
    this.person = state.player;
    /** @type {Phase} */
    this.phase = "closed";
    /** @type {string[]} the plies of the turn so far */
    this.turn = [];
    /** @type {Sign[]} what is drawn over the board while the task is open */
    this.signs = [];
    /** @type {Judge} */
    this.judge = () => "right";
    /** The words beside the title, such as "Step 3 of 8". */
    this.heading = "";
    this.id = `task-${(tasks += 1)}`;
    this.version = 1;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /**
   * Ask whoever is to move in a state for a turn. A state that goes on from the one shown is shown
   * as its next position.
   * @param {State} state @param {Judge} judge
   * @param {{ signs?: Sign[], continues?: boolean }} [more]
   */
  ask(state, judge, { signs = [], continues = false } = {}) {
    if (!continues) this.id = `task-${(tasks += 1)}`;
    this.judge = judge;
    this.signs = signs;
    this.before = this.state = state;
    this.person = state.player;
    this.turn = [];
    this.#enter("open");
  }

  /** Take the turn back, and ask once more. */
  takeBack() {
    if (this.state.ply === this.before.ply && this.phase === "open") return;
    this.state = this.before;
    this.turn = [];
    this.#enter("open");
  }

  /**
   * Play moves one after the other, for whoever is to move; whether they were all played: another
   * task, or the end of the page, stops it.
   * @param {string[]} moves @param {Phase} then what it does after that
   */
  async playOn(moves, then) {
    const task = this.id;
    this.#enter("playing");
    for (const move of moves) {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
      if (task !== this.id || this.phase !== "playing") return false;
      this.#advance(move);
      this.#enter("playing");
    }
    this.#enter(then);
    return true;
  }

  /** Take the turn back, and play the one that is right. @param {string[]} turn */
  show(turn) {
    this.state = this.before;
    this.turn = [];
    return this.playOn(turn, "right");
  }

  /** @param {number} [ply] @returns {Snapshot} */
  snapshot(ply = this.state.ply) {
    const { state, game, version, phase } = this;
    const { over } = state;
    const seats = game.manifest.seats.map((/** @type {unknown} */ _, /** @type {number} */ at) => ({ kind: at === this.person ? "person" : "bot" }));
    const kept = { id: this.id, seats, seconds: [], result: null };
    const rest = { thinking: null, trouble: "", looking: null, undoTarget: null };
    const shown = localSnapshot(/** @type {any} */ ({ game, state, kept, over, version, ...rest }), ply);
    const nothing = phase === "open" ? {} : { my_turn: false, legal: [], paths: {}, prompt: "" };
    const signs = phase === "open" && !this.turn.length ? this.signs : [];
    return { ...shown, ...nothing, signs, options: this.heading, example: "", onlooker: true, can: {} };
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} move @param {number} ply */
  async play(move, ply) {
    if (this.phase !== "open" || ply !== this.state.ply) throw new IllegalMove(t("Nothing is asked of you now."));
    const { id } = this;
    this.turn.push(this.#advance(move));
    const { state, before } = this;
    const finished = state.over || state.turn !== before.turn;
    this.#enter("judging");
    const verdict = await this.judge([...this.turn], finished, state);
    if (id !== this.id || this.state !== state) return; // something else is shown by now
    this.#enter(verdict === "on" ? "open" : verdict);
  }

  /** @param {string} text */
  refusal(text) {
    return this.phase === "open" ? this.state.refusal(text) : t("Nothing is asked of you now");
  }

  /** @param {string} move */
  preview(move) {
    return piecesAfter(this.state, move);
  }

  /** @returns {Promise<import("./driver.js").Hint>} */
  async hint() {
    throw new LivestoneError(t("The hint stands beside the board."));
  }

  async change() {
    throw new LivestoneError(t("This cannot be done in a task."));
  }

  /** @returns {import("./driver.js").Link[]} */
  links() {
    return [];
  }

  close() {
    this.phase = "closed";
    this.listeners.clear();
  }

  /** @param {string} move */
  #advance(move) {
    const state = this.state.copy(); // whoever was given the other one keeps it
    state.play(move);
    this.state = state;
    return state.moveTexts[state.ply - 1];
  }

  /** @param {Phase} phase */
  #enter(phase) {
    this.phase = phase;
    this.version += 1;
    for (const listener of this.listeners) listener();
    this.told(this);
  }
}

/**
 * Judges by a list of the turns that are right; null where every turn is.
 * @param {string[][] | null} right
 * @returns {Judge}
 */
export function byTurns(right) {
  return (turn, finished) => {
    const possible = right?.filter((one) => turn.every((move, at) => one[at] === move));
    if (!finished) return possible && !possible.length ? "wrong" : "on";
    return !possible || possible.some((one) => one.length === turn.length) ? "right" : "wrong";
  };
}

/** The driver of a board that asks for a move and then stands still, with what followed to look at. */
export class AskingDriver extends TaskDriver {
  /**
   * @param {import("../src/state.js").State} state
   * @param {(driver: TaskDriver) => void} told @param {() => Link[]} linksNow
   */
  constructor(state, told, linksNow) {
    super(state, told);
    this.linksNow = linksNow;
  }

  /**
   * Nobody is said to be thinking who is not: once the answer is given, the table only shows.
   * @param {number} [ply] @returns {Snapshot}
   */
  snapshot(ply) {
    const shown = super.snapshot(ply);
    const seats = shown.seats.map((seat) => (seat.kind === "bot" ? { ...seat, name: seat.player, level_name: "" } : seat));
    if (this.phase === "open") return { ...shown, seats };
    return { ...shown, seats, status: "finished", reason: "finished", ended_by: null, winners: this.state.over ? this.state.winners : null };
  }

  links() {
    return this.linksNow();
  }
}
