/** Livestone for browsers, workers and Node: games, states, views and bots of compiled games. */

export { Bot, analyse } from "./bot.js";
export { Game } from "./game.js";
export { State } from "./state.js";
export { View } from "./view.js";
export { follow } from "./paths.js";
export {
  BadPosition,
  BrokenGame,
  EngineError,
  GameOver,
  IllegalMove,
  LivestoneError,
  MoveSyntaxError,
} from "./errors.js";
