/** What the lessons check: each answers with one sentence on what is missing, or with nothing. */

import { t } from "../../table/words.js";
import { cellOf } from "./cells.js";
import { playGame, playSeries, pointsOf, seedOfGame } from "./contest.js";
import { GAMES, isBeaten, isDecided } from "./league.js";
import { DRAWN, best, drawn, worth } from "./positions.js";

/** @typedef {import("./contest.js").Played} Played */
/** @typedef {import("../../src/state.js").State} State */
/** What is missing, and where it is seen. @typedef {{ why: string, played?: Played, name: string }} Missing */
/**
 * With what a check is made; `tell` is told how far it is. A check that is stopped throws.
 * @typedef {{ game: import("../../src/game.js").Game, learner: import("./contest.js").Learner,
 *   opponents: import("./opponents.js").Opponent[], tell: (words: string) => void, signal: AbortSignal }} Bench
 */
/** @typedef {(bench: Bench) => Promise<Missing | null>} Check */

const OPENINGS = 8;

/** @type {Record<string, Check>} by the lessons' ids */
export const CHECKS = {
  legal: (bench) => playsToTheEnd(bench, "random", GAMES),
  points: (bench) => looksAhead(bench, 1),
  chance: async (bench) => (await looksAhead(bench, 1)) ?? (await repeats(bench)) ?? (await varies(bench)) ?? beats(bench, "random"),
  count: (bench) => beats(bench, "level 2"),
  answer: (bench) => looksAhead(bench, 2),
  search: async (bench) => (await looksAhead(bench, 3)) ?? playsToTheEnd(bench, "greedy", 2),
};

/** @param {Bench} bench @param {string} name */
function opponentOf({ opponents }, name) {
  return /** @type {import("./opponents.js").Opponent} */ (opponents.find((one) => one.name === name));
}

/**
 * Games against an opponent, with what is missing where one is lost by a fault.
 * @param {Bench} bench @param {string} name @param {number} games @param {(row: import("./contest.js").Row) => boolean} [isEnough]
 */
async function series(bench, name, games, isEnough) {
  const { game, learner, tell, signal } = bench;
  /** @type {import("./contest.js").Row} */
  const row = { opponent: opponentOf(bench, name), games: [] };
  const say = () => tell(t("Game {number} of {games} against {name}", { number: Math.min(games, row.games.length + 1), games, name }));
  say();
  await playSeries(game, learner, row, { games, tell: say, signal, isEnough });
  signal.throwIfAborted();
  const last = row.games[row.games.length - 1];
  const why = last.fault && t("Game {number} against {name} was lost: {why}", { number: last.number, name, why: last.fault.message });
  return { row, missing: why ? { why, played: last, name } : null };
}

/** @param {Bench} bench @param {string} name @param {number} games */
async function playsToTheEnd(bench, name, games) {
  return (await series(bench, name, games)).missing;
}

/** @param {Bench} bench @param {string} name @returns {Promise<Missing | null>} */
async function beats(bench, name) {
  const { row, missing } = await series(bench, name, GAMES, isDecided);
  if (missing || isBeaten(row)) return missing;
  const said = { points: pointsOf(row), games: row.games.length, name, half: GAMES / 2, all: GAMES };
  const why = t("{points} points in {games} games against {name}: more than {half} in {all} are needed.", said);
  return { why, played: row.games.findLast(({ share }) => share === 0), name };
}

/**
 * The player's move in a position, or what is missing.
 * @param {Bench} bench @param {State} state @param {number} seed @returns {Promise<string | Missing>}
 */
async function moveIn({ game, learner, signal }, state, seed) {
  const seat = state.player;
  const fault = await learner.begin(game, seat, seed);
  const found = fault ?? (await learner.move(state));
  signal.throwIfAborted();
  return typeof found === "string" ? found : { why: t("In this position: {why}", { why: found.message }), played: shown(state, seat, found), name: "" };
}

/** @param {State} state @param {number} seat @param {import("./contest.js").Fault | null} fault @returns {Played} */
function shown(state, seat, fault) {
  return { state, seat, seconds: state.moves.map(() => 0), fault, stopped: !state.over, share: 0 };
}

/** Whether the best move is found where one must look so far ahead. @param {Bench} bench @param {number} depth @returns {Promise<Missing | null>} */
async function looksAhead(bench, depth) {
  const { empty, seeds } = DRAWN[depth];
  for (const [at, seed] of seeds.entries()) {
    bench.tell(t("Position {number} of {all}", { number: at + 1, all: seeds.length }));
    const state = drawn(bench.game, seed, empty);
    const move = await moveIn(bench, state, seed);
    if (typeof move !== "string") return move;
    const values = worth(state, depth);
    const right = best(state, values);
    const played = state.unsorted.findIndex((one) => bench.game.text(one) === move);
    if (right.includes(state.unsorted[played])) continue;
    const said = { move: cellOf(move), less: values[played], right: cellOf(bench.game.text(right[0])), most: Math.max(...values) };
    const seat = state.player;
    state.play(move);
    return { why: WORDS[depth](said), played: shown(state, seat, null), name: "" };
  }
  return null;
}

/** @type {Record<number, (said: Record<string, string | number>) => string>} */
const WORDS = {
  1: (said) => t("Your player played {move}, which makes your lead {less}: {right} makes it {most}.", said),
  2: (said) => t("Your player played {move}, and after the best answer your lead is {less}: after {right} it would be {most}.", said),
  3: (said) => t("Your player played {move}, and three moves later your lead is {less}: after {right} it would be {most}.", said),
};

/** Whether a game is the same by the same seed. @param {Bench} bench @returns {Promise<Missing | null>} */
async function repeats(bench) {
  const opponent = opponentOf(bench, "first-free");
  bench.tell(t("The same game twice"));
  const seed = await seedOfGame(0, opponent.name, 1);
  const games = [];
  for (let count = 0; count < 2; count++) games.push(await playGame(bench.game, bench.learner, opponent, { seat: 0, seed, signal: bench.signal }));
  bench.signal.throwIfAborted();
  const [one, other] = games;
  const faulty = games.find(({ fault }) => fault);
  if (faulty) return { why: faulty.fault?.message ?? "", played: faulty, name: opponent.name };
  const [first, second] = games.map(({ state }) => state.moveTexts);
  const at = first.findIndex((move, ply) => move !== second[ply]);
  if (at < 0) return null;
  const said = { number: at + 1, one: cellOf(one.state.moveTexts[at]), other: cellOf(second[at]) };
  return { why: t("Two games with the same seed differ: move {number} was {one}, then {other}. Take chance from the module `random` only, and do not seed it.", said), played: other, name: opponent.name };
}

/** Whether different seeds bring different openings. @param {Bench} bench @returns {Promise<Missing | null>} */
async function varies(bench) {
  const found = new Set();
  for (let seed = 1; seed <= OPENINGS; seed++) {
    const move = await moveIn(bench, bench.game.start(), seed);
    if (typeof move !== "string") return move;
    found.add(move);
  }
  if (found.size > 1) return null;
  const [move] = found;
  return { why: t("{games} games with different seeds all began at {move}: choose among the best cells with `random.choice`.", { games: OPENINGS, move: cellOf(move) }), name: "" };
}
