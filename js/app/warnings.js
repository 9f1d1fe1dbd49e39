/**
 * What a coach has against a move before it is played: that it loses at once, or what *Why?* would
 * blame it for most later.
 */

import { Analyst } from "../src/bot.js";
import { costText } from "../table/evaluation.js";
import { Judge } from "../table/judging.js";
import { Budget, isLost, winnerAfter } from "../table/lookahead.js";
import { written } from "../table/notation.js";
import { t } from "../table/words.js";

/** @typedef {import("../src/state.js").State} State */

/** Looks at positions while the person thinks, and says what it has against a move. */
export class Warnings {
  /** @param {import("../src/game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.analyst = new Analyst(game);
    /** @type {Judge | null} of the position that is looked at */
    this.judge = null;
    this.search = new AbortController();
    this.done = Promise.resolve();
  }

  /** Begin to look at a position, in the background. @param {State} state */
  prepare(state) {
    this.search.abort();
    this.search = new AbortController();
    this.judge = state.over || state.unsorted.length === 1 ? null : new Judge(state.copy(), this.analyst);
    // A coach without a search has nothing against a move.
    this.done = this.judge?.prepare(this.search.signal).catch(() => {}) ?? Promise.resolve();
  }

  /**
   * The question to ask before a move is played, empty for most.
   * @param {State} state @param {string} move
   */
  async question(state, move) {
    const { judge, search } = this;
    if (!judge || judge.moves.length !== state.ply) return "";
    await this.done;
    let tried;
    try {
      tried = await judge.foreseen(move, search.signal);
    } catch {
      return "";
    }
    if (search.signal.aborted || !judge.isTelling(tried)) return "";
    const after = state.copy();
    after.play(move);
    const winner = isLost(after, state.player) ? (after.winners?.[0] ?? null) : await winnerAfter(after, state.player, new Budget());
    if (winner === null && !judge.isMuch(tried)) return "";
    if (winner === null) return t("Really? {move} seems to cost you {cost}.", { move: written(move), cost: costText(tried, judge.points) });
    const values = { move: written(move), player: t(this.game.manifest.seats[winner].name) };
    return after.over ? t("Really? After {move} {player} has won.", values) : t("Really? After {move} {player} can win at once.", values);
  }

  /** Stop looking. */
  close() {
    this.search.abort();
    this.analyst.close();
  }
}
