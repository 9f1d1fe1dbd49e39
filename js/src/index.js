/** Livestone for browsers, workers and Node: games, states and views of compiled games. */

export { Game } from "./game.js";
export { State } from "./state.js";
export { View } from "./view.js";
export { follow } from "./paths.js";
export {
  BadPosition,
  BrokenGame,
  GameOver,
  IllegalMove,
  LivestoneError,
  MoveSyntaxError,
} from "./errors.js";
