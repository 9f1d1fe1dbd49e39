/** How somebody does at the puzzles of a game: ratings, streaks, themes, and which comes next. */

import { DEVIATION, VOLATILITY, updated } from "./glicko2.js";
import { dayOf } from "./kept.js";
import { read, send } from "./net/api.js";
import { hash } from "./puzzles.js";
import { server } from "./routes.js";

/** @typedef {import("./glicko2.js").Rating} Rating */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/**
 * A puzzle that was tried: when last, whether that was right, and its own rating here.
 * @typedef {{ at: number, solved: boolean, rating: Rating }} Tried
 */
/** @typedef {{ tries: number, solved: number, rating: Rating }} Theme */
/**
 * What is kept of a game's puzzles; `streak` is how many were solved one after the other.
 * @typedef {{ solver: Rating, streak: number, longest: number, tried: Record<string, Tried>,
 *   themes: Record<string, Theme> }} Progress
 */

// Newcomers begin among the easier puzzles. Two weak bots out of seven find one of this rating.
const START = 1000;
// What a puzzle's rating is worth, which comes from bots; and what a rating never falls below, so
// that it goes on moving.
const PUZZLE_DEVIATION = 150;
const MIN_DEVIATION = 50;
const WEAK_TRIES = 3;

/** @returns {Rating} */
function beginner() {
  return { value: START, deviation: DEVIATION, volatility: VOLATILITY };
}

/** @param {string} game @returns {string} the name under which a game's progress is kept */
export function progressId(game) {
  return `puzzles:${game}`;
}

/** @returns {Progress} */
export function nothingTried() {
  return { solver: beginner(), streak: 0, longest: 0, tried: {}, themes: {} };
}

/**
 * The progress after an answer; a puzzle counts once a day.
 * @param {Progress} progress @param {Puzzle} puzzle @param {boolean} solved
 * @param {number} now in seconds since 1970
 * @returns {Progress}
 */
export function answered(progress, puzzle, solved, now) {
  const { solver, tried, themes } = progress;
  const known = tried[puzzle.key];
  if (known && dayOf(known.at) === dayOf(now)) return progress;
  const rated = known?.rating ?? { value: puzzle.rating, deviation: PUZZLE_DEVIATION, volatility: VOLATILITY };
  const streak = solved ? progress.streak + 1 : 0;
  const theme = themes[puzzle.theme] ?? { tries: 0, solved: 0, rating: beginner() };
  const rating = after(rated, solver, !solved);
  return {
    solver: after(solver, rated, solved),
    streak,
    longest: Math.max(progress.longest, streak),
    tried: { ...tried, [puzzle.key]: { at: now, solved, rating } },
    themes: {
      ...themes,
      [puzzle.theme]: { tries: theme.tries + 1, solved: theme.solved + Number(solved), rating: after(theme.rating, rated, solved) },
    },
  };
}

/** @param {Rating} rating @param {Rating} opponent @param {boolean} won */
function after(rating, opponent, won) {
  const found = updated(rating, [{ opponent, score: Number(won) }]);
  return { ...found, deviation: Math.max(found.deviation, MIN_DEVIATION) };
}

/**
 * The themes that were tried, the weakest first; weak is one tried often enough and rated below
 * the solver.
 * @param {Progress} progress
 */
export function themesOf({ themes, solver }) {
  const found = Object.entries(themes).map(([theme, one]) => ({
    theme, ...one, weak: one.tries >= WEAK_TRIES && one.rating.value < solver.value,
  }));
  return found.sort((one, other) => one.rating.value - other.rating.value);
}

/**
 * The puzzle to solve next: the new one nearest to one's rating, then those that went wrong, then
 * those that were solved longest ago; not `shown`, which was solved just now.
 * @param {Puzzle[]} puzzles @param {Progress} progress @param {string} [shown] a puzzle's key
 * @returns {Puzzle | undefined}
 */
export function nextPuzzle(puzzles, { solver, tried }, shown = "") {
  const rank = (/** @type {Puzzle} */ one) => {
    const known = tried[one.key];
    if (!known) return [0, Math.abs(one.rating - solver.value), hash(one.key)];
    return [known.solved ? 2 : 1, known.at, 0];
  };
  const ranked = puzzles.filter(({ key }) => key !== shown).map((one) => ({ one, rank: rank(one) }));
  ranked.sort((one, other) => {
    const differs = one.rank.findIndex((value, at) => value !== other.rank[at]);
    return differs < 0 ? 0 : one.rank[differs] - other.rank[differs];
  });
  return ranked[0]?.one ?? puzzles[0];
}

/** @typedef {Record<string, boolean>} Days whether the puzzle of a day was solved, by its date */

export const DAYS = "puzzles of the day";
const DAY = 86_400;

/**
 * The days after the puzzle of one was answered; the first answer counts.
 * @param {Days} days @param {string} day @param {boolean} solved
 * @returns {Days}
 */
export function answeredOn(days, day, solved) {
  return { [day]: solved, ...days };
}

/**
 * On how many days up to this one the puzzle was solved, one after the other.
 * @param {Days} days @param {string} day
 */
export function daysInARow(days, day) {
  let count = 0;
  for (let at = Date.parse(day) / 1000; days[dayOf(at)]; at -= DAY) count += 1;
  return count;
}

/** @type {Promise<boolean> | null} whether a server knows the visitor */
let known = null;

/**
 * Tell the server the first answer to a puzzle; null for none, where the answer was shown. Returns
 * one's rating there; null where no server rates, or none answers: what is kept here stays.
 * @param {Puzzle} puzzle @param {string[] | null} moves
 * @returns {Promise<number | null>}
 */
export async function ratedByServer({ game, options, text }, moves) {
  known ??= server === undefined ? Promise.resolve(false) : read("/account").then(({ name }) => Boolean(name), () => false);
  if (!(await known)) return null;
  return send("/puzzles/attempts", { game, options, text, moves }).then(({ rating }) => rating, () => null);
}
