/** Positions as bytes, laid out as the manifest says, and as texts, after the manner of FEN. */

import { BadPosition } from "./errors.js";
import { TYPES } from "./module.js";
import { short, split } from "./texts.js";

/** @typedef {import("./module.js").Octets} Octets */

/** @typedef {import("./game.js").Game} Game */

// A game that goes on for so many turns is over and drawn.
export const MAX_TURNS = 1_000_000;

/**
 * The numbers in a field of a position; one for a field that is no array.
 * @param {Game} game @param {Octets} position @param {string} name
 * @returns {any}
 */
export function field(game, position, name) {
  const { type, offset, shape } = game.manifest.position.fields[name];
  const Kind = TYPES[/** @type {keyof typeof TYPES} */ (type)];
  const count = shape.reduce((/** @type {number} */ all, /** @type {number} */ one) => all * one, 1);
  const start = position.byteOffset + offset;
  if (start % Kind.BYTES_PER_ELEMENT === 0) return new Kind(position.buffer, start, count);
  const copy = position.slice(offset, offset + count * Kind.BYTES_PER_ELEMENT);
  return new Kind(copy.buffer, 0, count);
}

/** The text of a position. @param {Game} game @param {Octets} position */
export function write(game, position) {
  const { seats } = game.manifest;
  const parts = [rows(game, position), seats[field(game, position, "mover")[0]].name[0].toLowerCase()];
  for (const name of decisive(game)) {
    const now = Array.from(field(game, position, name), Number);
    const then = Array.from(field(game, game.opening, name), Number);
    if (now.some((value, at) => value !== then[at])) {
      parts.push(`${name}=${now.map((value) => valueText(game, name, value)).join(",")}`);
    }
  }
  return parts.join(" ");
}

/**
 * The position that a text describes; nothing is repaired.
 * @param {Game} game @param {string} text
 * @returns {Octets}
 */
export function read(game, text) {
  const parts = split(text);
  const shown = (/** @type {string} */ part) => short(part, 80);
  if (parts.length < 2) {
    throw new BadPosition(`${shown(text)} is no position: it needs the rows and who is to move`);
  }
  const position = game.opening.slice();
  readRows(game, position, parts[0]);
  const initials = game.manifest.seats.map((/** @type {{ name: string }} */ seat) => seat.name[0].toLowerCase());
  const mover = initials.indexOf(parts[1]);
  if (mover < 0) {
    throw new BadPosition(`${shown(parts[1])} is no player to move: use ${initials.join(" or ")}`);
  }
  put(game, position, "mover", [mover]);
  const names = decisive(game);
  /** @type {Set<string>} */
  const given = new Set();
  for (const part of parts.slice(2)) {
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    if (at < 0 || !names.includes(name) || given.has(name)) {
      throw new BadPosition(`${shown(part)} is not one of ${names.join(", ")}, each once`);
    }
    given.add(name);
    readField(game, position, name, part.slice(at + 1));
  }
  const derived = game.changed("derive", position);
  const problem = game.said("check", derived);
  if (problem) throw new BadPosition(`${shown(text)} is no possible position: ${problem}`);
  const written = write(game, derived);
  if (written !== text) {
    throw new BadPosition(`${shown(text)} is not how this position is written: ${short(written, 1e9)}`);
  }
  return derived;
}

/** @param {Game} game */
function decisive(game) {
  const { placement, identity } = game.manifest.position;
  return [...placement, ...identity, "turn"].filter((name) => name !== "mover" && name !== "cells");
}

/** @param {Game} game @param {Octets} position */
function rows(game, position) {
  const standing = game.standing(position);
  return game.manifest.board.rows
    .map((/** @type {number[]} */ row) => {
      let text = "";
      let empty = 0;
      for (const site of row) {
        if (standing[site] === 0) empty += 1;
        else {
          text += (empty || "") + game.manifest.pieces[standing[site] - 1].letter;
          empty = 0;
        }
      }
      return text + (empty || "");
    })
    .join("/");
}

