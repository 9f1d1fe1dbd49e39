/** Opening books: positions searched beforehand, found again in any mirror. */

import { BrokenGame } from "./errors.js";
import { isMeant } from "./files.js";
import { exp } from "./maths.js";
import { Random, seedOf, seeded } from "./random.js";
import { asJson } from "./search/report.js";
import { canonical, inverse, mirrored } from "./symmetry.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./module.js").Octets} Octets */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./search/report.js").ReportJson} ReportJson */
/** @typedef {{ counts: number, draw: number, steep: number }} Odds how a lead becomes chances */

export const FORMAT = "livestone-book-1";

/**
 * The book of a game; null where it has none, or where its file cannot be read.
 * @param {Game} game
 * @returns {Promise<Book | null>}
 */
export async function load(game) {
  const { manifest, readBook } = game;
  if (!manifest.book || !readBook) return null;
  /** @type {Octets} */
  let file;
  try {
    file = await readBook();
  } catch {
    return null; // a host may leave the file out
  }
  if (!(await isMeant(file, manifest.book))) {
    throw new BrokenGame(`${manifest.book.file} is not the book that the manifest describes`);
  }
  const told = JSON.parse(new TextDecoder().decode(file));
  if (told.format !== FORMAT) {
    throw new BrokenGame(
      `${manifest.book.file} has the format ${JSON.stringify(told.format)}, this host reads ${FORMAT}`,
    );
  }
  return new Book(game, told);
}

/** A game's positions by their texts, the least of all their mirrors' texts. */
export class Book {
  /**
   * @param {Game} game
   * @param {{ nodes: number, plies: number, equal: number, odds: Odds | null,
   *   positions: Record<string, Record<string, number>> }} told
   */
  constructor(game, { nodes, plies, equal, odds, positions }) {
    this.game = game;
    this.nodes = nodes;
    this.plies = plies;
    this.equal = equal;
    this.odds = odds;
    this.positions = new Map(Object.entries(positions));
  }

  /**
   * The moves that the book knows at a state, with player 0's lead.
   * @param {State} state
   * @returns {Map<number, number>}
   */
  moves(state) {
    const { game } = this;
    /** @type {Map<number, number>} */
    const found = new Map();
    if (state.over || state.ply > this.plies) return found;
    const { text, symmetry } = canonical(state);
    const known = this.positions.get(text);
    if (!known) return found;
    const back = inverse(symmetry);
    const mirror = game.read(text);
    for (const [name, value] of Object.entries(known)) {
      const path = game.path(mirror.position, mirror.parse(name));
      found.set(state.parse(mirrored(game, path, back).join(" ")), value);
    }
    return found;
  }

  /**
   * The report of a bot that plays one of the best moves, by `seed`; null where the book ends.
   * @param {State} state @param {number} seed
   * @returns {ReportJson | null}
   */
  report(state, seed = 0) {
    const known = this.moves(state);
    if (!known.size) return null;
    const sign = state.player === 0 ? 1 : -1;
    const least = Math.max(...[...known.values()].map((value) => sign * value)) - this.equal;
    const equals = [...known].filter(([, value]) => sign * value >= least);
    equals.sort(([one], [other]) => one - other);
    const random = new Random(seeded(seedOf(`book ${seed} ${state.ply}`)));
    const [move, lead] = equals[random.below(equals.length)];
    const first = this.odds ? valueOf(lead, this.odds) : 0.5 + lead;
    const line = {
      move, value: [first, 1 - first], visits: this.nodes, pv: [move], proved: false, points: null,
    };
    return asJson({ lines: [line], nodes: this.nodes, seconds: 0, depth: 0, final: true }, this.game);
  }
}

/**
 * What a lead is worth to its player: a win 1, a draw a half.
 * @param {number} lead @param {Odds} odds
 */
function valueOf(lead, { counts, draw, steep }) {
  const win = logistic((lead * counts - draw) * steep);
  const loss = logistic((-(lead * counts) - draw) * steep);
  return win + (1 - win - loss) / 2;
}

/** @param {number} x */
function logistic(x) {
  return x > -700 ? 1 / (1 + exp(-x)) : 0;
}
