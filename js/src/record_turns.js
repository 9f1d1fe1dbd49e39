/** The turns of a record in its text form: moves, each with comments in braces. */

import { BadRecord } from "./errors.js";
import { SPACE, numberText, quoted, short, strip } from "./texts.js";

/** @typedef {import("./record_types.js").Note} Note */
/** @typedef {import("./record_types.js").Ply} Ply */
/** @typedef {{ line: number, text: string }} Row */

export const TURN = new RegExp(`^([0-9]{1,7})\\.${SPACE}*([^\\n]*)`, "u");
const INSIDE = SPACE.slice(1, -1);
const TOKEN = new RegExp(`${SPACE}*(?:\\{((?:[^{}\\\\]|\\\\[^\\n])*)\\}|([^${INSIDE}{}]+))`, "uy");
const ESCAPE = /\\([^\n])/gu;
const NAMED = /^(seconds|left|engine|comment): ?([^]*)$/;
/** @type {Record<string, string>} */
const ESCAPES = { "\\": "\\\\", "{": "\\{", "}": "\\}", "\n": "\\n", "\t": "\\t" };
/** @type {Record<string, string>} */
const UNESCAPES = { n: "\n", t: "\t", "\\": "\\", "{": "{", "}": "}" };

/** The rows of plies, a turn to each. @param {Ply[]} plies */
export function writeTurns(plies) {
  /** @type {string[]} */
  const rows = [];
  plies.forEach(({ turn, move, note }, at) => {
    if (turn !== plies[at - 1]?.turn) rows.push(`${turn}.`);
    rows[rows.length - 1] += ` ${[move, ...writeNote(note)].join(" ")}`;
  });
  return rows;
}

/** @param {Note} note */
function writeNote({ seconds, left, engine, comment }) {
  const found = [];
  if (seconds != null) found.push(`{seconds: ${numberText(seconds)}}`);
  if (left != null) found.push(`{left: ${numberText(left)}}`);
  if (engine != null) found.push(`{engine: ${escaped(engine)}}`);
  if (comment != null) found.push(`{${NAMED.test(comment) ? "comment: " : ""}${escaped(comment)}}`);
  return found;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\{}\n\t]/g, (char) => ESCAPES[char]);
}

/** The plies in a row. @param {Row} row @returns {Ply[]} */
export function readTurn(row) {
  const [, turn, rest] = /** @type {RegExpExecArray} */ (TURN.exec(row.text));
  /** @type {[string, string[]][]} */
  const plies = [];
  for (let at = 0; at < rest.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(rest);
    if (!token) {
      return refuse(row, `${short(strip(rest.slice(at)), 60)} is no move, and no comment in braces`);
    }
    if (token[2]) plies.push([token[2], []]);
    else if (!plies.length) refuse(row, "a comment must follow a move");
    else plies[plies.length - 1][1].push(token[1]);
  }
  if (!plies.length) refuse(row, `turn ${turn} has no move`);
  const number = Number(turn);
  if (number < 1) refuse(row, "turns are numbered from 1");
  return plies.map(([move, comments]) => ({ turn: number, move, note: readNote(comments, row) }));
}

/** @param {string[]} comments @param {Row} row @returns {Note} */
function readNote(comments, row) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const written of comments) {
    const text = written.replace(ESCAPE, (_, char) => unescaped(char, row));
    const [, name, value] = NAMED.exec(text) ?? ["", "comment", text];
    if (found.has(name)) {
      refuse(row, `a move has two comments for ${quoted(name)}: put them into one pair of braces`);
    }
    if (!value) refuse(row, `the comment for ${quoted(name)} is empty`);
    found.set(name, value);
  }
  /** @type {Note} */
  const note = {};
  for (const name of /** @type {const} */ (["seconds", "left"])) {
    const text = found.get(name);
    if (text !== undefined) note[name] = readNumber(text, row);
  }
  return { ...note, engine: found.get("engine") ?? null, comment: found.get("comment") ?? null };
}

/** @param {string} char @param {Row} row */
function unescaped(char, row) {
  if (Object.hasOwn(UNESCAPES, char)) return UNESCAPES[char];
  return refuse(row, `'\\${char}' in a comment means nothing: write '\\\\' for a backslash`);
}

/** The number that a text is. @param {string} text @param {Row} row */
export function readNumber(text, row) {
  const value = /^[-+.0-9e]{1,40}$/.test(text) ? Number(text) : NaN;
  if (Math.abs(value) <= 1e9) return value + 0;
  return refuse(row, `${short(text, 60)} is no number that makes sense here`);
}

/** @param {Row} row @param {string} why @returns {never} */
export function refuse(row, why) {
  throw new BadRecord(why, row.line);
}