/** @param {Game} game @param {Octets} position @param {string} text */
function readRows(game, position, text) {
  const { board, pieces } = game.manifest;
  /** @type {Map<string, number>} */
  const codes = new Map();
  pieces.forEach((/** @type {{ letter: string }} */ piece, /** @type {number} */ at) => {
    if (!codes.has(piece.letter)) codes.set(piece.letter, at + 1);
  });
  const texts = text.split("/");
  if (texts.length !== board.rows.length) {
    throw new BadPosition(
      `${short(text, 80)} has ${texts.length} rows, the board has ${board.rows.length}`,
    );
  }
  const cells = Array.from(field(game, position, "cells"), Number);
  texts.forEach((part, number) => {
    const row = board.rows[number];
    const found = rowCodes(part, row.length, codes);
    if (found.length !== row.length) {
      throw new BadPosition(
        `row ${number + 1} from the top, ${short(part, 80)}, describes ${found.length} sites ` +
          `instead of ${row.length}`,
      );
    }
    found.forEach((code, at) => (cells[row[at]] = code));
  });
  put(game, position, "cells", cells);
}

/** @param {string} part @param {number} length @param {Map<string, number>} codes */
function rowCodes(part, length, codes) {
  /** @type {number[]} */
  const found = [];
  for (const token of part.slice(0, 1000).match(/[0-9]+|./gsu) ?? []) {
    const code = codes.get(token);
    if (/^[0-9]+$/.test(token)) {
      found.push(...new Array(Math.min(Number(token), length + 1)).fill(0));
    } else if (code !== undefined) {
      found.push(code);
    } else {
      const known = [...codes.keys()].join(", ");
      throw new BadPosition(`${short(token, 80)} in row ${short(part, 80)} is no piece: use ${known}`);
    }
  }
  return found;
}

/** @param {Game} game @param {Octets} position @param {string} name @param {string} text */
function readField(game, position, name, text) {
  const values = text.split(",").map((item) => readValue(game, name, item));
  if (values.length !== field(game, position, name).length) {
    throw new BadPosition(`${short(`${name}=${text}`, 80)} has ${values.length} values`);
  }
  put(game, position, name, values);
}

/** @param {Game} game @param {string} name @param {string} text @returns {number} */
function readValue(game, name, text) {
  const { board, site_fields, position } = game.manifest;
  const shown = short(`${name}=${text}`, 80);
  if (site_fields.includes(name)) {
    if (text === "-") return board.names.length;
    const site = game.sites.get(text);
    if (site === undefined) throw new BadPosition(`${shown} names no site of this board`);
    return site;
  }
  const { type } = position.fields[name];
  const bits = 8 * Number(type[1]);
  const [least, most] =
    name === "turn"
      ? [0, MAX_TURNS]
      : type[0] === "u"
        ? [0, 2 ** bits - 1]
        : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
  const value = Number(text);
  if (!/^-?[0-9]{1,20}$/.test(text) || value < least || value > most) {
    throw new BadPosition(`${shown} needs a whole number that makes sense`);
  }
  return value;
}

/** @param {Game} game @param {string} name @param {number} value */
function valueText(game, name, value) {
  const { board, site_fields } = game.manifest;
  if (!site_fields.includes(name)) return String(value);
  return value >= 0 && value < board.names.length ? board.names[value] : "-";
}

/**
 * Fill a field of a position.
 * @param {Game} game @param {Octets} position @param {string} name @param {number[]} values
 */
export function put(game, position, name, values) {
  const { type, offset } = game.manifest.position.fields[name];
  const Kind = TYPES[/** @type {keyof typeof TYPES} */ (type)];
  const wide = type[1] === "8" && type[0] !== "f";
  const array = new Kind(/** @type {any} */ (wide ? values.map(BigInt) : values));
  position.set(new Uint8Array(array.buffer), offset);
}
