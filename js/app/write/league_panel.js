/** The league below the editor: a ladder of bosses, and games against the next one. */

import { Part, button, h, icon } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { pointsOf } from "./contest.js";
import { BOSSES, GAMES, beaten, challenge, isBeaten, nextBoss } from "./league.js";

/** @typedef {import("./page.js").Bench} Bench */

const TICK = "M5 12.5l4.5 4.5L19 7.5";

export class LeaguePanel {
  /** @param {Bench} bench */
  constructor(bench) {
    this.bench = bench;
    this.isPlaying = false;
    this.ladder = new Part(h("ol", { class: "ladder" }));
    this.buttons = new Part(h("div", { class: "buttons" }));
    this.progress = h("progress", { max: GAMES, value: 0, "aria-label": t("Games played"), hidden: true });
    this.count = h("p", { class: "soft" });
    this.said = h("p", { role: "status" });
    this.element = h("section", { class: "league", "aria-labelledby": "write-league" },
      h("h2", { id: "write-league" }, t("League")),
      h("p", { class: "soft" }, t("More than {points} points in {games} games beat a boss, and you rise to the next. Colours change, and the seeds are always the same.", { points: GAMES / 2, games: GAMES })),
      this.ladder.element, this.buttons.element, this.progress, this.count, this.said);
    this.#draw();
  }

  #draw() {
    const known = beaten();
    const next = nextBoss();
    this.progress.hidden = !this.isPlaying;
    this.ladder.show([...known], () => BOSSES.map((name) => {
      const isDone = known.has(name);
      return h("li", { class: isDone ? "done" : null, "aria-current": name === next ? "step" : null },
        isDone && icon(TICK), h("strong", {}, name), " ", h("span", { class: "soft" }, isDone ? t("beaten") : name === next ? t("next") : t("later")));
    }));
    this.buttons.show([next, this.isPlaying], () => [
      this.isPlaying ? button(t("Stop"), () => this.bench.stop(), { "data-focus": "play" })
        : next && button(t("Play against {name}", { name: next }), () => this.#play(next), { class: "main", "data-focus": "play" }),
      !next && h("p", {}, t("You have beaten all bosses.")),
    ]);
  }

  /** @param {string} name */
  #play(name) {
    if (this.bench.isForeign()) {
      this.said.textContent = t("This file came with a link: keep it as yours first.");
      return;
    }
    const opponent = this.bench.opponents.find((one) => one.name === name);
    if (!opponent) return;
    return this.bench.begin(async (learner, signal) => {
      this.isPlaying = true;
      this.said.textContent = "";
      this.bench.say(t("Your player plays against {name}.", { name }));
      this.#tell({ opponent, games: [] });
      this.#draw();
      try {
        const row = await challenge(this.bench.game, learner, opponent, { signal, tell: (found) => this.#tell(found) });
        if (row.games.length) this.bench.results.show([row], true, t("Against {name}", { name }));
        this.#told(row, signal);
      } finally {
        this.isPlaying = false;
        this.count.textContent = "";
        this.#draw();
      }
    });
  }

  /** How far it is. @param {import("./contest.js").Row} row */
  #tell(row) {
    this.progress.setAttribute("value", String(row.games.length));
    this.count.textContent = t("{name}: {points} points in {games} games", { name: row.opponent.name, points: pointsOf(row), games: row.games.length });
  }

  /** How it has ended. @param {import("./contest.js").Row} row @param {AbortSignal} signal */
  #told(row, signal) {
    const { name } = row.opponent;
    const said = { name, mine: pointsOf(row), theirs: row.games.length - pointsOf(row) };
    const last = row.games[row.games.length - 1];
    this.bench.say(signal.aborted ? t("Stopped.") : t("Done: press a game to look at it."));
    if (signal.aborted) return;
    if (last.fault) {
      this.said.textContent = t("Game {number} against {name} was lost: {why}", { number: last.number, name, why: last.fault.message });
      this.bench.show(last, name);
    } else if (isBeaten(row)) this.said.textContent = t("You have beaten {name}, {mine} to {theirs}.", said);
    else this.said.textContent = t("Not yet: {mine} to {theirs} against {name}. Look at the games you have lost.", said);
  }
}
