/** Why a text is no legal move: what every game says alike, and what its own rules say. */

import { GameOver, IllegalMove, MoveSyntaxError } from "./errors.js";
import { follow } from "./paths.js";
import { PATH, PLACE, TOKEN } from "./phrases.js";
import { short, split } from "./texts.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./game.js").Game} Game */

/**
 * The error that says why a text is not legal in a state where it is not.
 * @param {State} state @param {string} text
 */
export function refusal(state, text) {
  if (state.over) return afterTheEnd(state, text);
  const written = read(state.game, text);
  const longest = Math.max(...Object.values(state.paths).map((path) => path.length));
  if (!written || (written.form === PATH && written.tokens.length > longest)) {
    const example = short(state.legalTexts[0], 1e9);
    return new MoveSyntaxError(
      `${short(text, 40)} is not a move of this game: write one like ${example}`,
    );
  }
  return new IllegalMove(reason(state, text, written.form, written.tokens));
}

/** The error of a move after the end. @param {State} state @param {string} text */
export function afterTheEnd(state, text) {
  return new GameOver(`${short(text, 40)} cannot be played: the game is over after ply ${state.ply}`);
}

/**
 * The form in which a text is written, and its tokens; tokens with spaces between are a path.
 * @param {Game} game @param {string} text
 * @returns {{ form: number, tokens: number[] } | null}
 */
function read(game, text) {
  const { phrases, forms } = game.manifest;
  const names = [...game.tokens].sort((one, other) => other.length - one.length).map(escaped);
  for (const form of forms) {
    const between = phrases[form].split(PLACE).filter((/** @type {string} */ _, /** @type {number} */ at) => at % 3 === 0);
    const pattern = new RegExp(`^${between.map(escaped).join(`(${names.join("|")})`)}$`);
    const found = pattern.exec(text);
    if (found) return { form, tokens: found.slice(1).map((name) => game.token.get(name) ?? 0) };
  }
  const given = split(text);
  const tokens = given.map((name) => game.token.get(name));
  if (!given.length || tokens.includes(undefined)) return null;
  return { form: PATH, tokens: /** @type {number[]} */ (tokens) };
}

/**
 * Why tokens are no legal move, as a sentence about them.
 * @param {State} state @param {string} text @param {number} form @param {number[]} tokens
 */
function reason(state, text, form, tokens) {
  const { game } = state;
  const names = tokens.map((token) => game.tokens[token]);
  const alone = form === PATH || form === TOKEN;
  if (alone && tokens.length === 1 && goesOnFrom(state, tokens[0])) {
    return `the turn goes on from ${names[0]}: say where to`;
  }
  if (alone && follow(state.paths, names).next.length) {
    return `${names.join(" ")} is the beginning of a move: say how it goes on`;
  }
  for (const legal of state.legalTexts) {
    const [, spelled] = game.spelled(state.parse(legal));
    if (!alone && tokens.length > 1 && spelled.join() === tokens.join()) {
      return `${text} is not how this move is written: write ${legal}`;
    }
  }
  const said = refused(state, form, tokens);
  if (!said) return `${text} is not one of the legal moves`;
  return said.phrase.startsWith("{") ? said.text : `${text} is not possible: ${said.text}`;
}

/**
 * Whether a turn goes on from a site that is part of a legal move's text, but not of its path.
 * @param {State} state @param {number} token
 */
function goesOnFrom(state, token) {
  if (!state.unfinished) return false;
  const spelled = state.unsorted.map((move) => state.game.spelled(move)[1]);
  return spelled.some((tokens) => tokens.length > 1 && tokens[0] === token);
}

/**
 * What the game's own rules say.
 * @param {State} state @param {number} form @param {number[]} tokens
 */
function refused(state, form, tokens) {
  const { game } = state;
  if (!game.has("refuse")) return null;
  game.given.numbers.fill(0);
  game.given.numbers.set(tokens.slice(0, game.given.count));
  game.numbers.octets.fill(0);
  const position = game.at(state.position);
  const phrase = game.module.call("refuse", position, form, game.given, tokens.length, game.numbers);
  if (!phrase) return null;
  return { phrase: game.manifest.phrases[phrase], text: game.phrase(phrase, game.numbers.numbers) };
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
