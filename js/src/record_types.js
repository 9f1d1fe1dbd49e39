/** What a record consists of, its limits, and what texts in it may contain. */

import { BadRecord } from "./errors.js";
import { codePoint, convert } from "./schema.js";
import { cut, quoted, short, strip } from "./texts.js";

/** @typedef {import("./schema.js").Type} Type */
/** @typedef {import("./schema.js").Field} Field */
/**
 * A player: a name, a kind (`human`, `bot`, ...) and a bot's level.
 * @typedef {{ name: string, kind?: string, level?: number | null }} Participant
 */
/**
 * What there is to say about a ply: seconds it took, seconds left on the clock after it, what the
 * engine thought, and a comment.
 * @typedef {{ seconds?: number | null, left?: number | null, engine?: string | null,
 *   comment?: string | null }} Note
 */
/**
 * One ply: the number of its turn (from 1, as the game counts), its move and a note.
 * @typedef {{ turn: number, move: string, note: Note }} Ply
 */
/**
 * How a game ended: the winners' indexes (none for a draw), the scores on the board, and why;
 * `by` is the index of the player who resigned, ran out of time, ....
 * @typedef {{ winners: number[], scores: number[], reason: string, by: number | null }} Result
 */
/**
 * All of a record.
 * @typedef {{ game: string, options: Record<string, import("./options.js").Value>,
 *   players: Required<Participant>[], plies: Ply[], result: Result | null, opening: string | null,
 *   date: string | null, tags: Record<string, string>, viewer: number | null }} Fields
 */

/** @type {Type} */
const LINE = { kinds: ["str"], shortest: 1, longest: 200 };
/** @type {Type} */
const PARAGRAPH = { kinds: ["str", "null"], shortest: 1, longest: 10_000 };
/** @type {Type} */
const WORD = { kinds: ["str"], longest: 40 };
/** @type {Type} */
const SECONDS = { kinds: ["int", "float", "null"], least: 0, most: 1_000_000_000 };
/** @type {Type} */
const SCORE = { kinds: ["int", "float"], least: -1_000_000_000, most: 1_000_000_000 };
/** @type {Field} */
const PERHAPS = { kinds: ["int", "null"], usual: null };

/** @type {Type} */
const PARTICIPANT = {
  kinds: ["object"],
  fields: {
    name: LINE,
    kind: { ...WORD, usual: "human" },
    level: { ...PERHAPS, least: 0, most: 1000 },
  },
};
/** @type {Type} */
const NOTE = {
  kinds: ["object"],
  fields: {
    seconds: { ...SECONDS, usual: null },
    left: { ...SECONDS, usual: null },
    engine: { ...PARAGRAPH, usual: null },
    comment: { ...PARAGRAPH, usual: null },
  },
};
/** @type {Type} */
const PLY = {
  kinds: ["object"],
  fields: {
    turn: { kinds: ["int"], least: 1, most: 1_000_000 },
    move: LINE,
    note: { ...NOTE, usual: {} },
  },
};
/** @type {Type} */
const RESULT = {
  kinds: ["object", "null"],
  fields: {
    winners: { kinds: ["array"], items: { kinds: ["int"] } },
    scores: { kinds: ["array"], items: SCORE },
    reason: { ...WORD, usual: "finished" },
    by: PERHAPS,
  },
};
/** @type {Type} */
const RECORD = {
  kinds: ["object"],
  fields: {
    game: LINE,
    options: {
      kinds: ["object"],
      names: WORD,
      items: { kinds: ["bool", "int", "str"], shortest: 1, longest: 200 },
    },
    players: { kinds: ["array"], items: PARTICIPANT },
    plies: { kinds: ["array"], items: PLY },
    result: { ...RESULT, usual: null },
    opening: { ...PARAGRAPH, usual: null },
    date: { ...LINE, kinds: ["str", "null"], usual: null },
    tags: { kinds: ["object"], names: WORD, items: LINE, longest: 100, usual: {} },
    viewer: PERHAPS,
  },
};

/**
 * The fields of a record from plain data, with types, lengths and characters checked. Throws
 * BadRecord.
 * @param {unknown} data @param {Map<string | number, number>} lines
 * @returns {Fields}
 */
export function checkedFields(data, lines = new Map()) {
  /** @type {Fields} */
  const found = convert(data, RECORD);
  found.plies = found.plies.map(({ turn, move, note }) => ({ turn, move, note: bare(note) }));
  const { game, opening, date, tags, options, players, plies, result } = found;
  for (const name of Object.keys(options)) checkWord("an option", name, lines.get("Options"));
  for (const name of Object.keys(tags)) checkWord("a tag", name, lines.get(`Tag ${name}`));
  for (const { kind } of players) checkWord("a kind of player", kind);
  if (result) checkWord("a reason", result.reason, lines.get("Reason"));
  for (const text of [game, opening ?? "-", date ?? "-", ...Object.values(tags)]) checkLine(text);
  for (const value of Object.values(options)) checkLine(String(value));
  for (const { name } of players) checkLine(name);
  for (const { move, note } of plies) {
    checkLine(move);
    checkCharacters(note.engine ?? "");
    checkCharacters(note.comment ?? "");
  }
  return found;
}

/** A note with only what there is. @param {Note} note @returns {Note} */
export function bare(note) {
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value !== null && value !== undefined));
}

/**
 * Refuse what is no text: control characters and halves of characters.
 * @param {string} text @param {number | null} line
 */
export function checkCharacters(text, line = null) {
  const found = /[^\P{Cc}\n\t]|\p{Cs}/u.exec(text);
  if (found) throw new BadRecord(`${codePoint(found[0])} does not belong in a text`, line);
}

/**
 * Refuse a text that names nothing.
 * @param {string} what @param {string} word @param {number} [line]
 */
function checkWord(what, word, line) {
  if (/^[a-z][a-z0-9_-]*$/.test(word)) return;
  const right = "write a lower-case letter, then lower-case letters, digits, - or _";
  throw new BadRecord(`${short(word, 60)} cannot name ${what}: ${right}`, line);
}

/** Refuse what does not fit on one line. @param {string} text */
export function checkLine(text) {
  checkCharacters(text);
  if (text !== strip(text) || text.includes("\n")) {
    throw new BadRecord(`${quoted(cut(text, 40))} has spaces around it or more than one line`);
  }
}
