/** The game that a record was played in, among those that have been loaded. */

import { BadRecord, LivestoneError, NotLoaded } from "./errors.js";
import { resolve } from "./options.js";
import { instead } from "./suggest.js";
import { cut, quoted } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/**
 * The games that have been loaded, and the ids of all there are.
 * @typedef {{ games: Game[], known?: string[] }} Games
 */

/**
 * The game of that id with these options, values or texts. Throws NotLoaded where it is not among
 * those given, or BadRecord where it is known that there is none.
 * @param {string} id @param {[string, unknown][]} given @param {Games} games
 * @param {Map<string | number, number>} lines
 */
export function findGame(id, given, { games, known }, lines) {
  const same = games.filter((game) => game.id === id);
  if (!same.length) {
    if (!known || known.includes(id)) {
      throw new NotLoaded(`the game ${quoted(cut(id, 40))} has not been loaded`, id, Object.fromEntries(given));
    }
    const found = instead(id, known);
    throw new BadRecord(`there is no game ${quoted(cut(id, 40))}: ${found}`, lines.get("Game"));
  }
  const options = resolved(same[0], given, lines);
  const wanted = Object.entries(options);
  const game = same.find((one) => wanted.every(([name, value]) => one.options[name] === value));
  if (game) return game;
  const told = wanted.map(([name, value]) => `${name}=${value}`).join(" ");
  throw new NotLoaded(`the game ${quoted(id)} has not been loaded with ${told}`, id, options);
}

/** @param {Game} game @param {[string, unknown][]} given @param {Map<string | number, number>} lines */
function resolved(game, given, lines) {
  try {
    return resolve(game.manifest, given);
  } catch (error) {
    if (!(error instanceof LivestoneError)) throw error;
    throw new BadRecord(error.message, lines.get("Options"));
  }
}
