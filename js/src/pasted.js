/**
 * Records as people paste them: out of a chat, with text around them, or as bare moves. Python's
 * `livestone.records.pasted` does the same; a test compares them.
 */

import { BadRecord, LivestoneError } from "./errors.js";
import { Record } from "./record.js";
import { checkCharacters } from "./record_types.js";
import { short, strip } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./state.js").State} State */

const FIRST = "Livestone record 1";
const LAST = "End";
const QUOTED = /^[ \t]*(?:>[ \t]?)+/;
const FENCE = /^[ \t]*(?:```|~~~)/;
const HEADER = /^[ \t]*(?:\[[^\]]*\][ \t]*|[A-Za-z][A-Za-z ]*:(?:[ \t].*)?)$/;
const COMMENT = /\{[^{}]*\}|;[^\n]*/g;
const VARIATION = /\([^()]*\)/g;
const NUMBER = /^[0-9]+\.+/;
const SIGN = /[!?]+$|^\$[0-9]+$/;
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "½-½"];

/**
 * The record within a text, its lines in their places, and what was left out; null without one.
 * @param {string} text
 */
export function recordIn(text) {
  const lines = linesOf(text);
  const start = lines.findIndex((line) => strip(line) === FIRST);
  if (start < 0) return null;
  const found = lines.findIndex((line, at) => at >= start && strip(line) === LAST);
  const end = found < 0 ? lines.length : found;
  const isIn = (/** @type {number} */ at) => start <= at && at <= end;
  const around = lines.filter((line, at) => strip(line) && !isIn(at)).length;
  const remarks = around ? [`left out, being no part of the record: ${counted(around, "line")}`] : [];
  return { text: lines.map((line, at) => (isIn(at) ? line : "")).join("\n"), remarks };
}

/**
 * The game whose moves stand in a text one after the other. Throws BadRecord.
 * @param {string} text @param {Game} game
 */
export function readMoves(text, game) {
  const lines = linesOf(text);
  lines.forEach((line, at) => checkCharacters(line, at + 1));
  const headers = lines.filter((line) => HEADER.test(line)).length;
  const [noted, comments] = without(COMMENT, lines.map((line) => (HEADER.test(line) ? "" : line)).join("\n"));
  const [body, variations] = without(VARIATION, noted);
  const state = game.start();
  /** @type {Map<string, string>} */
  const cases = new Map();
  /** @type {string[]} */
  const results = [];
  let signs = 0;
  for (const { word, line } of tokens(body)) {
    if (RESULTS.includes(word)) {
      results.push(word);
      continue;
    }
    const move = word.replace(SIGN, "");
    if (move !== word) signs += 1;
    const played = move && play(state, move, line);
    if (played !== move) cases.set(move, played);
  }
  if (!state.ply) throw new BadRecord("there are no moves in it");
  const counts = /** @type {const} */ ([[headers, "line"], [comments, "comment"], [variations, "variation"], [signs, "sign"]]);
  const left = [...counts.filter(([count]) => count).map(([count, what]) => counted(count, what)), ...results.map((result) => `the result '${result}'`)];
  const remarks = [
    ...(left.length ? [`left out: ${left.join(", ")}`] : []),
    ...[...cases].map(([given, move]) => `'${given}' was read as '${move}'`),
  ];
  return { record: Record.of(state), remarks };
}

/** The lines of a text without the marks of quotations, and empty where code begins or ends. @param {string} text */
export function linesOf(text) {
  return text.replace(/^\ufeff/, "").split("\n").map((line) => {
    const plain = line.replace(/\r+$/, "").replace(QUOTED, "");
    return FENCE.test(plain) ? "" : plain;
  });
}

/**
 * A text without what fits, as often as there is any, and how often; lines stay lines.
 * @param {RegExp} pattern @param {string} text @returns {[string, number]}
 */
function without(pattern, text) {
  let total = 0;
  for (;;) {
    let count = 0;
    text = text.replace(pattern, (found) => {
      count += 1;
      return ` ${"\n".repeat(found.split("\n").length - 1)}`;
    });
    total += count;
    if (!count) return [text, total];
  }
}

/** @param {string} text */
function* tokens(text) {
  for (const [at, line] of text.split("\n").entries()) {
    for (const word of line.split(/\s+/)) {
      const rest = word.replace(NUMBER, "");
      if (rest) yield { word: rest, line: at + 1 };
    }
  }
}

/**
 * Play a move, in small or capital letters as it may be; returns what was played.
 * @param {State} state @param {string} given @param {number} line
 */
function play(state, given, line) {
  const legal = state.legalTexts;
  const same = legal.filter((one) => one.toLowerCase() === given.toLowerCase());
  const move = !legal.includes(given) && same.length === 1 ? same[0] : given;
  try {
    state.play(move);
  } catch (error) {
    if (!(error instanceof LivestoneError)) throw error;
    throw new BadRecord(`move ${state.ply + 1}, ${short(move, 60)}: ${error.message}`, line);
  }
  return move;
}

/** @param {number} count @param {string} word */
function counted(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
