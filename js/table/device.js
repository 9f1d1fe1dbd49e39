/** What the visitor's own device thinks of a position, by the game compiled for it. */

import { analyse } from "../src/bot.js";
import { EngineError } from "../src/errors.js";
import { Game } from "../src/game.js";

/** @typedef {import("./driver.js").Hint} Hint */

const SECONDS = 1.5;
/** @type {Map<string, Promise<Game>>} */
const games = new Map();

/**
 * A move that looks good. Throws where the game cannot be loaded or played here.
 * @param {string} compiled where its manifest is @param {string} text the position
 * @returns {Promise<Hint>}
 */
export async function hint(compiled, text) {
  const loading = games.get(compiled) ?? Game.load(new URL(compiled, location.href));
  games.set(compiled, loading);
  const game = await loading;
  const state = game.read(text);
  let best = null;
  for await (const report of analyse(state, { seconds: SECONDS })) [best] = report.lines;
  if (!best) throw new EngineError("the search has found no move");
  return { move: best.move, path: state.paths[best.move] ?? [best.move] };
}
