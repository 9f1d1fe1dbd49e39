/** Tells the server whose site this is how a puzzle went; it rates people with accounts. */

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** @type {Promise<boolean> | null} */
let known = null;

/**
 * Tell the first answer to a puzzle; null for none, where the answer was shown. Returns one's rating
 * there; null where no server rates: the site stands alone, or nobody is logged in.
 * @param {Puzzle} puzzle @param {string[] | null} moves
 * @returns {Promise<number | null>}
 */
export async function ratedByServer({ game, options, text }, moves) {
  known ??= isSomebodyKnown();
  if (!(await known)) return null;
  try {
    const body = JSON.stringify({ game, options, text, moves });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("../api/puzzles/attempts", { method: "POST", headers, body });
    return answer.ok ? (await answer.json()).rating : null;
  } catch {
    return null; // what is kept in the browser stays
  }
}

/** Whether this is the site of a server, at which somebody is logged in. */
async function isSomebodyKnown() {
  if (location.protocol === "file:" || !/\/site\/[^/]*$/.test(location.pathname)) return false;
  try {
    const answer = await fetch("../api/account");
    return answer.ok && Boolean((await answer.json()).name);
  } catch {
    return false;
  }
}
