/** The levels of bots, as the manifest says. */

import { LivestoneError } from "./errors.js";

/** @typedef {import("./game.js").Game} Game */
/**
 * @typedef {{ number: number, name: string, seconds: number, patient: number,
 *   sight: { positions: number | null, plies: number | null, lines: number, blur: number },
 *   playouts: { count: number | null, looks: number, blur: number, slips: number } }} Level
 */

/** The level of that number. @param {Game} game @param {number} number @returns {Level} */
export function levelOf(game, number) {
  const { levels } = game.manifest;
  const found = levels.find((/** @type {Level} */ level) => level.number === number);
  if (!found) {
    throw new LivestoneError(`there is no level ${number}: use 1 to ${levels.length}`, "bad-request");
  }
  return found;
}
