/** UCT for any game and any number of players: a tree grown by random playouts. */

import { LivestoneError } from "../errors.js";
import { seeded } from "../random.js";
import { forced, never, now } from "./report.js";
import { merged } from "./sums.js";
import { Tree } from "./tree.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */
/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Reports} Reports */
/** @typedef {import("./report.js").Stop} Stop */

// How long a slice and the time between two reports should be, in seconds.
const SLICE = 0.025;
const REPORT = 0.1;
const FIRST_SLICE = 16;

/** UCT over a game; the same seed and node limit give the same move. */
export class Uct {
  /**
   * With `reuse` a search goes on from the tree of the last one where the new position lies in it.
   * @param {Game} game @param {{ seed?: number, reuse?: boolean }} options
   */
  constructor(game, { seed = 0, reuse = false } = {}) {
    this.game = game;
    this.seed = seed;
    this.reuse = reuse;
    this.hides = false; // whether the mover of the position searched cannot see all of it
    this.count = game.has("determinise") ? game.manifest.searches.uct.guesses : 1;
    /** @type {Tree[]} */
    this.trees = [];
    /** @type {{ opening: Uint8Array, moves: number[] } | null} */
    this.planted = null;
  }

  /** Make its trees; `search` does it otherwise. */
  prepare() {
    while (this.trees.length < this.count) this.trees.push(this.newTree());
  }

  newTree() {
    return new Tree(this.game, this.count);
  }

  /**
   * Report on a state about ten times a second until the limits, `stop` or a proof.
   * @param {State} state @param {Limits} limits @param {Stop} stop
   * @returns {Reports}
   */
  *search(state, limits, stop = never) {
    if (state.over) throw new LivestoneError("there is nothing to search: the game is over");
    if (state.unsorted.length === 1) {
      yield forced(state);
      return;
    }
    this.prepare();
    const grown = this.plant(state, limits);
    const began = now();
    let reported = began;
    for (const final of this.run(grown, limits, stop, began)) {
      const time = now();
      if (final || time - reported >= REPORT) {
        reported = time;
        yield this.report(grown, state, time - began, final);
      } else {
        yield null;
      }
    }
  }

  /**
   * Put trees at the position, or each at a guess at what the mover cannot see.
   * @param {State} state @param {Limits} limits
   * @returns {Tree[]}
   */
  plant(state, limits) {
    const { game, planted: old } = this;
    const { position, history } = state;
    const seen = game.changed("observe", position, state.player);
    this.hides = game.has("determinise") && seen.some((octet, at) => octet !== position[at]);
    this.planted = this.hides ? null : { opening: state.opening, moves: state.moves };
    const ahead = this.reuse && !this.hides ? continuation(old, this.planted) : null;
    const grown = this.hides ? this.trees : this.trees.slice(0, 1);
    const quotas = quotasOf(limits, grown.length);
    for (const [index, tree] of grown.entries()) {
      if (!ahead) tree.reserve(this.reuse ? null : quotas[index]);
      // Seeded anew for each ply, so that a move does not depend on earlier searches.
      const apart = BigInt(game.manifest.searches.uct.seeds);
      const seed = BigInt(this.seed) * BigInt(this.count) + BigInt(index);
      tree.rng.numbers[0] = seeded(seed * apart + BigInt(state.ply));
      if (this.hides) tree.plant(this.guess(seen, state.player, tree), history);
      else if (!ahead || !tree.follow(ahead, position, history)) tree.plant(position, history);
    }
    return grown;
  }

  /**
   * A guess at what a player does not see.
   * @param {import("../module.js").Octets} seen @param {number} viewer @param {Tree} tree
   */
  guess(seen, viewer, tree) {
    const { game } = this;
    game.module.call("determinise", game.at(seen), viewer, tree.rng);
    return game.record.octets.slice(0, seen.length);
  }

  /**
   * Grow the trees slice by slice; yields whether that was the last one.
   * @param {Tree[]} grown @param {Limits} limits @param {Stop} stop @param {number} began
   * @returns {Generator<boolean, void, undefined>}
   */
  *run(grown, limits, stop, began) {
    const quotas = quotasOf(limits, grown.length);
    let size = FIRST_SLICE;
    for (;;) {
      const start = now();
      for (const [index, tree] of grown.entries()) {
        const quota = quotas[index];
        const todo = quota === null ? size : Math.min(size, quota - tree.done);
        if (todo > 0) tree.grow(todo);
      }
      const time = now();
      const final = stop() || this.finished(grown, limits, quotas, time - began);
      yield final;
      if (final) return;
      // Aim at a slice's time, or at what is left of the whole; double at most.
      let aim = SLICE;
      if (limits.seconds != null) aim = Math.min(aim, began + limits.seconds - time);
      const ratio = aim / Math.max(time - start, 1e-6);
      size = Math.max(1, Math.trunc(size * Math.min(ratio, 2)));
    }
  }

  /**
   * @param {Tree[]} grown @param {Limits} limits @param {(number | null)[]} quotas
   * @param {number} seconds
   */
  finished(grown, limits, quotas, seconds) {
    if (limits.seconds != null && seconds >= limits.seconds) return true;
    const proofs = grown.map((tree) => tree.proved);
    if (proofs.every(Boolean) || (proofs.some(Boolean) && !this.hides)) return true;
    return grown.every((tree, index) => {
      const quota = quotas[index];
      return proofs[index] || (quota !== null && tree.done >= quota);
    });
  }

  /**
   * @param {Tree[]} grown @param {State} state @param {number} seconds @param {boolean} final
   * @returns {Report}
   */
  report(grown, state, seconds, final) {
    const lines = merged(grown, state, this.hides);
    const nodes = grown.reduce((sum, tree) => sum + tree.done, 0);
    return { lines, nodes, seconds, depth: lines[0].pv.length, final };
  }

  /** Give its memory back. */
  free() {
    for (const tree of this.trees) tree.free();
    this.trees = [];
    this.planted = null;
  }
}

/**
 * How many nodes each of so many trees has, as equal as can be; null for any number.
 * @param {Limits} limits @param {number} count
 * @returns {(number | null)[]}
 */
function quotasOf({ nodes }, count) {
  return Array.from({ length: count }, (_, index) =>
    nodes == null ? null : Math.floor(nodes / count) + (index < nodes % count ? 1 : 0),
  );
}

/**
 * The moves that lead from the old position to the new one, or null.
 * @param {{ opening: Uint8Array, moves: number[] } | null} old
 * @param {{ opening: Uint8Array, moves: number[] } | null} wanted
 * @returns {number[] | null}
 */
export function continuation(old, wanted) {
  if (!old || !wanted) return null;
  const same =
    old.opening.every((octet, at) => octet === wanted.opening[at]) &&
    old.moves.every((move, ply) => move === wanted.moves[ply]);
  return same ? wanted.moves.slice(old.moves.length) : null;
}
