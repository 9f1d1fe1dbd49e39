/** Tells the server how a puzzle went; it rates people with accounts. */

import { server } from "./routes.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** @type {Promise<boolean> | null} */
let known = null;

/**
 * Tell the first answer to a puzzle; null for none, where the answer was shown. Returns one's rating
 * there; null where no server rates: there is none, or nobody is logged in.
 * @param {Puzzle} puzzle @param {string[] | null} moves
 * @returns {Promise<number | null>}
 */
export async function ratedByServer({ game, options, text }, moves) {
  known ??= isSomebodyKnown();
  if (!(await known)) return null;
  try {
    const body = JSON.stringify({ game, options, text, moves });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${server}/api/puzzles/attempts`, { method: "POST", headers, body });
    return answer.ok ? (await answer.json()).rating : null;
  } catch {
    return null; // what is kept in the browser stays
  }
}

/** Whether there is a server at which somebody is logged in. */
async function isSomebodyKnown() {
  if (server === undefined) return false;
  try {
    const answer = await fetch(`${server}/api/account`);
    return answer.ok && Boolean((await answer.json()).name);
  } catch {
    return false;
  }
}
