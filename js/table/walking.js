/** Walking over a board with keys: the nearest site in a direction. */

/** @type {Record<string, [number, number]>} */
export const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, [number, number]>} */
export const LEAPS = { Home: [-1, 0], End: [1, 0], PageUp: [0, -1], PageDown: [0, 1] };
// How much farther a site to the side seems than one straight ahead, and the width of the cone.
const ASIDE = 2;
const CONE = 1.2;

/**
 * The nearest site within a cone around a direction, null where there is none.
 * @param {[number, number][]} places @param {number} from @param {[number, number]} direction
 */
export function neighbour(places, from, [right, down]) {
  const [x, y] = places[from];
  let best = null;
  let least = Infinity;
  places.forEach(([sx, sy], site) => {
    const along = (sx - x) * right + (sy - y) * down;
    const across = Math.abs((sx - x) * down) + Math.abs((sy - y) * right);
    const cost = along + ASIDE * across;
    if (along > 1 && across < along * CONE && cost < least - 0.5) [best, least] = [site, cost];
  });
  return /** @type {number | null} */ (best);
}

/**
 * The last site that steps in a direction lead to.
 * @param {[number, number][]} places @param {number} from @param {[number, number]} direction
 */
export function farthest(places, from, direction) {
  let site = from;
  for (let next = neighbour(places, site, direction); next !== null; ) {
    site = next;
    next = neighbour(places, site, direction);
  }
  return site;
}
