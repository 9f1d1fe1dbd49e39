/** A whole game as one SVG that moves by itself, without any script. */

import { pieceMarkup } from "../table/drawing.js";
import { serialised, styled, withBoard } from "./picture.js";

/** @typedef {import("../src/record.js").Record} GameRecord */
/** @typedef {import("../src/game.js").Game} Game */

const SECONDS = 0.8; // a ply
const REST = 4; // plies' time that the end is shown

/** @param {GameRecord} record @returns {string} */
export function animated(record) {
  const game = record.makeGame();
  const state = record.replay();
  const boards = [game.standing(state.position)];
  while (state.ply) {
    state.undo();
    boards.unshift(game.standing(state.position));
  }
  return withBoard((board) => {
    board.show(game.manifest, { picture: { pieces: boards[0].map(() => 0), courses: [], marks: [], faces: {} } });
    const picture = styled(/** @type {SVGSVGElement} */ (board.querySelector("svg")));
    const places = board.places;
    picture.insertAdjacentHTML("beforeend", `<defs>${shapes(game, boards, picture)}</defs>${stays(boards, places)}`);
    return serialised(picture);
  });
}

/**
 * Every piece that is seen once, to be used where it stands.
 * @param {Game} game @param {number[][]} boards @param {Element} picture
 */
function shapes({ manifest }, boards, picture) {
  const codes = [...new Set(boards.flat())].filter(Boolean);
  const place = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  place.setAttribute("class", "board");
  place.setAttribute("viewBox", picture.getAttribute("viewBox") ?? "");
  document.body.append(place);
  try {
    return codes.map((code) => {
      const piece = manifest.pieces[code - 1];
      place.innerHTML = pieceMarkup(piece, manifest.shapes[piece.shape]);
      const made = styled(/** @type {SVGGElement} */ (place.firstElementChild));
      return `<g id="p${code}">${new XMLSerializer().serializeToString(made)}</g>`;
    }).join("");
  } finally {
    place.remove();
  }
}

/**
 * Each stay of a piece on a site, seen from its first board to its last.
 * @param {number[][]} boards @param {[number, number][]} places
 */
function stays(boards, places) {
  const steps = boards.length + REST;
  const parts = [];
  for (let site = 0; site < places.length; site++) {
    for (let at = 0; at < boards.length; ) {
      const code = boards[at][site];
      let end = at + 1;
      while (end < boards.length && boards[end][site] === code) end++;
      if (code) parts.push(stay(code, places[site], at / steps, end === boards.length ? 1 : end / steps, steps));
      at = end;
    }
  }
  return parts.join("");
}

/**
 * @param {number} code @param {[number, number]} place @param {number} from @param {number} until
 *   parts of the whole @param {number} steps
 */
function stay(code, [x, y], from, until, steps) {
  const use = `<use href="#p${code}" x="${x}" y="${y}"`;
  if (from === 0 && until === 1) return `${use}/>`;
  const times = [0, ...(from > 0 ? [from] : []), ...(until < 1 ? [until] : [])];
  const values = [...(from > 0 ? ["hidden"] : []), "visible", ...(until < 1 ? ["hidden"] : [])];
  const short = times.map((time) => Number(time.toFixed(5))).join(";");
  return `${use}><animate attributeName="visibility" calcMode="discrete" values="${values.join(";")}" keyTimes="${short}" dur="${steps * SECONDS}s" repeatCount="indefinite"/></use>`;
}
