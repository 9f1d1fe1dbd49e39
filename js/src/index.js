/** Livestone for browsers, workers and Node: games, states, views and bots of compiled games. */

export { Analyst, Bot, analyse } from "./bot.js";
export { Game } from "./game.js";
export { State } from "./state.js";
export { View } from "./view.js";
export { follow } from "./paths.js";
export { Record } from "./record.js";
export { reveals } from "./reveals.js";
export { resultOf } from "./record_checks.js";
export {
  BadOption,
  BadPosition,
  BadRecord,
  BrokenGame,
  EngineError,
  GameOver,
  IllegalMove,
  LivestoneError,
  MoveSyntaxError,
  NotLoaded,
} from "./errors.js";
export { makeWorkers } from "./workers.js";
