/** Games of a learner's player against house players and levels, as `livestone try` plays them. */

import { PythonRandom } from "./python_random.js";

/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../../src/state.js").State} State */
/** @typedef {import("./opponents.js").Opponent} Opponent */
/** What a player did that lost them the game. @typedef {{ fault: string, message: string, details: string }} Fault */
/**
 * The learner's player: their answers are moves' texts, or faults.
 * @typedef {{ begin: (game: Game, seat: number, seed: number) => Promise<Fault | null>,
 *   move: (state: State) => Promise<string | Fault> }} Learner
 */
/**
 * A game played: the learner's seat, and why they have lost where that is no matter of the rules.
 * @typedef {{ state: State, seat: number, seconds: number[], fault: Fault | null, stopped: boolean, share: number }} Played
 */
/**
 * What has been played against one opponent.
 * @typedef {{ opponent: Opponent, games: (Played & { number: number })[] }} Row
 */

const GAMES = 10;

/**
 * The seed of a game in a series.
 * @param {number} seed @param {string} name @param {number} number from 1
 */
export async function seedOfGame(seed, name, number) {
  return (await PythonRandom.ofText(`${seed} ${name} ${number}`)).bits(31);
}

/**
 * Play one game, or go on from what has been played; `tell` is told after every move.
 * @param {Game} game @param {Learner} learner @param {Opponent} opponent
 * @param {{ seat: number, seed: number, opening?: string[], tell?: (state: State, seconds: number[]) => void, signal?: AbortSignal }} settings
 * @returns {Promise<Played>}
 */
export async function playGame(game, learner, opponent, { seat, seed, opening = [], tell = () => {}, signal }) {
  const state = game.start();
  for (const text of opening) state.play(text);
  /** @type {number[]} */
  const seconds = opening.map(() => 0);
  const { players } = game.manifest;
  const others = Array.from({ length: players }, (_, at) => (at === seat ? null : opponent.make(game, players * seed + at)));
  let fault = await learner.begin(game, seat, players * seed + seat);
  tell(state, seconds);
  while (!fault && !state.over && !signal?.aborted) {
    const began = performance.now();
    const found = await (others[state.player] ?? learner).move(state);
    if (signal?.aborted) break;
    seconds.push((performance.now() - began) / 1000);
    if (typeof found === "string") state.play(found);
    else fault = found;
    tell(state, seconds);
  }
  for (const other of others) other?.close?.();
  const stopped = !fault && !state.over;
  return { state, seat, seconds, fault, stopped, share: fault ? 0 : shareOf(state, seat) };
}

/** What a game brought a seat: 1 for a win, its part of a shared win or a draw. @param {State} state @param {number} seat */
function shareOf({ winners, game }, seat) {
  if (!winners?.length) return 1 / game.manifest.players;
  return winners.includes(seat) ? 1 / winners.length : 0;
}

/**
 * Play games against one opponent, colours in turn, until the first fault, or all are played, or
 * enough; adds them to the opponent's row.
 * @param {Game} game @param {Learner} learner @param {Row} row
 * @param {{ seed?: number, games: number, tell?: () => void, signal?: AbortSignal, isEnough?: (row: Row) => boolean }} settings
 */
export async function playSeries(game, learner, row, { seed = 0, games, tell = () => {}, signal, isEnough = () => false }) {
  const { opponent } = row;
  for (let number = 1; number <= games && !isEnough(row); number++) {
    const dice = await seedOfGame(seed, opponent.name, number);
    const played = await playGame(game, learner, opponent, { seat: (number - 1) % game.manifest.players, seed: dice, signal });
    if (played.stopped) return;
    row.games.push({ ...played, number });
    tell();
    if (played.fault) return;
  }
}

/** The points of a row's games: 1 for a win, a half for a draw. @param {Row} row */
export function pointsOf({ games }) {
  return games.reduce((sum, { share }) => sum + share, 0);
}

/**
 * Play the opponents one after the other, until one wins all games, or the first fault.
 * @param {Game} game @param {Learner} learner @param {Opponent[]} opponents
 * @param {{ seed?: number, games?: number, tell?: (rows: Row[]) => void, signal?: AbortSignal }} settings
 * @returns {Promise<Row[]>}
 */
export async function tryOut(game, learner, opponents, { seed = 0, games = GAMES, tell = () => {}, signal } = {}) {
  const { players } = game.manifest;
  /** @type {Row[]} */
  const rows = [];
  for (const opponent of opponents) {
    /** @type {Row} */
    const row = { opponent, games: [] };
    rows.push(row);
    await playSeries(game, learner, row, { seed, games, tell: () => tell(rows), signal });
    const isWhole = row.games.length === games && !row.games[games - 1].fault;
    if (!isWhole || (opponent.level !== null && pointsOf(row) < games / players)) break;
  }
  return rows;
}
