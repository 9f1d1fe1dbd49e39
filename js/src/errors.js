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

/**
 * A text in quotes, as Python's `repr` writes it.
 * @param {string} text
 */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let found = "";
  for (const char of text) {
    const code = /** @type {number} */ (char.codePointAt(0));
    if (char === "\\" || char === quote) found += `\\${char}`;
    else if (char === "\n") found += "\\n";
    else if (char === "\r") found += "\\r";
    else if (char === "\t") found += "\\t";
    else if (code < 32 || (code > 126 && code < 161) || code === 173)
      found += `\\x${code.toString(16).padStart(2, "0")}`;
    else found += char;
  }
  return quote + found + quote;
}

/**
 * A text in quotes, cut to so many characters.
 * @param {string} text @param {number} most
 */
export function short(text, most) {
  const chars = [...text];
  return quoted(chars.length <= most ? text : chars.slice(0, most - 3).join("") + "...");
}
