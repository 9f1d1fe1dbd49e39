/** A running game: a position, how it came about, and what may happen next. */

import { IllegalMove } from "./errors.js";
import { MAX_TURNS, field, write } from "./position.js";
import { historyArray } from "./records.js";
import { afterTheEnd, refusal } from "./refusing.js";
import { split, strip } from "./texts.js";
import { View } from "./view.js";

/** @typedef {import("./module.js").Octets} Octets */

/** @typedef {import("./game.js").Game} Game */
/**
 * A ply played: the position before it, the moves that were legal there, and who may see it.
 * @typedef {{ move: number, before: Octets, legal: number[], path: string[], secret: boolean,
 *   player: number, turn: number }} Played
 */

/** A game in progress: the position, the moves that led to it, and the legal moves. */
export class State {
  /** @param {Game} game @param {Octets} position */
  constructor(game, position) {
    this.game = game;
    this.position = position.slice();
    this.opening = this.position;
    /** @type {Played[]} */
    this.played = [];
    /** @type {Octets[]} the placements at turn ends, where the game asks for them */
    this.history = game.manifest.repetition ? [this.#placement()] : [];
    /** @type {number[] | null} */
    this.found = null;
  }

  /** An independent copy, moves included. */
  copy() {
    const twin = new State(this.game, this.position);
    twin.opening = this.opening;
    twin.played = [...this.played];
    twin.history = [...this.history];
    twin.found = this.found;
    return twin;
  }

  /** How many plies have been played here. */
  get ply() {
    return this.played.length;
  }

  /** How many turns have ended since the game's opening. */
  get turn() {
    return Number(field(this.game, this.position, "turn")[0]);
  }

  /** The legal moves in the order of their texts; none when the game is over. */
  get legal() {
    const text = (/** @type {number} */ move) => this.game.text(move);
    return [...this.unsorted].sort((one, other) => (text(one) < text(other) ? -1 : 1));
  }

  /** The texts of `legal`, one for one. */
  get legalTexts() {
    return this.unsorted.map((move) => this.game.text(move)).sort();
  }

  /** The legal moves in the order in which the rules list them, quicker. */
  get unsorted() {
    this.found ??= this.#legal();
    return this.found;
  }

  /**
   * For each legal move, by its text and in that order, the tokens that a person gives to make it.
   * @returns {Record<string, string[]>}
   */
  get paths() {
    const paths = this.legal.map((move) => [this.game.text(move), this.game.path(this.position, move)]);
    return Object.fromEntries(paths);
  }

  /** Whether the game has ended. */
  get over() {
    return this.unsorted.length === 0;
  }

  /** The index of the player to move, null when the game is over. */
  get mover() {
    return this.over ? null : this.player;
  }

  /** The index of the player whose turn the position says it is. */
  get player() {
    return Number(field(this.game, this.position, "mover")[0]);
  }

  /** The plies played. */
  get moves() {
    return this.played.map(({ move }) => move);
  }

  /** The plies played, as texts. */
  get moveTexts() {
    return this.moves.map((move) => this.game.text(move));
  }

  /** How many plies have been played of a turn that still goes on. */
  get unfinished() {
    const { played, turn } = this;
    let start = played.length;
    while (start && played[start - 1].turn === turn) start--;
    return played.length - start;
  }

  /** Whether the game has ended as a draw by repetition, or by going on without end. */
  get repeated() {
    const { module, manifest } = this.game;
    if (this.turn >= MAX_TURNS) return this.#ruled(this.position).length > 0;
    if (!manifest.repetition) return false;
    const { words, history } = this.#history();
    this.game.at(this.position);
    const size = manifest.position.words;
    const drawn = module.call(
      "referee_drawn", words, stack_length(this.game), size, 0, history, this.history.length,
    );
    history.free();
    return Boolean(drawn);
  }

  /** The points now for a game of points; else zeros, and each player's result at the end. */
  get scores() {
    const { manifest } = this.game;
    if (!manifest.points && (!this.over || this.repeated)) return new Array(manifest.players).fill(0);
    return this.game.outcome(this.position);
  }

  /** The winners' indexes: empty for a draw, null while the game runs. */
  get winners() {
    if (!this.over) return null;
    return this.repeated ? [] : winners(this.scores);
  }

  /** The sites whose pieces deserve a mark in pictures. */
  get marks() {
    return this.game.marks(this.position);
  }

  /** The position as text. */
  get text() {
    return write(this.game, this.position);
  }

  /**
   * Play one ply, given as its text or path, or as a move's number.
   * @param {string | number} given
   */
  play(given) {
    const move = typeof given === "string" ? this.parse(given) : this.#known(given);
    const { game, position: before } = this;
    const path = game.path(before, move);
    const secret = game.has("secret") && Boolean(game.module.call("secret", game.at(before), move));
    const { player, turn } = this;
    this.played.push({ move, before, legal: this.unsorted, path, secret, player, turn });
    this.position = game.changed("play", before, move);
    this.found = null;
    if (game.manifest.repetition && this.turn !== turn) this.history.push(this.#placement());
  }

  /** Take back the last ply; returns its text. */
  undo() {
    const last = this.played.pop();
    if (!last) throw new IllegalMove("there is no ply to take back: the game has not begun");
    if (this.game.manifest.repetition && this.turn !== last.turn) this.history.pop();
    this.position = last.before;
    this.found = last.legal;
    return this.game.text(last.move);
  }

  /** The legal move that a text or a path stands for. @param {string} text */
  parse(text) {
    const given = strip(text);
    const found = this.unsorted.find((move) => this.game.text(move) === given);
    if (found !== undefined) return found;
    const tokens = split(given).join(" ");
    for (const move of this.unsorted) {
      if (this.game.path(this.position, move).join(" ") === tokens) return move;
    }
    throw refusal(this, given);
  }

  /** Why a text is no legal move here; nothing where it is one. @param {string} text */
  refusal(text) {
    try {
      this.parse(text);
    } catch (error) {
      if (error instanceof IllegalMove || error instanceof Error) return error.message;
    }
    return "";
  }

  /**
   * What a player may see: an index, -1 for an onlooker, null for everything.
   * @param {number | null} player
   */
  view(player = null) {
    return new View(this, player);
  }

  /** @param {number} move */
  #known(move) {
    if (this.over) throw afterTheEnd(this, String(move));
    if (!this.unsorted.includes(move)) {
      throw new IllegalMove(`the move ${move} is not one of the legal moves`);
    }
    return move;
  }

  /** @returns {number[]} */
  #legal() {
    const { game } = this;
    if (this.turn >= MAX_TURNS) return [];
    if (!game.manifest.repetition) return this.#ruled(this.position);
    const { stack, words, history } = this.#history();
    game.at(this.position);
    const size = game.manifest.position.words;
    const given = [stack, stack_length(game), words, stack_length(game), size];
    const n = game.module.call(
      "referee_legal", ...given, 0, game.out, history, this.history.length,
    );
    history.free();
    return Array.from(game.out.numbers.slice(0, n));
  }

  /** @param {Octets} position @returns {number[]} */
  #ruled(position) {
    const { game } = this;
    const n = game.module.call("moves", game.at(position), game.out);
    return Array.from(game.out.numbers.slice(0, n));
  }

  /** The placement of the position, as a row of the history. */
  #placement() {
    const { game } = this;
    const row = historyArray(game, [], 1);
    game.module.call("referee_note", game.at(this.position), game.manifest.position.words, row, 0);
    const placement = row.octets.slice();
    row.free();
    return placement;
  }

  /** The stack of positions, the same as words, and the history. */
  #history() {
    const { record } = this.game;
    const history = historyArray(this.game, this.history, 1);
    return { stack: record.pointer, words: record.pointer, history };
  }
}

/** @param {Game} game */
function stack_length(game) {
  return game.record.shape[0];
}

/** The winners by final scores: the highest; none when all are equal. @param {number[]} scores */
export function winners(scores) {
  const best = Math.max(...scores);
  if (scores.every((score) => score === best)) return [];
  return scores.flatMap((score, player) => (score === best ? [player] : []));
}
