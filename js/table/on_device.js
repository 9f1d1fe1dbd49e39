/**
 * What a server's page asks the visitor's own device, with the game compiled for it. An old browser,
 * or a file that is not there, answers nothing.
 */

/** @typedef {import("./driver.js").Hint} Hint */

/**
 * A move that looks good at the end of a game, and the ply it would follow.
 * @param {string | undefined} compiled where the game's manifest is, if there is one
 * @param {() => Promise<unknown>} readRecord reads the game's record as JSON
 * @returns {Promise<(Hint & { ply: number }) | null>}
 */
export async function hintOnDevice(compiled, readRecord) {
  if (!compiled) return null;
  try {
    const { hint } = await import("./device.js");
    return await hint(compiled, await readRecord());
  } catch {
    return null;
  }
}

/**
 * The pieces that a move shows on each side of the board, by their numbers.
 * @param {string | undefined} compiled @param {string} text @param {string} move
 */
export async function piecesOnDevice(compiled, text, move) {
  if (!compiled) return [];
  try {
    const { pieces } = await import("./device.js");
    return await pieces(compiled, text, move);
  } catch {
    return [];
  }
}
