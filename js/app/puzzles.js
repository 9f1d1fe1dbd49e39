/** The puzzles of this edition: read, named, and the one of a day. */

import { LivestoneError } from "../src/errors.js";
import { t } from "../table/words.js";
import { sameOptions } from "./catalogue.js";
import { readJson } from "./files.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Options} Options */
/**
 * A puzzle as `puzzles/ID.json` lists it: a position; the move that keeps the best result, or the
 * moves of the turn that does, in any order; the scores under best play where they are proved; best
 * play itself.
 * @typedef {{ options: Options, text: string, best: string[], result: number[] | null,
 *   goal: "win" | "draw" | "hold", turns: number, theme: string, rating: number,
 *   line?: string[] }} Listed
 */
/**
 * A puzzle with its game, its number from 1 on in the game's list, and a name that stays the same
 * when a later edition lists others.
 * @typedef {Listed & { game: string, n: number, key: string }} Puzzle
 */

/** The games that have puzzles, in the catalogue's order. @param {Catalogue} catalogue */
export function gamesWithPuzzles({ games }) {
  return games.filter(({ puzzles }) => puzzles);
}

/**
 * The puzzles of a game that can be played here: this edition has the game with their options.
 * @param {Entry} entry
 * @returns {Promise<Puzzle[]>}
 */
export async function puzzlesOf(entry) {
  if (!entry.puzzles) return [];
  /** @type {Listed[]} */
  const listed = await readJson(`puzzles/${entry.id}.json`);
  const numbered = listed.map((one, at) => ({ ...one, game: entry.id, n: at + 1, key: keyOf(one) }));
  return numbered.filter(({ options }) => entry.compiled.some((compiled) => sameOptions(compiled.options, options)));
}

/**
 * Whether a puzzle has a theme; wins in any number of turns are wins.
 * @param {Puzzle} puzzle @param {string} wanted
 */
export function hasTheme({ theme }, wanted) {
  return theme === wanted || theme.startsWith(`${wanted} in `);
}

/**
 * A puzzle by its number. Throws LivestoneError where there is none.
 * @param {Entry} entry @param {string} number
 */
export async function puzzleAt(entry, number) {
  const found = (await puzzlesOf(entry)).find(({ n }) => String(n) === number);
  if (found) return found;
  throw new LivestoneError(
    t("There is no puzzle {number} of {game} in this edition.", { number: number.slice(0, 20), game: t(entry.title) }),
    "unknown-puzzle",
  );
}

/**
 * The puzzle of a day, the same wherever the same puzzles are: a hash of the date, modulo the number
 * of all puzzles, is its place in the list of all games' puzzles in the catalogue's order. Where
 * that one cannot be played here, the next one that can.
 * @param {Catalogue} catalogue @param {string} day such as 2026-11-25, in universal time
 */
export async function puzzleOfDay(catalogue, day) {
  const games = gamesWithPuzzles(catalogue);
  const total = games.reduce((sum, { puzzles = 0 }) => sum + puzzles, 0);
  let place = total ? hash(day) % total : 0;
  let at = 0;
  while (at < games.length && place >= (games[at].puzzles ?? 0)) place -= games[at++].puzzles ?? 0;
  // Once round, and to the beginning of the first game again.
  for (let step = 0; step <= games.length; step++) {
    const found = (await puzzlesOf(games[(at + step) % games.length])).find(({ n }) => step || n > place);
    if (found) return found;
  }
  throw new LivestoneError(t("There are no puzzles in this edition."), "unknown-puzzle");
}

/** The day now, in universal time. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** @param {Listed} puzzle */
function keyOf({ options, text }) {
  return hash(`${JSON.stringify(Object.entries(options).sort())} ${text}`).toString(36);
}

/**
 * FNV-1a of a text's UTF-8 bytes in 32 bits, finished as in MurmurHash3 so that days which follow
 * each other are far apart.
 * @param {string} text
 */
export function hash(text) {
  let found = 0x811c9dc5;
  for (const octet of new TextEncoder().encode(text)) found = Math.imul(found ^ octet, 0x01000193);
  found = Math.imul(found ^ (found >>> 16), 0x85ebca6b);
  found = Math.imul(found ^ (found >>> 13), 0xc2b2ae35);
  return (found ^ (found >>> 16)) >>> 0;
}
