/** Which steps of the lessons have been done, kept in this browser by the steps' titles. */

const KEY = "livestone.lessons";

/** @type {Record<string, string[]>} what the browser did not take */
let unsaved = {};

/** @returns {Record<string, string[]>} */
function all() {
  try {
    return { ...JSON.parse(localStorage.getItem(KEY) ?? "{}"), ...unsaved };
  } catch {
    return unsaved;
  }
}

/**
 * The titles of the steps that have been done.
 * @param {string} game its id
 * @returns {Set<string>}
 */
export function doneSteps(game) {
  const found = all()[game];
  return new Set(Array.isArray(found) ? found : []);
}

/** How many of a game's steps have been done. @param {{ id: string, lessons: number }} game */
export function doneCount({ id, lessons }) {
  return Math.min(lessons, doneSteps(id).size);
}

/**
 * Keep that a step has been done, and forget steps that are no more.
 * @param {string} game @param {string} title @param {string[]} titles those that there are
 */
export function done(game, title, titles) {
  const before = doneSteps(game);
  const now = { ...all(), [game]: titles.filter((one) => one === title || before.has(one)) };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    unsaved = now; // forbidden or full: it holds as long as the page does
  }
}
