/** Symmetries of games: a move or a whole game as its reflections have it. */

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./state.js").State} State */
/** @typedef {number[]} Symmetry */

/**
 * A move's path as it is in a mirror; named choices stay what they are.
 * @param {Game} game @param {string[]} path @param {Symmetry} symmetry
 */
export function mirrored(game, path, symmetry) {
  return path.map((token) => {
    const site = game.sites.get(token);
    return site === undefined ? token : game.tokens[symmetry[site]];
  });
}

/** What leads back. @param {Symmetry} symmetry @returns {Symmetry} */
export function inverse(symmetry) {
  /** @type {Symmetry} */
  const found = new Array(symmetry.length);
  symmetry.forEach((image, site) => (found[image] = site));
  return found;
}

/**
 * The text that stands for a position and its mirrors, the least of their texts, and what leads to
 * it. A state that did not begin at the usual opening has no mirrors.
 * @param {State} state
 * @returns {{ text: string, symmetry: Symmetry }}
 */
export function canonical(state) {
  const { game } = state;
  let least = { text: state.text, symmetry: game.manifest.board.names.map(at) };
  if (!isOpening(game, state.opening)) return least;
  for (const symmetry of game.manifest.symmetries) {
    const mirror = { text: replayed(state, symmetry), symmetry };
    if (isBefore(mirror, least)) least = mirror;
  }
  return least;
}

/** @param {unknown} _ @param {number} index */
function at(_, index) {
  return index;
}

/** @param {Game} game @param {Uint8Array} position */
function isOpening(game, position) {
  return position.every((octet, index) => octet === game.opening[index]);
}

/**
 * The text that a state's moves lead to in a mirror.
 * @param {State} state @param {Symmetry} symmetry
 */
function replayed({ game, played }, symmetry) {
  const mirror = game.start();
  for (const { path } of played) mirror.play(mirrored(game, path, symmetry).join(" "));
  return mirror.text;
}

/**
 * @param {{ text: string, symmetry: Symmetry }} one
 * @param {{ text: string, symmetry: Symmetry }} other
 */
function isBefore(one, other) {
  if (one.text !== other.text) return one.text < other.text;
  const differs = one.symmetry.findIndex((image, site) => image !== other.symmetry[site]);
  return differs >= 0 && one.symmetry[differs] < other.symmetry[differs];
}
