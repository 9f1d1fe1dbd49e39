/** One search tree over one position, with its own random numbers. */

import { Arena, Records, historyArray } from "../records.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../module.js").Octets} Octets */
/** @typedef {import("../module.js").Block} Block */

const MEGABYTE = 2 ** 20;
// What is proved ranks before any number of visits.
export const PROVED_FIRST = 2 ** 32;

/** The tree of UCT: nodes in one array, of which 0 is the root, and sums for the root's moves. */
export class Tree {
  /**
   * @param {Game} game @param {number} count of the trees that share the memory
   * @param {"uct" | "guided"} kind of the kernels
   */
  constructor(game, count, kind = "uct") {
    this.game = game;
    this.kind = kind;
    this.arena = new Arena(game.module);
    this.arguments = game.module.signatures[`${kind}_grow`].arguments;
    const { max_moves: most, move_limit: limit, players, searches } = game.manifest;
    this.most = most;
    const room = searches.uct.megabytes * MEGABYTE;
    const whole = Math.floor(Math.floor(room / game.module.itemBytes(this.type("tree"))) / count);
    this.capacity = Math.max(whole, 4 * (most + 1));
    /** @type {Block | null} */
    this.held = null;
    this.used = this.arena.array("i8", kind === "uct" ? 1 : 2);
    this.rng = this.arena.array("u8", 1);
    this.stats = this.arena.array(this.type("stats"), most);
    this.stack = this.arena.array(this.type("stack"), searches[kind].stack);
    this.settings = this.arena.array(this.type("settings"));
    new Records(this.settings).fill(searches[kind].settings);
    this.sums = new Records(this.stats);
    /** @type {Block | null} */
    this.averages = kind === "uct" ? this.arena.array("f8", limit, players, 2) : null;
    this.history = historyArray(game, [], searches[kind].longest, this.arena);
    this.past = 0;
    this.done = 0;
  }

  /** The name of the record that an argument has. @param {string} name */
  type(name) {
    return this.arguments.find((argument) => argument.name === name)?.type ?? "";
  }

  /** The nodes. */
  get tree() {
    if (this.held === null) throw new Error("the tree has not been planted");
    return this.held;
  }

  /** The nodes as records. */
  get nodes() {
    return new Records(this.tree);
  }

  /**
   * Make room for so many playouts; for any number, where there is no limit.
   * @param {number | null} playouts
   */
  reserve(playouts) {
    // No playout opens more than one node, and a tree with room for all of them is never full.
    const enough = playouts === null ? this.capacity : 1 + (playouts + 1) * this.most;
    const length = Math.min(this.capacity, enough);
    if (this.held && this.held.shape[0] >= length) return;
    if (this.held) this.arena.drop(this.held);
    this.held = this.arena.room(this.type("tree"), length);
  }

  /**
   * Start anew at a position; `placements` are those at turn ends so far.
   * @param {Octets} position @param {Octets[]} placements
   */
  plant(position, placements) {
    this.tree.octets.fill(0, 0, this.game.module.itemBytes(this.tree.type));
    this.used.numbers[0] = 1n;
    this.root(position, placements);
  }

  /**
   * Keep what is known below these moves and make that the root; false when nothing is.
   * @param {number[]} moves @param {Octets} position @param {Octets[]} placements
   */
  follow(moves, position, placements) {
    const nodes = this.nodes;
    let at = 0;
    for (const move of moves) {
      const found = this.children(at).find((child) => nodes.get(child, "move") === move);
      if (found === undefined) return false;
      at = found;
    }
    if (nodes.get(at, "children") === 0) return false;
    const into = this.arena.room(this.tree.type, ...this.tree.shape);
    const used = this.game.module.call(`${this.kind}_prune`, this.tree, at, into);
    this.used.numbers[0] = BigInt(used);
    this.arena.drop(this.tree);
    this.held = into;
    this.root(position, placements);
    return true;
  }

  /** Where the children of a node stand. @param {number} at @returns {number[]} */
  children(at) {
    const nodes = this.nodes;
    const first = nodes.get(at, "first");
    return Array.from({ length: nodes.get(at, "children") }, (_, index) => first + index);
  }

  /** Take up a position at the root. @param {Octets} position @param {Octets[]} placements */
  root(position, placements) {
    this.done = 0;
    this.stats.octets.fill(0);
    this.averages?.octets.fill(0);
    this.past = placements.length;
    this.place(position, placements);
  }

  /**
   * Put a position and its history where the kernel looks for them.
   * @param {Octets} position @param {Octets[]} placements
   */
  place(position, placements) {
    this.stack.octets.set(position);
    this.arena.drop(this.history);
    const { longest } = this.game.manifest.searches.uct;
    this.history = historyArray(this.game, placements, longest, this.arena);
  }

  /** Add so many visits. @param {number} playouts */
  grow(playouts) {
    const { tree, used, stack, history, past, stats, averages, rng, settings } = this;
    const rows = stack.shape[0];
    this.done += this.game.module.call(
      "uct_grow", tree, used, stack, stack.pointer, rows, this.game.manifest.position.words, history,
      past, stats, /** @type {Block} */ (averages), playouts, rng, settings,
    );
  }

  /** What a proved node brings each player. @param {number} at @returns {number[]} */
  exact(at) {
    const nodes = this.nodes;
    return Array.from({ length: this.game.manifest.players }, (_, player) =>
      nodes.get(at, "value", player),
    );
  }

  /** Whether the root's value is exact. */
  get proved() {
    return this.nodes.get(0, "proved") !== 0;
  }

  /**
   * The moves from a node on that were visited most, its own first.
   * @param {number} at @param {number} plies
   * @returns {number[]}
   */
  bestLine(at, plies) {
    const nodes = this.nodes;
    const line = [nodes.get(at, "move")];
    while (line.length < plies && nodes.get(at, "children") > 0) {
      const exact = nodes.get(at, "proved") ? this.exact(at) : null;
      let best = -1;
      let highest = -1;
      for (const child of this.children(at)) {
        let rank = nodes.get(child, "visits");
        if (exact && nodes.get(child, "proved")) {
          const value = this.exact(child);
          if (exact.every((one, player) => one === value[player])) rank += PROVED_FIRST;
        }
        if (rank > highest) [best, highest] = [child, rank];
      }
      at = best;
      line.push(nodes.get(at, "move"));
    }
    return line;
  }

  /** Give its memory back. */
  free() {
    this.arena.free();
    this.held = null;
  }
}
