/** Why a move is not the best one: what the engine plays against it, and what it thinks then. */

import { t } from "../table/words.js";
import { worthText } from "../table/evaluation.js";

/** @typedef {import("../src/state.js").State} State */

// Little enough that the answer is there within a second.
const LIMITS = { seconds: 0.6, nodes: 60_000 };
const SHOWN = 4;

/**
 * The line that follows a wrong move, and words for it.
 * @param {State} state after the move @param {string} move
 * @param {number} solver who played it @param {import("../src/bot.js").Analyst} analyst
 * @returns {Promise<{ words: string, line: string[] }>}
 */
export async function refute(state, move, solver, analyst) {
  if (state.over) return { words: endText(state, move), line: [] };
  const { manifest } = state.game;
  let best;
  for await (const report of analyst.think(state, LIMITS)) [best] = report.lines;
  if (!best) return { words: t("{move} is not the best move.", { move }), line: [] };
  const line = best.pv.slice(0, SHOWN);
  const told = { move, line: line.join(" "), worth: worthText(best, manifest) };
  const wins = best.proved && best.value[solver] === 1;
  const words = wins
    ? t("{move} is not the best move: it wins too, but later. After {line}: {worth}.", told)
    : t("{move} is not the best move. After {line}: {worth}.", told);
  return { words, line };
}

/** @param {State} state @param {string} move */
function endText(state, move) {
  const winners = state.winners ?? [];
  const { seats } = state.game.manifest;
  if (!winners.length) return t("{move} is not the best move: it ends the game as a draw.", { move });
  return t("{move} is not the best move: it ends the game, and {player} wins.", { move, player: t(seats[winners[0]].name) });
}
