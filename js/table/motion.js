/** Pieces in motion: they slide or leap along their paths, appear, and are seen leaving. */

import { moves } from "./preferences.js";

/**
 * How a board changes: pieces that go along `moved` sites, sites where one `appeared`, and sites
 * where one is `gone`.
 * @typedef {{ moved: number[][], appeared: number[], gone: number[] }} Change
 */

// Milliseconds for one step of a path, for a whole one at most, and for appearing and leaving.
const STEP = 170;
const LONGEST = 650;
const FADE = 200;

/**
 * How pieces get from what stood before to what stands after plies with these paths of sites.
 * @param {number[]} before @param {number[]} after @param {number[][]} paths
 * @returns {Change}
 */
export function changeOf(before, after, paths) {
  const moved = [];
  const started = new Set();
  const arrived = new Set();
  for (const path of joined(paths)) {
    const [from, to] = [path[0], path[path.length - 1]];
    const goes = path.length > 1 && before[from] && after[to] && before[from] !== after[from];
    if (!goes) continue;
    moved.push(path);
    started.add(from);
    arrived.add(to);
  }
  const appeared = [];
  const gone = [];
  for (let site = 0; site < after.length; site++) {
    if (before[site] === after[site]) continue;
    if (after[site] && !arrived.has(site)) appeared.push(site);
    if (before[site] && !started.has(site)) gone.push(site);
  }
  return { moved, appeared, gone };
}

/** Paths of which one begins where another has ended, as one. @param {number[][]} paths */
function joined(paths) {
  /** @type {number[][]} */
  const found = [];
  for (const path of paths) {
    const last = found.at(-1);
    if (last?.length && last[last.length - 1] === path[0]) last.push(...path.slice(1));
    else if (last && last.length > 1 && path.length === 1) last.push(path[0]);
    else found.push([...path]);
  }
  return found;
}

/**
 * Animate a change. `pieces` are the elements that stand on the sites now, `ghosts` markup of
 * those that stood there before, and `layer` a group above all sites.
 * @param {Change} change @param {[number, number][]} places
 * @param {(site: number) => Element | null} pieces @param {(site: number) => string} ghosts
 * @param {Element} layer
 */
export function animate({ moved, appeared, gone }, places, pieces, ghosts, layer) {
  if (!moves()) return;
  for (const path of moved) slide(path, places, pieces(path[path.length - 1]), layer);
  for (const site of appeared) {
    const piece = pieces(site);
    piece?.animate([{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], { duration: FADE, easing: "ease-out" });
  }
  for (const site of gone) fade(ghosts(site), places[site], layer);
}

/**
 * @param {number[]} path @param {[number, number][]} places
 * @param {Element | null} piece @param {Element} layer
 */
function slide(path, places, piece, layer) {
  if (!(piece instanceof SVGElement)) return;
  const ghost = wrapped(piece.outerHTML, layer);
  const frames = path.map((site) => ({ transform: `translate(${places[site][0]}px, ${places[site][1]}px)` }));
  const duration = Math.min(LONGEST, STEP * (path.length - 1) + 60);
  piece.style.visibility = "hidden";
  const ended = () => {
    ghost.remove();
    piece.style.visibility = "";
  };
  const motion = ghost.animate(frames, { duration, easing: path.length > 2 ? "linear" : "ease-in-out" });
  motion.finished.then(ended, ended);
}

/** @param {string} markup @param {[number, number]} place @param {Element} layer */
function fade(markup, [x, y], layer) {
  const ghost = wrapped(markup, layer);
  const at = `translate(${x}px, ${y}px)`;
  const frames = [{ transform: at, opacity: 1 }, { transform: `${at} scale(0.5)`, opacity: 0 }];
  const ended = () => ghost.remove();
  ghost.animate(frames, { duration: 2 * FADE, easing: "ease-in", fill: "forwards" }).finished.then(ended, ended);
}

/** @param {string} markup @param {Element} layer */
function wrapped(markup, layer) {
  const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
  ghost.innerHTML = markup;
  layer.append(ghost);
  return ghost;
}
