/** Compiled games, loaded when they are needed and kept while the page is open. */

import { NotLoaded } from "../src/errors.js";
import { Game } from "../src/game.js";
import { readMoves, recordIn } from "../src/pasted.js";
import { Record as GameRecord } from "../src/record.js";
import { compiledAs, usualOptions } from "./catalogue.js";
import { read, readJson } from "./files.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./catalogue.js").Options} Options */

/** Loads games of a catalogue by their ids and options. */
export class Games {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue;
    /** @type {Map<string, Promise<Game>>} */
    this.loaded = new Map();
  }

  /**
   * A game; the lighter module where there is one, which loads the other when it is asked for the
   * strongest search. Throws what says why it is not here.
   * @param {string} id @param {Options} options
   */
  async load(id, options) {
    const { name, light } = compiledAs(this.catalogue.find(id), Object.entries(options));
    return this.#module(light ? `${name}.light` : name);
  }

  /**
   * The record that a text holds, its game loaded as needed. Throws BadRecord, or why its game is
   * not here.
   * @param {string} text
   */
  async record(text) {
    const known = this.catalogue.games.map(({ id }) => id);
    /** @type {Game[]} */
    const games = [];
    for (;;) {
      try {
        return GameRecord.read(text, games, { known });
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        const { game: id, options } = error;
        games.push(await this.load(id, /** @type {Options} */ (options)));
      }
    }
  }

  /**
   * The game in what someone has pasted, and what was left out: a record with whatever around it, or
   * bare moves of a game that the text names, or else of the `usual` one.
   * @param {string} text @param {{ id: string, options: Options } | null} [usual]
   */
  async pasted(text, usual = null) {
    const found = recordIn(text);
    const named = /^[ \t>]*Game:[ \t]*(\S+)/m.exec(text)?.[1];
    const game = named ? this.#named(named, /^[ \t>]*Options:(.*)/m.exec(text)?.[1] ?? "") : usual;
    if (found || !game || /^\s*\{"/.test(text)) return { record: await this.record(found?.text ?? text), remarks: found?.remarks ?? [] };
    return readMoves(text, await this.load(game.id, game.options));
  }

  /** @param {string} id @param {string} chosen such as `size=6 scoring=groups` */
  #named(id, chosen) {
    const entry = this.catalogue.find(id);
    const options = { ...usualOptions(entry) };
    for (const [, name, value] of chosen.matchAll(/([a-z_]+)=(\S+)/g)) options[name] = typeof options[name] === "number" ? Number(value) : value;
    return { id, options };
  }

  /** @param {string} name */
  #module(name) {
    let found = this.loaded.get(name);
    if (!found) {
      found = module(name, (full) => this.#module(full));
      this.loaded.set(name, found);
      found.catch(() => this.loaded.delete(name));
    }
    return found;
  }
}

/** @param {string} name @param {(name: string) => Promise<Game>} loadFull */
async function module(name, loadFull) {
  const manifest = await readJson(`games/${name}.json`);
  const full = () => loadFull(manifest.full.replace(/\.json$/, ""));
  const book = () => read(`games/${manifest.book.file}`);
  return Game.from(manifest, await read(`games/${manifest.module}`), full, book);
}
