/** Pictures of positions that stand alone: SVG with its styles in it, and PNG. */

import { LivestoneBoard } from "../table/board.js";
import { pictureOf } from "../table/local_snapshot.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */

const WIDTH = 1000; // pixels of a PNG
// What of a page's styles a board's picture consists of.
const STYLES = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "opacity", "font-family", "font-weight", "font-size", "text-anchor", "paint-order", "display",
];

/** The sites of the last turn. @param {State} state */
export function lastSites(state) {
  const { played, game } = state;
  const last = played.at(-1);
  if (!last) return [];
  return played.filter(({ turn }) => turn === last.turn).flatMap(({ path }) => path).filter((token) => game.sites.has(token));
}

/** A position as SVG that needs no stylesheet. @param {Game} game @param {State} state */
export function drawn(game, state) {
  return withBoard((board) => {
    board.show(game.manifest, { picture: pictureOf(game, state.view(null)), last: lastSites(state) });
    return serialised(styled(/** @type {SVGSVGElement} */ (board.querySelector("svg"))));
  });
}

/** A position as PNG. @param {Game} game @param {State} state @returns {Promise<Blob>} */
export async function png(game, state) {
  const text = drawn(game, state);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the canvas is empty"))), "image/png"),
  );
}

/**
 * Work with a board that nobody sees, in the page's styles.
 * @template T @param {(board: LivestoneBoard) => T} work
 * @returns {T}
 */
export function withBoard(work) {
  const board = new LivestoneBoard();
  board.setAttribute("aria-hidden", "true");
  board.style.cssText = "position:fixed;inset-inline-start:-9999px;inline-size:600px";
  document.body.append(board);
  try {
    return work(board);
  } finally {
    board.remove();
  }
}

/**
 * A copy of a drawing with its styles written into it, without what only scripts need.
 * @template {SVGElement} T @param {T} drawing
 * @returns {T}
 */
export function styled(drawing) {
  const copy = /** @type {T} */ (drawing.cloneNode(true));
  const [from, to] = [drawing, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  from.forEach((element, at) => {
    const found = getComputedStyle(element);
    const target = to[at];
    for (const name of STYLES) {
      const value = found.getPropertyValue(name);
      if (value && isTelling(name, value)) target.setAttribute(name, value);
    }
    for (const { name } of [...target.attributes]) {
      if (/^(class|id|role|tabindex|aria-.*|data-.*)$/.test(name)) target.removeAttribute(name);
    }
  });
  for (const area of copy.querySelectorAll('[fill="rgba(0, 0, 0, 0)"][stroke="none"], [display="none"]')) area.remove();
  return copy;
}

/** @param {string} name @param {string} value */
function isTelling(name, value) {
  const usual = { "fill-opacity": "1", "stroke-opacity": "1", opacity: "1", "fill-rule": "nonzero", display: "inline", "paint-order": "normal", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "text-anchor": "start" };
  return usual[/** @type {keyof typeof usual} */ (name)] !== value;
}

/** @param {SVGSVGElement} drawing */
export function serialised(drawing) {
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "").split(" ");
  drawing.setAttribute("width", width);
  drawing.setAttribute("height", height);
  return new XMLSerializer().serializeToString(drawing);
}
