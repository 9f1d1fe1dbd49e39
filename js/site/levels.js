/** Which level to play next: the one played last, or for a first game one that a newcomer can beat. */

import { onlyPerson } from "./kept.js";
import { FIRST_LEVEL } from "./site.js";

/** @typedef {import("./kept.js").Kept} Kept */

/**
 * The level to play a game at.
 * @param {Kept[]} games those kept, the last one first @param {string} id
 */
export function proposedLevel(games, id) {
  const last = games.find((kept) => kept.game === id && levelOf(kept) !== null);
  return last ? /** @type {number} */ (levelOf(last)) : FIRST_LEVEL;
}

/**
 * The level that a person alone plays against; null for other games.
 * @param {Pick<Kept, "seats">} kept
 */
export function levelOf({ seats }) {
  if (onlyPerson(seats) < 0) return null;
  const levels = seats.flatMap(({ kind, level }) => (kind === "bot" && level ? [level] : []));
  return levels.length ? Math.max(...levels) : null;
}
