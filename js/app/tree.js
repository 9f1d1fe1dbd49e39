/** A tree of moves: the main line and its variations, and its text. */

import { t } from "../table/words.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {{ colour: import("../table/signs.js").Colour, at: string, to?: string }} Mark on the board */
/**
 * A move in the tree; the first child goes on with the line, the others are variations. The root
 * has no move. `turn` counts from 1 as the game does. A study also has signs for moves, marks on
 * the board, and a number for each node.
 * @typedef {{ move: string, parent: Node | null, children: Node[], comment: string, turn: number,
 *   id?: number, mover?: number, glyph?: string, marks?: Mark[] }} Node
 */

const TOKEN = /\{([^}]*)\}|[()]|[^\s(){}]+/g;

/** A tree whose moves are all legal. */
export class Tree {
  /** @param {Game} game @param {string} [opening] a position's text */
  constructor(game, opening = "") {
    this.game = game;
    this.opening = opening;
    /** @type {Node} */
    this.root = { move: "", parent: null, children: [], comment: "", turn: 0 };
    this.start = opening ? game.read(opening) : game.start();
  }

  /**
   * The tree that a text stands for. Throws the refusal of a move that is not legal, with its
   * number.
   * @param {Game} game @param {string} opening @param {string} text
   */
  static read(game, opening, text) {
    const tree = new Tree(game, opening);
    /** @type {Node[]} */
    const open = [];
    let node = tree.root;
    for (const [token, comment] of text.matchAll(TOKEN)) {
      if (comment !== undefined) node.comment = comment;
      else if (token === "(") {
        open.push(node);
        node = node.parent ?? node;
      } else if (token === ")") node = open.pop() ?? node;
      else node = tree.add(node, token);
    }
    return tree;
  }

  /**
   * The move after a node, added where it is not there yet. Throws where it is not legal.
   * @param {Node} node @param {string} move
   */
  add(node, move) {
    const state = this.state(node);
    const text = this.game.text(state.parse(move));
    const known = node.children.find((child) => child.move === text);
    if (known) return known;
    /** @type {Node} */
    const made = { move: text, parent: node, children: [], comment: "", turn: state.turn + 1 };
    node.children.push(made);
    return made;
  }

  /** The state at a node. @param {Node} node */
  state(node) {
    const state = this.start.copy();
    for (const { move } of lineTo(node)) state.play(move);
    return state;
  }

  /** Take a node away with everything after it; returns its parent. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  /**
   * Put the variation of a node one place further to the front, or make it the main line.
   * @param {Node} node @param {boolean} wholly
   */
  promote(node, wholly) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      const place = siblings.indexOf(at);
      if (!place) continue;
      siblings.splice(place, 1);
      siblings.splice(wholly ? 0 : place - 1, 0, at);
      if (!wholly) return;
    }
  }

  /** The tree as the file of a study, of which a server makes one. */
  get study() {
    const { id: game, options, manifest } = this.game;
    const all = this.nodes;
    const nodes = all.map((node, id) => (node.parent ? { id, parent: all.indexOf(node.parent), move: node.move, comment: node.comment } : { id, comment: node.comment }));
    const title = t("{game}: lines of my own", { game: t(manifest.title) });
    return { format: "livestone-study", version: 1, title, game, options, opening: this.opening || null, players: [], nodes };
  }

  /** The tree as text: variations in parentheses, comments in braces. */
  get text() {
    const first = this.root.comment ? [braced(this.root.comment)] : [];
    return [...first, ...after(this.root)].join(" ");
  }

  /** All nodes, each line before its variations; the root is the first. */
  get nodes() {
    /** @type {Node[]} */
    const found = [];
    const visit = (/** @type {Node} */ node) => {
      found.push(node);
      node.children.forEach(visit);
    };
    visit(this.root);
    return found;
  }
}

/** The nodes from the first move to this one. @param {Node} node */
export function lineTo(node) {
  const found = [];
  for (let at = node; at.parent; at = at.parent) found.unshift(at);
  return found;
}

/** The last node of the line that goes on from here. @param {Node} node */
export function lastOf(node) {
  let at = node;
  while (at.children.length) [at] = at.children;
  return at;
}

/** The texts of what follows a node. @param {Node} node @returns {string[]} */
function after(node) {
  const parts = [];
  for (let at = node; at.children.length; ) {
    const [main, ...others] = at.children;
    parts.push(...written(main));
    for (const other of others) parts.push("(", ...written(other), ...after(other), ")");
    at = main;
  }
  return parts;
}

/** @param {Node} node */
function written({ move, comment }) {
  return comment ? [move, braced(comment)] : [move];
}

/** @param {string} comment */
function braced(comment) {
  return `{${comment.replace(/[{}]/g, "")}}`;
}
