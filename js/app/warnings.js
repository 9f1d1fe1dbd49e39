/** What a coach thinks of a move before it is played: whether it loses at once, or loses much. */

import { Bot } from "../src/bot.js";
import { Budget, hasBetter, isLost, winnerAfter } from "../table/lookahead.js";
import { t, tn } from "../table/words.js";

/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../src/search/report.js").ReportJson["lines"]} Lines */

// The level that judges: it looks at all moves, at most so long, and so long is waited for it.
const LEVEL = 6;
const SECONDS = 0.5;
const PATIENCE = 250; // milliseconds
// What is worth a warning, in points or in parts of a win.
const MUCH_POINTS = 4;
const MUCH = 0.3;
// What a search has played out less often is worth nothing certain; alpha-beta plays nothing out.
const VISITS = 30;

/** Looks at positions while the person thinks, and says what it has against a move. */
export class Warnings {
  /** @param {import("../src/game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.bot = new Bot(game, { level: LEVEL, seconds: SECONDS });
    /** @type {State | null} */
    this.state = null;
    /** @type {Lines} */
    this.lines = [];
    this.search = new AbortController();
    this.done = Promise.resolve();
  }

  /**
   * Begin to look at a position, in the background.
   * @param {State} state
   */
  prepare(state) {
    if (this.state === state) return;
    this.search.abort();
    this.state = state;
    this.lines = [];
    this.search = new AbortController();
    this.done = this.#look(state.copy(), this.search.signal);
  }

  /** @param {State} state @param {AbortSignal} signal */
  async #look(state, signal) {
    if (state.over || state.moves.length === 1) return;
    try {
      for await (const { lines } of this.bot.think(state, { signal })) if (!signal.aborted) this.lines = lines;
    } catch {
      // A coach without a search still knows the rules.
    }
  }

  /**
   * The question to ask before a move is played, empty for most.
   * @param {State} state @param {string} move
   */
  async question(state, move) {
    if (state.moves.length === 1) return "";
    const late = AbortSignal.timeout(PATIENCE);
    const player = state.player;
    const after = state.copy();
    after.play(move);
    const winner = isLost(after, player) ? (after.winners?.[0] ?? null) : await winnerAfter(after, player, new Budget(late));
    const avoidable = winner !== null && (await hasBetter(state, move, new Budget(late)));
    if (winner !== null && avoidable) {
      const values = { move, player: t(this.game.manifest.seats[winner].name) };
      return after.over ? t("Really? After {move} {player} has won.", values) : t("Really? After {move} {player} can win at once.", values);
    }
    return winner === null ? this.#costs(state, move, late) : "";
  }

  /** @param {State} state @param {string} move @param {AbortSignal} late */
  async #costs(state, move, late) {
    if (!late.aborted) await Promise.race([this.done, new Promise((resolve) => late.addEventListener("abort", resolve))]);
    if (this.state?.ply !== state.ply || this.lines.length < 2) return "";
    const mine = this.lines.find((line) => line.move === move);
    if (!mine) return "";
    const points = Boolean(this.game.manifest.points) && this.lines.every((line) => line.points);
    const worth = (/** @type {Lines[number]} */ line) => (points ? lead(line.points ?? [], state.player) : line.value[state.player]);
    const counted = this.lines.some(({ visits }) => visits > 0);
    if (counted && !mine.proved && mine.visits < VISITS) return "";
    const cost = Math.max(...this.lines.map(worth)) - worth(mine);
    if (points && cost >= MUCH_POINTS) {
      return tn("Really? {move} seems to cost you {n} point.", "Really? {move} seems to cost you {n} points.", Math.round(cost), { move });
    }
    return !points && cost >= MUCH ? t("Really? {move} seems to give much away.", { move }) : "";
  }

  /** Stop looking. */
  close() {
    this.search.abort();
    this.bot.close().catch(() => {});
  }
}

/** @param {number[]} points @param {number} player */
function lead(points, player) {
  return points[player] - Math.max(...points.filter((_, other) => other !== player));
}
