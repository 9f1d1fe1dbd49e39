/** A game with its options chosen: its module and what the manifest says of it. */

import { BrokenGame } from "./errors.js";
import { beside, fetched, isMeant } from "./files.js";
import { Module } from "./module.js";
import { Names, PLACE, REPEATED } from "./phrases.js";
import { field, read } from "./position.js";
import { State } from "./state.js";

/** @typedef {import("./book.js").Book} Book */
/** @typedef {import("./module.js").Octets} Octets */
/**
 * A line over the pieces, in a player's colour.
 * @typedef {{ colour: string, points: [number, number][] }} Course
 */

export const FORMAT = "livestone-game-2";
// How many numbers the functions of what is shown may fill, as in Python.
const NUMBERS = 8;
const TALLIES = 40;
const LINE_NUMBERS = 1024;

/** A game as Livestone compiles it: `await Game.load("freedom,size=8.json")`. */
export class Game {
  /**
   * Load a game by the address of its manifest: a path in Node, a URL in a browser.
   * @param {string | URL} address
   */
  static async load(address) {
    const text = await fetched(address);
    const manifest = JSON.parse(new TextDecoder().decode(text));
    if (manifest.format !== FORMAT) {
      throw new BrokenGame(
        `${address} has the format ${JSON.stringify(manifest.format)}, this host reads ${FORMAT}`,
      );
    }
    const loadFull = () => Game.load(beside(address, manifest.full));
    const readBook = () => fetched(beside(address, manifest.book.file));
    return Game.from(manifest, await fetched(beside(address, manifest.module)), loadFull, readBook);
  }

  /**
   * Make a game of its manifest and its module's bytes. Where that is a light module, `loadFull`
   * loads the game that its manifest calls `full`. `readBook` reads the file that it calls `book`.
   * @param {any} manifest @param {Octets} bytes @param {() => Promise<Game>} [loadFull]
   * @param {() => Promise<Octets>} [readBook]
   */
  static async from(manifest, bytes, loadFull, readBook) {
    if (!(await isMeant(bytes, manifest))) {
      throw new BrokenGame(`${manifest.module} is not the module that its manifest describes`);
    }
    const game = await Game.of(await WebAssembly.compile(bytes), manifest);
    if (loadFull) game.loadFull = loadFull;
    if (readBook) game.readBook = readBook;
    return game;
  }

  /**
   * Make a game, with memory of its own, of its compiled module.
   * @param {WebAssembly.Module} compiled @param {any} manifest
   */
  static async of(compiled, manifest) {
    const instance = await WebAssembly.instantiate(compiled, {});
    return new Game(new Module(instance, manifest), manifest, compiled);
  }

  /** @param {Module} module @param {any} manifest @param {WebAssembly.Module} compiled */
  constructor(module, manifest, compiled) {
    this.compiled = compiled;
    this.module = module;
    this.manifest = manifest;
    this.id = manifest.id;
    this.options = manifest.options;
    const { board, choices, seats, pieces } = manifest;
    /** @type {string[]} */
    this.tokens = [...board.names, ...choices.map((/** @type {{ token: string }} */ one) => one.token)];
    /** @type {Map<string, number>} */
    this.token = new Map(this.tokens.map((name, at) => [name, at]));
    /** @type {Map<string, number>} */
    this.sites = new Map(board.names.map((/** @type {string} */ name, /** @type {number} */ at) => [name, at]));
    const name = (/** @type {{ name: string }} */ one) => one.name;
    this.names = new Names(this.tokens, seats.map(name), pieces.map(name), board.names.length);
    this.record = module.array("position", manifest.searches.rules.depth + 2);
    this.out = module.array("i4", manifest.max_moves + 1);
    this.numbers = module.array("i4", Math.max(LINE_NUMBERS, 3 * TALLIES, board.names.length));
    this.given = module.array("i4", NUMBERS);
    this.score = module.array("f8", manifest.players);
    this.marked = module.array("i1", board.names.length);
    /** @type {Map<number, string>} */
    this.texts = new Map();
    /** @type {(() => Promise<Octets>) | null} */
    this.readBook = null;
    /** @type {Promise<Book | null> | null} */
    this.loadedBook = null;
    this.opening = this.changed("start", new Uint8Array(manifest.position.bytes));
    /** @type {() => Promise<Game>} */
    this.loadFull = async () => {
      throw new BrokenGame(`${manifest.module} is without the strongest search, and nothing says where ${manifest.full} is`);
    };
    /** @type {Promise<Game> | null} */
    this.fullGame = null;
  }

  /** The same game with the strongest search, where this is a light module; else the game itself. */
  async full() {
    if (!this.manifest.full) return this;
    this.fullGame ??= this.loadFull();
    try {
      return await this.fullGame;
    } catch (error) {
      this.fullGame = null; // it may be there the next time
      throw error;
    }
  }

  /** A state at the opening. */
  start() {
    return new State(this, this.opening);
  }

  /** A state at a position's text. @param {string} text */
  read(text) {
    return new State(this, read(this, text));
  }

  /**
   * The opening book, read when it is first asked for; null where there is none.
   * @returns {Promise<Book | null>}
   */
  book() {
    this.loadedBook ??= import("./book.js").then(({ load }) => load(this));
    return this.loadedBook;
  }

  /** Whether a game has a function of that name. @param {string} name */
  has(name) {
    return this.module.has(name);
  }

  /** The position in the module's memory, as a record to call with. @param {Octets} position */
  at(position) {
    this.record.octets.set(position);
    return this.record.pointer;
  }

  /**
   * What a function makes of a position: `start`, `play`, `derive`, `observe`.
   * @param {string} name @param {Octets} position @param {...number} given
   */
  changed(name, position, ...given) {
    if (!this.has(name)) return position;
    this.module.call(name, this.at(position), ...given);
    return this.record.octets.slice(0, position.length);
  }

