/** Chooses the move to play from what a tree search has found. */

import { field } from "../position.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {import("./report.js").Line} Line */

// A player whose value is at least `SURE` plays the move with the highest prior among those that
// are as good and have this share of the most visits.
const SURE = 0.9;
const SEEN = 0.02;
// Where a repetition draws and a game has lasted `LATE` plies, a player no more than `EVEN` better
// off than even takes their last move back, if that is within `NEAR` of the best and among the
// first `BACK` moves.
const LATE = 200;
const EVEN = 0.05;
const NEAR = 0.01;
const BACK = 32;

/**
 * Best first: by visits, but what is certain goes by its value.
 * @param {Line[]} lines @param {number} mover
 * @returns {Line[]}
 */
export function ranked(lines, mover) {
  /** @type {Line | null} */
  let likely = null;
  for (const line of lines) {
    if (!line.proved && (likely === null || line.visits > likely.visits)) likely = line;
  }
  const hope = likely === null ? 0 : likely.value[mover];
  const rank = (/** @type {Line} */ line) => {
    if (!line.proved) return [1, 0, line.visits];
    const value = line.value[mover];
    return [value >= hope && value > 0 ? 2 : 0, value, line.visits];
  };
  const sorted = lines.map((line) => ({ line, rank: rank(line) }));
  sorted.sort(
    ({ rank: one }, { rank: other }) => other[0] - one[0] || other[1] - one[1] || other[2] - one[2],
  );
  return sorted.map(({ line }) => line);
}

/**
 * The same, but a sure winner has the highest prior of the moves as good as the best in front.
 * @param {Line[]} lines @param {number[]} byPrior the moves, highest prior first
 * @param {number} mover @param {number} alike
 * @returns {Line[]}
 */
export function highestPriorFirst(lines, byPrior, mover, alike) {
  const [best] = lines;
  if (best.proved || best.value[mover] < SURE) return lines;
  const order = new Map(byPrior.map((move, place) => [move, place]));
  const place = (/** @type {Line} */ line) => order.get(line.move) ?? order.size;
  const good = lines.filter(
    (line) =>
      !line.proved &&
      line.visits >= SEEN * best.visits &&
      line.value[mover] >= best.value[mover] - alike,
  );
  const front = good.reduce((first, line) => (place(line) < place(first) ? line : first));
  return [front, ...lines.filter((line) => line !== front)];
}

/**
 * The same, but for a player not ahead, the move that takes their last one back comes first.
 * @param {Line[]} lines @param {State} state @param {number} mover
 * @returns {Line[]}
 */
export function takingBackFirst(lines, state, mover) {
  const { manifest } = state.game;
  const [best] = lines;
  const { players } = manifest;
  if (state.ply < LATE || manifest.repetition?.third !== "draw") return lines;
  if (best.proved || best.value[mover] > 1 / players + EVEN) return lines;
  const before = state.copy();
  for (let player = 0; player < players; player++) before.undo();
  if (before.mover !== mover || before.turn !== state.turn - players) return lines;
  const old = placed(before);
  before.play(state.played[state.played.length - players].move);
  const then = placed(before);
  const now = placed(state);
  const wanted = old.map((value, at) => (value === then[at] ? now[at] : value));
  for (const line of lines.slice(0, BACK)) {
    const near =
      line.visits >= SEEN * best.visits && line.value[mover] >= best.value[mover] - NEAR;
    if (!near || line.proved) continue;
    const after = state.copy();
    after.play(line.move);
    const found = placed(after);
    if (wanted.every((value, at) => value === found[at])) {
      return [line, ...lines.filter((other) => other !== line)];
    }
  }
  return lines;
}

/** What stands where, in one array. @param {State} state @returns {(number | bigint)[]} */
function placed({ game, position }) {
  const names = game.manifest.position.placement;
  return names
    .filter((/** @type {string} */ name) => name !== "mover")
    .flatMap((/** @type {string} */ name) => Array.from(field(game, position, name)));
}
