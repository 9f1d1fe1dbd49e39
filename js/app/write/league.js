/** The league: bosses in the order of their strength, each of whom one must beat to meet the next. */

import { done, doneSteps } from "../progress.js";
import { playSeries, pointsOf } from "./contest.js";

/** @typedef {import("./contest.js").Row} Row */

/** By measured strength, from the weakest: docs/freeplay.md has the figures. */
export const BOSSES = ["random", "level 1", "level 2", "level 3", "greedy"];
export const GAMES = 20;
const NAME = "league"; // where progress is kept, beside the lessons of games

/** The bosses that have been beaten. */
export const beaten = () => doneSteps(NAME);

/** The boss to be beaten next, undefined where all are. */
export const nextBoss = () => BOSSES.find((name) => !beaten().has(name));

/** Whether a boss is beaten: more than half the points. @param {Row} row */
export function isBeaten(row) {
  return pointsOf(row) > GAMES / 2;
}

/** Whether the games that are left change nothing. @param {Row} row */
export function isDecided(row) {
  return isBeaten(row) || pointsOf(row) + GAMES - row.games.length <= GAMES / 2;
}

/**
 * Play a boss until it is decided; who beats it rises.
 * @param {import("../../src/game.js").Game} game @param {import("./contest.js").Learner} learner
 * @param {import("./opponents.js").Opponent} opponent
 * @param {{ tell: (row: Row) => void, signal: AbortSignal }} settings
 */
export async function challenge(game, learner, opponent, { tell, signal }) {
  /** @type {Row} */
  const row = { opponent, games: [] };
  await playSeries(game, learner, row, { games: GAMES, tell: () => tell(row), signal, isEnough: isDecided });
  if (isBeaten(row) && !row.games.some(({ fault }) => fault)) done(NAME, opponent.name, BOSSES);
  return row;
}
