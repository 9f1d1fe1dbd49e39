/** A finished or running game as data: players, plies, date and result. */

import { BadRecord } from "./errors.js";
import { decode } from "./json.js";
import { checkRecord, checkResult, replayed, resultOf, verified } from "./record_checks.js";
import { findGame } from "./record_game.js";
import { readFields, write } from "./record_text.js";
import { bare, checkedFields } from "./record_types.js";
import { State } from "./state.js";
import { length, repr, strip } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./record_types.js").Fields} Fields */
/** @typedef {import("./record_types.js").Participant} Participant */
/** @typedef {import("./record_types.js").Note} Note */
/** @typedef {import("./record_types.js").Result} Result */
/** @typedef {import("./record_game.js").Games} Games */

const FORMAT = "livestone-record";
const VERSION = 1;
// A longer file is no game; the longest real ones have a few thousand plies.
const MAX_CHARS = 1_000_000;

/** A game as data; `result` is null while it runs. */
export class Record {
  #game;

  /** @param {Fields} fields checked ones @param {Game} game with the record's options */
  constructor(fields, game) {
    this.#game = game;
    this.game = fields.game;
    this.options = fields.options;
    this.players = fields.players;
    this.plies = fields.plies;
    this.result = fields.result;
    /** The position's text where the game did not start at the usual one. */
    this.opening = fields.opening;
    this.date = fields.date;
    this.tags = fields.tags;
    /** The player whose secrets are not left out, -1 for an onlooker; null where none are. */
    this.viewer = fields.viewer;
  }

  /**
   * The record of a game. Players left out take their seats' names; notes are those of the plies,
   * as many as there are. With a viewer the record of a running game shows only what they may see.
   * @param {State} state
   * @param {{ players?: Participant[], notes?: Note[], result?: Result | null, date?: string | null,
   *   tags?: Fields["tags"], viewer?: number | null }} given
   */
  static of(state, { players, notes = [], result = null, date = null, tags = {}, viewer = null } = {}) {
    const { game } = state;
    const ending = result ?? (state.over ? resultOf(state) : null);
    const seer = ending ? null : viewer;
    const view = state.view(seer);
    const opening = openingText(state, seer);
    const hidden = opening !== openingText(state, null) || view.moves.join(" ") !== state.moveTexts.join(" ");
    const fields = checkedFields({
      game: game.id,
      options: game.options,
      players: players?.length ? players : game.manifest.seats.map((/** @type {Participant} */ { name }) => ({ name })),
      plies: plies(state, view.moves, seenNotes(state, notes, seer)),
      result: ending,
      opening,
      date,
      tags,
      viewer: hidden ? seer : null,
    });
    checkRecord(fields, game, new Map());
    if (ending) checkResult(state, ending, null);
    return new Record(fields, game);
  }

  /**
   * The record that a text (or JSON text) holds, checked against the rules. Throws BadRecord, with
   * the line and why; NotLoaded where its game is not among those given.
   * @param {string} text @param {Game | Game[]} games
   * @param {{ mostPlies?: number | null, known?: string[] }} given where it has more plies none is
   *   played; `known` are the ids of all games there are: the
   *   game of any other does not exist, instead of not being among those given
   */
  static read(text, games, { mostPlies = null, known } = {}) {
    if (text.length > MAX_CHARS && length(text) > MAX_CHARS) {
      throw new BadRecord(`the file has ${length(text)} characters: no game needs over ${MAX_CHARS}`);
    }
    if (strip(text).startsWith("{")) return Record.fromJson(decode(text), games, { mostPlies, known });
    const those = { games: [games].flat(), known };
    const { fields, lines } = readFields(text, those);
    checkPlies(fields, mostPlies);
    return made(checkedFields(fields, lines), those, lines);
  }

  /**
   * The record that a JSON object holds, checked. Throws BadRecord or NotLoaded.
   * @param {unknown} data @param {Game | Game[]} games
   * @param {{ mostPlies?: number | null, known?: string[] }} given as for `read`
   */
  static fromJson(data, games, { mostPlies = null, known } = {}) {
    const plain = data && typeof data === "object" && !Array.isArray(data);
    const all = new Map(data instanceof Map ? data : plain ? Object.entries(data) : []);
    if (all.get("format") !== FORMAT) {
      throw new BadRecord(`this is no game record: its format is not '${FORMAT}'`);
    }
    if (all.get("version") !== VERSION) {
      throw new BadRecord(`version ${repr(all.get("version"))} is not known: it must be ${VERSION}`);
    }
    all.delete("format");
    all.delete("version");
    const fields = checkedFields(all);
    checkPlies(fields, mostPlies);
    return made(fields, { games: [games].flat(), known }, new Map());
  }

  /** The record as text that a person can read. */
  asText() {
    return write(this, this.#game);
  }

  /** The record as a JSON object. */
  asJson() {
    const { game, options, players, result, opening, date, tags, viewer } = this;
    const plies = this.plies.map(({ turn, move, note }) =>
      Object.keys(note).length ? { turn, move, note } : { turn, move },
    );
    const whole = { game, options, players, plies, result, opening, date, tags, viewer };
    return structuredClone({ format: FORMAT, version: VERSION, ...whole });
  }

  /** The game that was played, with its options. */
  makeGame() {
    return this.#game;
  }

  /**
   * The state after the last ply, with every ply and the result checked. Throws BadRecord, naming
   * the ply; always for a record with secrets left out.
   */
  replay() {
    return replayed(this, this.#game, new Map());
  }
}

/** @param {Fields} fields @param {Games} games @param {Map<string | number, number>} lines */
function made(fields, games, lines) {
  const game = findGame(fields.game, Object.entries(fields.options), games, lines);
  const whole = { ...fields, options: { ...game.options } };
  verified(whole, game, lines);
  return new Record(whole, game);
}

/** @param {{ plies: unknown[] }} fields @param {number | null} most */
function checkPlies({ plies }, most) {
  if (most !== null && plies.length > most) {
    throw new BadRecord(`the game has ${plies.length} plies: ${most} are possible here`);
  }
}

/** @param {State} state @param {string[]} moves @param {Note[]} notes */
function plies(state, moves, notes) {
  if (notes.length > moves.length) {
    throw new BadRecord(`there are ${notes.length} notes for ${moves.length} plies`);
  }
  let turn = new State(state.game, state.opening).turn;
  return state.played.map((played, at) => {
    if (!at || played.turn !== state.played[at - 1].turn) turn += 1;
    return { turn, move: moves[at], note: notes[at] ?? {} };
  });
}

/**
 * The notes that a viewer may see: with hidden information, only the viewer's own thoughts.
 * @param {State} state @param {Note[]} notes @param {number | null} viewer
 */
function seenNotes(state, notes, viewer) {
  if (viewer === null || !state.game.has("observe")) return notes;
  let mover = -1;
  return notes.map((note, at) => {
    const before = state.played[at - 1];
    if (!before || state.played[at]?.turn !== before.turn) mover = state.played[at]?.player ?? -1;
    return mover === viewer ? note : bare({ seconds: note.seconds, left: note.left });
  });
}

/**
 * The opening position as the viewer sees it, null where it is the usual one.
 * @param {State} state @param {number | null} viewer
 */
function openingText(state, viewer) {
  const opening = new State(state.game, state.opening);
  return opening.text === state.game.start().text ? null : opening.view(viewer).text;
}
