/** The table of *Try*: a row for each opponent, and a mark for each game that one can look at. */

import { button, h } from "../../table/dom.js";
import { t } from "../../table/words.js";

/** @typedef {import("./contest.js").Row} Row */

export class Results {
  /** @param {(played: import("./contest.js").Played, name: string) => void} look */
  constructor(look) {
    this.look = look;
    this.element = h("section", { hidden: true });
  }

  /** @param {Row[]} rows @param {boolean} done @param {string} [title] */
  show(rows, done, title = t("Against all")) {
    const head = [t("against"), t("won"), t("drawn"), t("lost"), t("score"), t("points"), t("games")];
    this.element.hidden = false;
    this.element.setAttribute("aria-busy", String(!done));
    this.element.replaceChildren(
      h("h2", { id: "write-results" }, title),
      h("div", { class: "wide" }, h("table", { "aria-labelledby": "write-results" },
        h("thead", {}, h("tr", {}, ...head.map((one) => h("th", { scope: "col" }, one)))),
        h("tbody", {}, ...rows.filter(({ games }) => games.length).map((row) => this.#row(row))))));
  }

  /** @param {Row} row */
  #row({ opponent, games }) {
    const count = (/** @type {number} */ share) => games.filter((one) => one.share === share).length;
    const score = games.reduce((sum, { share }) => sum + share, 0) / games.length;
    return h("tr", {},
      h("th", { scope: "row" }, opponent.name),
      ...[count(1), games.length - count(1) - count(0), count(0)].map((number) => h("td", {}, String(number))),
      h("td", {}, `${Math.round(100 * score)} %`),
      h("td", {}, points(games)),
      h("td", {}, ...games.map((played) => {
        const [sign, words] = played.share === 1 ? ["+", t("won")] : played.share ? ["=", t("drawn")] : ["−", t("lost")];
        const label = t("Game {number}: {result}", { number: played.number, result: words });
        return button(sign, () => this.look(played, opponent.name), { "aria-label": label, title: label, class: played.share ? null : "lost" });
      })));
  }
}

/** The means of the player and an opponent, in games played to the end, if points count. @param {Row["games"]} games */
function points(games) {
  const ends = games.filter(({ fault }) => !fault);
  if (!ends[0]?.state.game.manifest.points) return "–";
  const mean = (/** @type {(one: import("./contest.js").Played) => number} */ of) => (ends.reduce((sum, one) => sum + of(one), 0) / ends.length).toFixed(1);
  return t("{mine} to {theirs}", { mine: mean(({ state, seat }) => state.scores[seat]), theirs: mean(({ state, seat }) => theirs(state, seat)) });
}

/** The mean points of the others. @param {import("../../src/state.js").State} state @param {number} seat */
function theirs({ scores }, seat) {
  return (scores.reduce((sum, one) => sum + one, 0) - scores[seat]) / (scores.length - 1);
}
