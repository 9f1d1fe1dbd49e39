/** The driver of an analysis board: every side may be moved, and what is hidden is seen. */

import { localSnapshot, piecesAfter } from "../table/local_snapshot.js";
import { t } from "../table/words.js";
import { lineTo } from "./tree.js";
import { TreeDriver } from "./tree_driver.js";

/** @typedef {import("../table/driver.js").Snapshot} Snapshot */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */

export class AnalysisDriver extends TreeDriver {
  /**
   * @param {Tree} tree @param {Node} node where it begins
   * @param {() => import("../table/driver.js").Link[]} links
   */
  constructor(tree, node, links) {
    super();
    this.tree = tree;
    this.node = node;
    this.links = links;
    this.description = tree.game.manifest;
    this.state = tree.state(node);
    this.mine = true;
  }

  get root() {
    return this.tree.root;
  }

  /** The node that is looked at. */
  get place() {
    return this.node;
  }

  /** Look at a node. @param {Node} node */
  async go(node) {
    this.#show(node);
  }

  /** @param {Node} node */
  #show(node) {
    this.node = node;
    this.state = this.tree.state(node);
    this.changed();
  }

  /** Add moves after the node shown, and stay. @param {string[]} moves */
  async add(moves) {
    moves.reduce((node, move) => this.tree.add(node, move), this.node);
    this.changed();
  }

  /** @param {boolean} wholly */
  async promote(wholly) {
    this.tree.promote(this.node, wholly);
    this.changed();
  }

  async remove() {
    this.#show(this.tree.remove(this.node));
  }

  /** @param {string} comment */
  async write(comment) {
    this.node.comment = comment.replace(/[{}]/g, "").trim();
    this.changed();
  }

  /** @returns {Snapshot} */
  snapshot() {
    const { state, version } = this;
    const { game } = this.tree;
    const seats = game.manifest.seats.map(() => ({ kind: /** @type {const} */ ("person") }));
    const moves = lineTo(this.node).map(({ move }) => move);
    const now = { id: "analysis", game: game.id, options: game.options, seats, moves, seconds: [], opening: this.tree.opening, created: 0, updated: 0, result: null, seed: 0 };
    const shown = localSnapshot(/** @type {any} */ ({ game, state, kept: now, over: true, version, thinking: null, trouble: "", looking: null, undoTarget: null }), state.ply);
    const { legal, paths, prompt } = state.view(null);
    const { over, mover } = state;
    return { ...shown, status: over ? "finished" : "running", mover, my_turn: !over, legal, paths, prompt, curtain: null, onlooker: false, can: {} };
  }

  /** @param {string} move */
  async play(move) {
    this.#show(this.tree.add(this.node, move));
  }

  /** @param {string} text */
  refusal(text) {
    return this.state.refusal(text);
  }

  /** @param {string} move */
  preview(move) {
    return piecesAfter(this.state, move);
  }
}
