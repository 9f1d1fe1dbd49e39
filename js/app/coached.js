/** Whether a game has a coach: by choice, or because it is one of the first of its kind. */

import { get } from "../table/preferences.js";
import { onlyPerson } from "./kept.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/game.js").Game} Game */

// The coach is there in so many first games of a kind, unless a person has said otherwise.
const FIRST_GAMES = 2;

/**
 * Whether there may be a coach: where one person plays bots and nothing is hidden.
 * @param {Game} game @param {Kept} kept
 */
export function mayCoach(game, { seats }) {
  return onlyPerson(seats) >= 0 && !game.has("determinise");
}

/**
 * What addresses of new games say of the coach, so that it is there in one's first games of a
 * kind. An address that says nothing begins a game without one, unless it is wanted always.
 * @param {Kept[]} all the games that are kept @param {string} id the game's
 */
export function coachFor(all, id) {
  if (get("coach")) return null;
  const played = all.filter(({ game, moves, seats }) => game === id && moves.length && onlyPerson(seats) >= 0);
  return played.length < FIRST_GAMES ? "yes" : null;
}

/** Whether the coach is there when a game is opened. @param {Kept} kept */
export function isCoached({ coach }) {
  return coach ?? get("coach") === "yes";
}
