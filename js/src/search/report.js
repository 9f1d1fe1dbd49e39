/** Limits and reports: what every search takes and yields. */

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../state.js").State} State */

/**
 * When a search stops: after so many seconds or nodes, whichever comes first. `lines` is how many
 * moves alpha-beta ranks, `depth` how many plies it looks ahead at most.
 * @typedef {{ seconds?: number | null, nodes?: number | null, lines?: number,
 *   depth?: number | null }} Limits
 */
/**
 * One move at the root and what the search thinks of it: each player's expected result, from 0 to
 * 1; final points where the game counts them; whether the value is exact.
 * @typedef {{ move: number, value: number[], visits: number, pv: number[], proved: boolean,
 *   points: number[] | null }} Line
 */
/**
 * What a search knows so far: its lines, best first, and the work done.
 * @typedef {{ lines: Line[], nodes: number, seconds: number, depth: number,
 *   final: boolean }} Report
 */
/** @typedef {() => boolean} Stop */
/**
 * A report or, between two of them, nothing: then whoever asks may do something else.
 * @typedef {Generator<Report | null, void, undefined>} Reports
 */
/**
 * A report as Python writes it, moves as texts.
 * @typedef {{ nodes: number, seconds: number, depth: number, final: boolean, lines: {
 *   move: string, value: number[], visits: number, pv: string[], proved: boolean,
 *   points: number[] | null }[] }} ReportJson
 */

/** Seconds since some moment. */
export function now() {
  return performance.now() / 1000;
}

/** A stop signal that is never given. */
export function never() {
  return false;
}

/**
 * The report on a position with one legal move: nothing to think about.
 * @param {State} state
 * @returns {Report}
 */
export function forced(state) {
  const { players } = state.game.manifest;
  const [move] = state.unsorted;
  const value = new Array(players).fill(1 / players);
  const line = { move, value, visits: 0, pv: [move], proved: false, points: null };
  return { lines: [line], nodes: 0, seconds: 0, depth: 0, final: true };
}

/**
 * The report as an object for JSON, moves as texts, rounded as Python does unless it is to be exact.
 * @param {Report} report @param {Game} game @param {boolean} [isExact]
 * @returns {ReportJson}
 */
export function asJson(report, game, isExact = false) {
  const round = isExact ? (/** @type {number} */ value) => value : rounded;
  return {
    nodes: report.nodes,
    seconds: rounded(report.seconds, 3),
    depth: report.depth,
    final: report.final,
    lines: report.lines.map((line) => ({
      move: game.text(line.move),
      value: line.value.map((value) => round(value, 4)),
      visits: line.visits,
      pv: line.pv.map((move) => game.text(move)),
      proved: line.proved,
      points: line.points && line.points.map((point) => round(point, 1)),
    })),
  };
}

/**
 * A number rounded to so many digits, halves to the even digit.
 * @param {number} value @param {number} digits
 */
export function rounded(value, digits) {
  const halves = value * 2 ** (digits + 1);
  // Only such a number lies exactly between two of so many digits.
  if (Number.isInteger(halves) && halves % 2 !== 0) {
    const scale = 10 ** digits;
    const below = Math.floor(value * scale);
    return (below % 2 === 0 ? below : below + 1) / scale;
  }
  return Number(value.toFixed(digits));
}

/** A share of the limits. @param {Limits} limits @param {number} share @returns {Limits} */
export function part(limits, share) {
  const { seconds, nodes } = limits;
  return {
    ...limits,
    seconds: seconds == null ? null : seconds * share,
    nodes: nodes == null ? null : Math.max(1, Math.trunc(nodes * share)),
  };
}

/**
 * What is left of the limits, if next to nothing.
 * @param {Limits} limits @param {number} seconds @param {number} nodes
 * @returns {Limits}
 */
export function rest(limits, seconds, nodes) {
  return {
    ...limits,
    seconds: limits.seconds == null ? null : Math.max(0, limits.seconds - seconds),
    nodes: limits.nodes == null ? null : Math.max(1, limits.nodes - nodes),
  };
}