  /**
   * The phrase that a function returns, with its places filled; nothing for 0.
   * @param {string} name @param {Octets} position @param {...number} given
   * @returns {string}
   */
  said(name, position, ...given) {
    if (!this.has(name)) return "";
    this.numbers.octets.fill(0);
    const phrase = this.module.call(name, this.at(position), ...given, this.numbers);
    return phrase ? this.phrase(phrase, this.numbers.numbers) : "";
  }

  /**
   * Why the game is over, as a sentence, where the points do not say it; or nothing.
   * @param {Octets} position @param {number[]} winners @param {boolean} repeated
   */
  ending(position, winners, repeated) {
    if (repeated) return this.manifest.repetition ? this.manifest.phrases[REPEATED] : "";
    return this.said("ending", position, winners.length === 1 ? winners[0] : -1);
  }

  /** @param {number} number @param {ArrayLike<number>} numbers */
  phrase(number, numbers) {
    return this.names.render(this.manifest.phrases[number], numbers);
  }

  /**
   * The form in which a move is written, and the tokens in it.
   * @param {number} move
   * @returns {[number, number[]]}
   */
  spelled(move) {
    this.numbers.octets.fill(0);
    const form = this.module.call("spell", move, this.numbers);
    const count = [...this.manifest.phrases[form].matchAll(PLACE)].length;
    return [form, Array.from(this.numbers.numbers.slice(0, count))];
  }

  /** A move as text; it depends on the move alone. @param {number} move */
  text(move) {
    let text = this.texts.get(move);
    if (text === undefined) {
      text = this.phrase(...this.spelled(move));
      this.texts.set(move, text);
    }
    return text;
  }

  /**
   * The tokens that a person gives, in order, to make a move.
   * @param {Octets} position @param {number} move
   * @returns {string[]}
   */
  path(position, move) {
    if (!this.has("path")) return this.spelled(move)[1].map((token) => this.tokens[token]);
    const n = this.module.call("path", this.at(position), move, this.numbers);
    return Array.from(this.numbers.numbers.slice(0, n), (/** @type {number} */ token) => this.tokens[token]);
  }

  /**
   * The piece seen on each site, from 1 on, 0 for none.
   * @param {Octets} position
   * @returns {number[]}
   */
  standing(position) {
    const sites = this.manifest.board.names.length;
    if (!this.has("pieces")) return Array.from(field(this, position, "cells")).slice(0, sites).map(Number);
    this.numbers.octets.fill(0);
    this.module.call("pieces", this.at(position), this.numbers);
    return Array.from(this.numbers.numbers.slice(0, sites));
  }

  /**
   * How each player stands, in a few words where a number does not say it; or nothing.
   * @param {Octets} position
   * @returns {string[]}
   */
  tally(position) {
    if (!this.has("tally")) return [];
    const found = [];
    for (let player = 0; player < this.manifest.players; player++) {
      this.numbers.octets.fill(0);
      const n = this.module.call("tally", this.at(position), player, this.numbers);
      const numbers = Array.from(/** @type {Int32Array} */ (this.numbers.numbers));
      const told = [];
      for (let at = 0; at < 3 * n; at += 3) told.push(this.phrase(numbers[at], numbers.slice(at + 1, at + 3)));
      found.push(told.join(" "));
    }
    return found.some(Boolean) ? found : [];
  }

  /**
   * What the rules say of a position's outcome, one score a player.
   * @param {Octets} position
   * @returns {number[]}
   */
  outcome(position) {
    this.score.octets.fill(0);
    this.module.call("outcome", this.at(position), this.score);
    return Array.from(this.score.numbers);
  }

  /**
   * The lines drawn over the pieces on a face of the board, the usual one first; points are in the
   * board's own measure.
   * @param {Octets} position @param {number} face
   * @returns {Course[]}
   */
  courses(position, face = 0) {
    if (!this.has("lines")) return [];
    const { board, line_points, seats } = this.manifest;
    const places = [...board.centres, ...line_points];
    this.numbers.octets.fill(0);
    const n = this.module.call("lines", this.at(position), face, this.numbers);
    const found = [];
    for (let at = 0; at < n; ) {
      const [player, length] = this.numbers.numbers.slice(at, at + 2);
      const line = Array.from(this.numbers.numbers.slice(at + 2, at + 2 + Number(length)));
      found.push({ colour: seats[Number(player)].colour, points: line.map((point) => places[Number(point)]) });
      at += 2 + Number(length);
    }
    return found;
  }

  /**
   * The other faces of the board that may be looked at now, by name; mostly none.
   * @param {Octets} position
   * @returns {Record<string, { pieces: number[], courses: Course[] }>}
   */
  faces(position) {
    /** @type {Record<string, { pieces: number[], courses: Course[] }>} */
    const found = {};
    if (!this.has("face")) return found;
    Object.entries(this.manifest.faces).forEach(([name, board], at) => {
      this.numbers.octets.fill(0);
      if (!this.module.call("face", this.at(position), at + 1, this.numbers)) return;
      const sites = /** @type {{ names: string[] }} */ (board).names.length;
      const pieces = Array.from(this.numbers.numbers.slice(0, sites), Number);
      found[name] = { pieces, courses: this.courses(position, at + 1) };
    });
    return found;
  }

  /**
   * The sites whose pieces deserve a mark in pictures.
   * @param {Octets} position
   * @returns {number[]}
   */
  marks(position) {
    if (!this.has("marks")) return [];
    this.marked.octets.fill(0);
    this.module.call("marks", this.at(position), this.marked);
    return Array.from(this.marked.numbers, (mark, site) => (mark ? site : -1)).filter((site) => site >= 0);
  }
}
