/** Why a move is not the best one: what it lost, by the puzzle's proof, and how the engine goes on. */

import { written } from "../table/notation.js";
import { t, tn } from "../table/words.js";
import { worthText } from "../table/evaluation.js";

/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

// Little enough that the answer is there within a second.
const LIMITS = { seconds: 0.6, nodes: 60_000 };
// How many plies are shown; more where they are proved, for then they lead to what was lost.
const SHOWN = 4;
const SHOWN_PROVED = 12;

/**
 * Words for what a wrong move lost, and the line that follows it.
 * @param {Puzzle} puzzle @param {State} state after the move @param {string} move
 * @param {import("../src/bot.js").Analyst} analyst
 * @returns {Promise<{ words: string, line: string[] }>}
 */
export async function refute(puzzle, state, move, analyst) {
  if (state.over) return { words: endText(state, move), line: [] };
  const mover = state.played[state.ply - 1].player;
  let best;
  for await (const report of analyst.think(state, LIMITS)) [best] = report.lines;
  if (!best) return { words: lostText(puzzle, move), line: [] };
  const lost = best.proved ? provedText(puzzle, move, best.value[mover]) : lostText(puzzle, move);
  const line = best.pv.slice(0, best.proved ? SHOWN_PROVED : SHOWN);
  const told = { line: written(line.join(" ")), worth: worthText(best, state.game.manifest) };
  // A guess is no refutation: what is only estimated is not told.
  const after = best.proved ? t("After {line}: {worth}.", told) : t("It could go on: {line}.", told);
  return { words: `${lost} ${after}`, line };
}

/**
 * What every move but the best one loses; that is proved.
 * @param {Puzzle} puzzle @param {string} played
 */
export function lostText({ goal, turns }, played) {
  const move = written(played);
  if (goal === "draw") return t("{move} loses, and there was a draw.", { move });
  if (goal === "hold") return tn("{move} loses: now a win can be forced against you within {n} turn.", "{move} loses: now a win can be forced against you within {n} turns.", turns, { move });
  if (turns) return tn("{move} does not win within {n} turn, as another move does.", "{move} does not win within {n} turns, as another move does.", turns, { move });
  return t("{move} gives the win away: now a draw is the most that you can get.", { move });
}

/**
 * What a move loses, where it is proved what the position is worth now: the puzzle's own proof only
 * says what it is worth at most.
 * @param {Puzzle} puzzle @param {string} move @param {number} worth to who moved, from 0 to 1
 */
function provedText(puzzle, move, worth) {
  const { goal, turns } = puzzle;
  if (goal !== "win" || turns || worth === 1) return lostText(puzzle, move);
  return worth ? t("{move} gives the win away: now the game is a draw.", { move: written(move) }) : t("{move} gives the win away, and loses.", { move: written(move) });
}

/** @param {State} state @param {string} move */
function endText(state, move) {
  const winners = state.winners ?? [];
  const { seats } = state.game.manifest;
  if (!winners.length) return t("{move} is not the best move: it ends the game as a draw.", { move: written(move) });
  return t("{move} is not the best move: it ends the game, and {player} wins.", { move: written(move), player: t(seats[winners[0]].name) });
}
