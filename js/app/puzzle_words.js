/** What is said of puzzles. */

import { winners } from "../src/state.js";
import { t, tn } from "../table/words.js";
import { worthText } from "../table/evaluation.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** A theme's name. @param {string} theme such as `win in 2` */
export function themeText(theme) {
  const [, turns] = /^win in (\d+)$/.exec(theme) ?? [];
  if (turns) return tn("Win in {n} turn", "Win in {n} turns", Number(turns));
  /** @type {Record<string, () => string>} */
  const names = {
    win: () => t("Win"),
    block: () => t("Block"),
    chain: () => t("Chain"),
    "last cell": () => t("Last cell"),
    "save the draw": () => t("Save the draw"),
  };
  return Object.hasOwn(names, theme) ? names[theme]() : theme;
}

/**
 * What is asked: where others may win as well, but later, in how many turns.
 * @param {Puzzle} puzzle @param {string} player who is to move
 */
export function questionText({ goal, turns }, player) {
  if (goal !== "win" || !turns) return t("{player} to move. One move is best: find it.", { player });
  return tn("{player} to move, and can win within {n} turn: find how.", "{player} to move, and can win within {n} turns: find how.", turns, { player });
}

/**
 * What is proved about a puzzle.
 * @param {Puzzle} puzzle @param {import("../src/game.js").Game} game
 */
export function resultText({ result, best }, { manifest }) {
  const move = best.join(" ");
  if (!result) return t("Right: {move}. Every other move loses soon; that is proved.", { move });
  const won = winners(result);
  const share = 1 / (won.length || result.length);
  const value = result.map((_, seat) => (won.length && !won.includes(seat) ? 0 : share));
  const worth = worthText({ value, points: manifest.points ? result : null, proved: true }, manifest);
  return t("Right: {move}. {worth}.", { move, worth });
}

/** @param {import("./glicko2.js").Rating} rating */
export function ratingText({ value }) {
  return String(Math.round(value));
}
