/** A game's states for Python: `live_state.py` asks for them by names, and reads texts of JSON. */

import { LivestoneError } from "../../src/errors.js";
import { seeded } from "../../src/random.js";
import { State } from "../../src/state.js";

/** @typedef {import("../../src/game.js").Game} Game */

/** @type {Record<string, (state: State, given: any) => unknown>} what is asked and is no plain property */
const ANSWERS = {
  moveText: ({ game }, move) => game.text(move),
  play: (state, move) => state.play(move),
  undo(state) {
    const move = state.moves.at(-1);
    state.undo();
    return move;
  },
  parse: (state, text) => state.parse(text),
  refusal: (state, text) => state.refusal(text),
  view(state, viewer) {
    const { position: _, ...seen } = state.view(viewer ?? null);
    return seen;
  },
  history: ({ history }) => history.map(hexOf),
  key: ({ game, position }) => hexOf(position.slice(0, game.manifest.position.identity_words * WORD)),
  turns: turnsOf,
};
const WORD = 8; // octets

/** A state, and what Python may ask of it. */
export class LiveState {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  copy() {
    return new LiveState(this.state.copy());
  }

  /** A copy in which what a viewer cannot see is guessed. @param {number} viewer @param {string} seed */
  guessed(viewer, seed) {
    const twin = this.state.copy();
    const dice = twin.game.module.array("u8", 1);
    dice.numbers[0] = seeded(BigInt(seed));
    twin.position = guessed(twin, viewer, dice);
    dice.free();
    return new LiveState(twin);
  }

  /** @param {string} name @param {any} given */
  ask(name, given) {
    try {
      const { state } = this;
      const value = Object.hasOwn(ANSWERS, name) ? ANSWERS[name](state, given) : state[/** @type {keyof State} */ (name)];
      return JSON.stringify({ value: value ?? null });
    } catch (error) {
      if (!(error instanceof LivestoneError)) throw error;
      return JSON.stringify({ code: error.code, message: error.message });
    }
  }
}

/** Makes states of a game: at its opening, or at a position that came by message. */
export class LiveGame {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  start() {
    return new LiveState(this.game.start());
  }

  /** @param {string} position in hex @param {string} history a list in JSON */
  at(position, history) {
    const state = new State(this.game, octetsOf(position));
    const rows = JSON.parse(history);
    if (rows.length) state.history = rows.map(octetsOf);
    return new LiveState(state);
  }
}

/**
 * The position with what a viewer cannot see guessed; `dice` is the state of a generator.
 * @param {State} state @param {number} viewer @param {import("../../src/module.js").Block} dice
 */
export function guessed({ game, position }, viewer, dice) {
  const seen = game.changed("observe", position, viewer);
  if (!game.has("determinise")) return seen;
  game.module.call("determinise", game.at(seen), viewer, dice);
  return game.record.octets.slice(0, seen.length);
}

/** @param {State} state @returns {[number, string[]][]} */
function turnsOf({ game, played }) {
  /** @type {[number, string[]][]} */
  const found = [];
  played.forEach(({ move, player, turn }, at) => {
    if (!at || played[at - 1].turn !== turn) found.push([player, []]);
    found[found.length - 1][1].push(game.text(move));
  });
  return found;
}

/** @param {Uint8Array} octets */
export function hexOf(octets) {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function octetsOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
