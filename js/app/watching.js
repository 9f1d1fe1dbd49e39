/** A driver that only shows a game: one that another tab plays, or a record. */

import { IllegalMove } from "../src/errors.js";
import { LocalDriver } from "../table/local.js";
import { t } from "../table/words.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../table/driver.js").Driver} Driver */
/** @typedef {import("../table/driver.js").Snapshot} Snapshot */
/** @typedef {(snapshot: Snapshot) => import("../table/driver.js").Link[]} Links */

/** @implements {Driver} */
export class WatchingDriver {
  /**
   * @param {Game} game @param {import("../table/local.js").Kept} kept @param {Links} [links]
   * @param {boolean} [elsewhere] whether another tab plays it
   */
  constructor(game, kept, links = () => [], elsewhere = false) {
    this.game = game;
    this.description = game.manifest;
    this.links = links;
    this.elsewhere = elsewhere;
    this.version = 1;
    this.shown = new LocalDriver(game, kept);
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Show the game as it has become. @param {import("../table/local.js").Kept} kept */
  update(kept) {
    this.shown = new LocalDriver(this.game, kept);
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  /** @param {number} [ply] @returns {Snapshot} */
  snapshot(ply) {
    const shown = this.shown.snapshot(ply);
    const nothing = { my_turn: false, legal: [], paths: {}, prompt: "", thinking: null, can: {} };
    const seats = this.elsewhere && shown.status === "running" ? shown.seats.map(playedElsewhere) : shown.seats;
    return { ...shown, ...nothing, seats, version: this.version };
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async play() {
    throw new IllegalMove(t("This game is only shown here."));
  }

  refusal() {
    return t("This game is only shown here");
  }

  /** @returns {Promise<import("../table/driver.js").Hint>} */
  async hint() {
    throw new IllegalMove(t("This game is only shown here."));
  }

  async change() {
    throw new IllegalMove(t("This game is only shown here."));
  }

  close() {
    this.listeners.clear();
  }
}

/**
 * A person at this screen is in the other tab, unless there are several and each has a name.
 * @param {import("../table/driver.js").Seat} seat @param {number} _at
 * @param {import("../table/driver.js").Seat[]} all
 */
function playedElsewhere(seat, _at, all) {
  const alone = all.filter(({ is_me: mine }) => mine).length === 1;
  return seat.is_me && alone ? { ...seat, name: t("the other tab") } : seat;
}
