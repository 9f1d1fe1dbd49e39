/** Errors with the codes and sentences that Python gives. */

/** The root of the tree: anything Livestone refuses or cannot do; `code` names which. */
export class LivestoneError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code = "error") {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A text that is no move in any position of this game. */
export class MoveSyntaxError extends LivestoneError {
  /** @param {string} message */
  constructor(message) {
    super(message, "move-syntax");
  }
}

/** A move that exists but may not be played here and now. */
export class IllegalMove extends LivestoneError {
  /** @param {string} message @param {string} code */
  constructor(message, code = "illegal-move") {
    super(message, code);
  }
}

/** A move after the end of the game. */
export class GameOver extends IllegalMove {
  /** @param {string} message */
  constructor(message) {
    super(message, "game-over");
  }
}

/** A text that is no position of this game. */
export class BadPosition extends LivestoneError {
  /** @param {string} message */
  constructor(message) {
    super(message, "bad-position");
  }
}

/** A module or manifest that cannot be loaded, or rules that failed. */
export class BrokenGame extends LivestoneError {
  /** @param {string} message */
  constructor(message) {
    super(message, "broken-game");
  }
}

/** A bot that cannot answer: its worker has died, or it fails on this position. */
export class EngineError extends LivestoneError {
  /** @param {string} message */
  constructor(message) {
    super(message, "engine");
  }
}

/** A game, or options of a game, that a record needs and that have not been loaded. */
export class NotLoaded extends LivestoneError {
  /** @param {string} message @param {string} game @param {Record<string, unknown>} options */
  constructor(message, game, options) {
    super(message, "not-loaded");
    this.game = game;
    this.options = options;
  }
}

/** An option that the game does not have, a value it does not allow, or a contradiction. */
export class BadOption extends LivestoneError {
  /** @param {string} message */
  constructor(message) {
    super(message, "bad-option");
  }
}

/** A game record that cannot be read; `line` (from 1) says where, when it is known. */
export class BadRecord extends LivestoneError {
  /** @param {string} message @param {number | null} line */
  constructor(message, line = null) {
    super(line === null ? message : `line ${line}: ${message}`, "bad-record");
    this.line = line;
  }
}
