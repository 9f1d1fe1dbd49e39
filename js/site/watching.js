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
  /** @param {Game} game @param {import("../table/local.js").Kept} kept @param {Links} [links] */
  constructor(game, kept, links = () => []) {
    this.game = game;
    this.description = game.manifest;
    this.links = links;
    this.version = 1;
    this.shown = new LocalDriver(game, kept);
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /**
   * Show the game as it has become.
   * @param {import("../table/local.js").Kept} kept
   */
  update(kept) {
    this.shown = new LocalDriver(this.game, kept);
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  /** @param {number} [ply] @returns {Snapshot} */
  snapshot(ply) {
    const nothing = { my_turn: false, legal: [], paths: {}, prompt: "", thinking: null, can: {} };
    return { ...this.shown.snapshot(ply), ...nothing, version: this.version };
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
