/** What is drawn on a site, as SVG, from the shapes and the board's drawing in a manifest. */

import { t } from "./words.js";

/**
 * A piece of a game: `mark` is a letter on it, `turned` whether it is drawn upside down.
 * @typedef {{ name: string, letter: string, shape: string, colour: string, mark: string,
 *   turned: boolean }} Piece
 */
/**
 * A shape: its markup around (0, 0); where and how large a text on it is; the radius of its mark,
 * and of the mark around a text; whether it hides what lies below it.
 * @typedef {{ svg: string, noun: string, middle: number, room: number, mark: number, rim: number,
 *   fills: boolean }} Shape
 */
/**
 * The board as it is drawn; `areas` and `corners` have one path for each site, or one for all.
 * @typedef {{ box: number[], plain_box: number[], ground: string, coordinates: string,
 *   places: [number, number][], areas: string[], corners: string[] }} Drawing
 */
/**
 * What is seen on a site; `number` is written on a piece that has no mark.
 * @typedef {{ piece: Piece | null, shape: Shape | null, target: boolean, last: boolean,
 *   marked: boolean, turned: boolean, number?: number }} Seen
 */
const BASELINE = 0.36;
const LETTER_SIZE = 1.35;
const NUMBER_SIZES = [0, 1.15, 1.05, 0.82]; // by how many digits

/**
 * The piece on a site with what is around it; `corners` is the mark of the last move.
 * @param {Seen} seen @param {string} corners
 */
export function contentMarkup({ piece, shape, target, last, marked, turned, number }, corners) {
  const lastMark = last ? `<path class="last" d="${corners}"/>` : "";
  if (!piece || !shape) return `${lastMark}${target ? '<circle class="dot" r="11"/>' : ""}`;
  const around = target ? '<circle class="movable" r="46"/>' : "";
  const body = pieceMarkup(piece, shape, marked, turned, number);
  return shape.fills ? `${around}${body}${lastMark}` : `${lastMark}${around}${body}`;
}

/**
 * A piece around (0, 0).
 * @param {Piece} piece @param {Shape} shape @param {boolean} marked @param {boolean} turned
 * @param {number} [count] a number to write on it, upright
 */
export function pieceMarkup(piece, shape, marked = false, turned = piece.turned, count = 0) {
  const { svg, middle, room, mark, rim } = shape;
  const written = piece.mark || (count ? String(count) : "");
  const digits = !piece.mark || /^\d+$/.test(piece.mark);
  const size = room * (digits ? (NUMBER_SIZES[written.length] ?? 0.55) : LETTER_SIZE);
  const upright = turned && digits;
  const y = rounded((upright ? -middle : middle) + BASELINE * size);
  const text = written
    ? `<text y="${y}" font-size="${rounded(size)}" text-anchor="middle"${upright ? ' transform="rotate(180)"' : ""}>${escaped(written)}</text>`
    : "";
  const [radius, width] = text ? [rim, 5] : [mark, 8];
  const ring = marked
    ? `<circle class="mark" cy="${middle}" r="${radius}" stroke-width="${width}"/>`
    : "";
  const turn = turned ? ' transform="rotate(180)"' : "";
  return `<g class="piece ${piece.colour} ${piece.shape}"${turn}>${svg}${text}${ring}</g>`;
}

/**
 * What a piece is called: its name, with the noun of its shape where it is only a colour.
 * @param {Piece} piece @param {Shape} shape
 */
export function pieceName(piece, shape) {
  const name = t(piece.name);
  return piece.name === piece.colour ? `${name} ${t(shape.noun)}` : name;
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} text */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
