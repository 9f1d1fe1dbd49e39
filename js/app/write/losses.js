/** The lost games of *Try all*, each with the move that cost most, as `livestone try` tells of them. */

import { Analyst } from "../../src/bot.js";
import { rounded } from "../../src/search/report.js";
import { h } from "../../table/dom.js";
import { Judge } from "../../table/judging.js";
import { t, tn } from "../../table/words.js";

/** @typedef {import("./contest.js").Row} Row */
/** @typedef {import("./contest.js").Played & { number: number }} Trial */
/** @typedef {import("../../table/judging.js").Judged} Judged */
/** A game that was lost against an opponent, and the others that went exactly so. @typedef {{ name: string, trials: Trial[] }} Loss */

/** @param {Row[]} rows @returns {Loss[]} */
export function lossesOf(rows) {
  /** @type {Map<string, Loss>} */
  const found = new Map();
  for (const { opponent: { name }, games } of rows) {
    for (const trial of games.filter(({ share }) => share === 0)) {
      const key = JSON.stringify([name, trial.seat, trial.state.moveTexts, trial.fault?.message]);
      const loss = found.get(key) ?? { name, trials: [] };
      loss.trials.push(trial);
      found.set(key, loss);
    }
  }
  return [...found.values()];
}

/**
 * Look for the move that cost most in each lost game; yields the games with it, null where none cost much.
 * @param {import("../../src/game.js").Game} game @param {Row[]} rows @param {AbortSignal} signal
 * @returns {AsyncGenerator<[Loss, Judged | null], void, undefined>}
 */
export async function* judged(game, rows, signal) {
  const analyst = new Analyst(game);
  for (const loss of lossesOf(rows)) {
    const [{ state, seat, fault }] = loss.trials;
    const worst = fault ? null : await new Judge(state, analyst).costliest(seat, signal);
    if (signal.aborted) break;
    yield [loss, worst];
  }
  await analyst.close();
}

/**
 * What is told of a lost game, in one sentence.
 * @param {Loss} loss @param {Judged | null} worst @param {(move: string) => string} shown a move as the player knows it
 */
export function lossText({ name, trials }, worst, shown) {
  const [{ state, seat, fault }] = trials;
  const { points, seats } = state.game.manifest;
  const others = state.scores.filter((_, at) => at !== seat).join(` ${t("and")} `);
  const lost = points ? t("lost {mine} to {theirs}", { mine: state.scores[seat], theirs: others }) : t("lost");
  const why = worst
    ? t("move {ply} at {move} cost {cost}: {better} was better", { ply: worst.ply, move: shown(worst.move), cost: costText(worst, state.game), better: shown(worst.better) })
    : t("no single move cost much");
  const numbers = trials.map(({ number }) => number).join(", ");
  return t("{opponent}, {games} as {seat}: {why}", {
    opponent: name,
    games: trials.length > 1 ? t("games {numbers}, alike,", { numbers }) : t("game {numbers}", { numbers }),
    seat: t(seats[seat].name).toLowerCase(),
    why: fault ? t("lost because {why}", { why: fault.message }) : `${lost}; ${why}`,
  });
}

/** @param {Judged} worst @param {import("../../src/game.js").Game} game */
function costText({ cost }, game) {
  if (!(game.manifest.points && game.has("evaluate"))) return t("about {share}% of a win", { share: rounded(100 * cost, 0) });
  return tn("about {n} point", "about {n} points", rounded(cost, 0));
}

/** Shows them under the table of results. */
export class Losses {
  /**
   * @param {(trial: Trial, name: string, ply: number) => void} look @param {(move: string) => string} shown
   */
  constructor(look, shown) {
    this.look = look;
    this.shown = shown;
    this.list = h("ul", { class: "losses" });
    this.element = h("section", { hidden: true, "aria-labelledby": "write-lost" }, h("h2", { id: "write-lost" }, t("Lost games")), this.list);
  }

  clear() {
    this.element.hidden = true;
    this.list.replaceChildren();
  }

  /** @param {Loss} loss @param {Judged | null} worst */
  add(loss, worst) {
    const [trial] = loss.trials;
    const ply = worst?.ply ?? trial.state.ply;
    this.element.hidden = false;
    this.list.append(h("li", {}, h("button", { type: "button", class: "link", onclick: () => this.look(trial, loss.name, ply) }, lossText(loss, worst, this.shown))));
  }
}
