/** Which way a board lies before a player: their own side at the bottom. */

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */

/**
 * Whether a board is turned round for whoever sits at it: the side where their pieces begin is at
 * the top of the usual picture. A board where no side is anybody's stays as it is.
 * @param {Description} game @param {Snapshot} shown
 */
export function sideOf(game, { seats }) {
  const mine = seats.filter(({ is_me: is }) => is);
  if (mine.length !== 1) return false;
  return game.sides?.[mine[0].index] === "top";
}
