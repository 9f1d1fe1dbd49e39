/** A player of one level that thinks here and now, in slices; `Bot` has one in a worker. */

import { levelOf } from "./levels.js";
import { exp } from "./maths.js";
import { write } from "./position.js";
import { Random, seedOf, seeded } from "./random.js";
import { AlphaBeta } from "./search/alphabeta.js";
import { never } from "./search/report.js";
import { Strongest, judges } from "./search/strongest.js";
import { Uct, continuation } from "./search/uct.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./search/report.js").Limits} Limits */
/** @typedef {import("./search/report.js").Line} Line */
/** @typedef {import("./search/report.js").Report} Report */
/** @typedef {import("./search/report.js").Reports} Reports */
/** @typedef {import("./search/report.js").Stop} Stop */
/** @typedef {import("./levels.js").Level} Level */
/**
 * What a player thinks with; `lead` says how good a line is for a player, in units of blur, and
 * `slips` the share of moves that it does not compare.
 * @typedef {{ search: AlphaBeta | Uct | Strongest, limits: (state: State) => Limits,
 *   lead: (line: Line, player: number) => number, blur: number, slips: number }} Mind
 */

/** A player of one level: the same seed gives the same moves where its time is enough. */
export class Player {
  /** @param {Game} game @param {{ level: number, seed?: number, seconds?: number }} options */
  constructor(game, { level, seed = 0, seconds }) {
    this.game = game;
    this.level = levelOf(game, level);
    this.seed = seed;
    this.seconds = seconds ?? this.level.seconds;
    /** @type {Mind | null} */
    this.mind = null;
    /** @type {{ opening: Uint8Array, moves: number[] } | null} what it thought about last */
    this.last = null;
  }

  /**
   * Report while thinking about a state; the last report's first move is the one to play.
   * @param {State} state @param {Stop} stop
   * @returns {Reports}
   */
  *think(state, stop = never) {
    const next = { opening: state.opening, moves: state.moves };
    // A level below the strongest forgets what it would know of moves that were taken back.
    if (this.level.playouts.count !== null && this.last && !continuation(this.last, next)?.length) {
      this.mind?.search.free();
      this.mind = null;
    }
    this.last = next;
    this.mind ??= mindOf(this.game, this.level, this.seed);
    const limits = { ...this.mind.limits(state), seconds: this.seconds };
    for (const report of this.mind.search.search(state, limits, stop)) {
      yield report?.final ? this.#choice(report, state, this.mind) : report;
    }
  }

  /**
   * The report with the move to play in front: about as good as the best, but for a slip.
   * @param {Report} report @param {State} state @param {Mind} mind
   * @returns {Report}
   */
  #choice(report, state, { blur, slips, lead }) {
    const mover = state.player;
    const [best] = report.lines;
    if (blur === 0 || best.proved || report.lines.length === 1) return report;
    const seen = this.game.changed("observe", state.position, mover);
    const random = new Random(seeded(seedOf(`${this.seed} ${state.ply} ${write(this.game, seen)}`)));
    const isSlip = slips > 0 && random.weighted([1 - slips, slips]) === 1;
    const near = report.lines.filter((line) => !line.proved && (isSlip || 3 * line.visits > best.visits));
    const weights = near.map((line) => (isSlip ? 1 : exp((lead(line, mover) - lead(best, mover)) / blur)));
    const chosen = near[random.weighted(weights)];
    return { ...report, lines: [chosen, ...report.lines.filter((line) => line !== chosen)] };
  }
}

/**
 * The search of a level for a game.
 * @param {Game} game @param {Level} level @param {number} seed
 * @returns {Mind}
 */
function mindOf(game, level, seed) {
  const { sight, playouts } = level;
  const { count } = playouts;
  if (count === null) {
    const { contempt } = game.manifest.searches.strongest;
    const search = new Strongest(game, { seed, toPlay: true, contempt });
    return { search, limits: () => ({}), lead: worth, blur: 0, slips: 0 };
  }
  if (judges(game)) {
    const bounds = { nodes: sight.positions, lines: sight.lines, depth: sight.plies };
    const search = new AlphaBeta(game, game.manifest.searches.alphabeta.megabytes);
    return { search, limits: () => bounds, lead: points, blur: sight.blur, slips: 0 };
  }
  const guesses = game.has("determinise") ? game.manifest.searches.uct.guesses : 1;
  const limits = (/** @type {State} */ state) => ({
    nodes: guesses * Math.max(count, playouts.looks * state.unsorted.length),
  });
  return { search: new Uct(game, { seed }), limits, lead: worth, blur: playouts.blur, slips: playouts.slips };
}

/** A player's part of a win. @param {Line} line @param {number} player */
function worth(line, player) {
  return line.value[player];
}

/** How many points a player leads by. @param {Line} line @param {number} player */
function points(line, player) {
  const [first, second] = /** @type {number[]} */ (line.points);
  return 2 * (player === 0 ? first : second) - (first + second);
}
