/** What the visitor's own device does: it plays, analyses and reviews by the game compiled for it. */

import { Analyst, analyse } from "../src/bot.js";
import { EngineError } from "../src/errors.js";
import { Game } from "../src/game.js";
import { Record as GameRecord } from "../src/record.js";
import { piecesAfter } from "./local_snapshot.js";

/** @typedef {import("./driver.js").Hint} Hint */
/**
 * A position by what led to it: the text of the opening, where that is not the usual one, and moves.
 * @typedef {{ opening: string | null, moves: string[] }} Position
 */

const SECONDS = 1.5;
/** @type {Map<string, Promise<Game>>} */
const games = new Map();

/**
 * A game, loaded once. Throws where that cannot be done here.
 * @param {string} compiled where its manifest is
 */
export async function load(compiled) {
  const loading = games.get(compiled) ?? Game.load(new URL(compiled, location.href));
  games.set(compiled, loading);
  try {
    return await loading;
  } catch (error) {
    games.delete(compiled); // it may be there the next time
    throw error;
  }
}

/** @param {Game} game */
export function analystOf(game) {
  return new Analyst(game);
}

/** @param {Game} game @param {Position} position */
export function stateAt(game, { opening, moves }) {
  const state = opening ? game.read(opening) : game.start();
  for (const move of moves) state.play(move);
  return state;
}

/**
 * The state after the last move of a record, as JSON.
 * @param {Game} game @param {unknown} record
 */
export function endOf(game, record) {
  return GameRecord.fromJson(record, [game]).replay();
}

/**
 * A move that looks good at the end of a record, which knows the earlier positions, and the ply it
 * would follow. Throws where the game cannot be loaded or played here.
 * @param {string} compiled where its manifest is @param {unknown} record as JSON
 * @returns {Promise<Hint & { ply: number }>}
 */
export async function hint(compiled, record) {
  const state = endOf(await load(compiled), record);
  let best = null;
  for await (const report of analyse(state, { seconds: SECONDS })) [best] = report.lines;
  if (!best) throw new EngineError("the search has found no move");
  return { ply: state.ply, move: best.move, path: state.paths[best.move] ?? [best.move] };
}

/**
 * The numbers of the pieces that a move shows on each side of the board. Throws where that cannot be
 * told here.
 * @param {string} compiled where its manifest is @param {string} text the position
 * @param {string} move
 */
export async function pieces(compiled, text, move) {
  return piecesAfter((await load(compiled)).read(text), move);
}
