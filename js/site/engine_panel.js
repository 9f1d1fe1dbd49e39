/** The engine beside an analysis board: it thinks about the position shown until it is stopped. */

import { Analyst } from "../src/bot.js";
import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { workText, worthText } from "./evaluation.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../src/search/report.js").ReportJson} ReportJson */

const LINES = 3;
const SHOWN = 8; // moves of a line
const MOST_SECONDS = 300;

/** Shows the best lines; `onBest` hears of the best move whenever it changes, "" for none. */
export class EnginePanel {
  /**
   * @param {Game} game @param {(move: string) => void} onBest
   * @param {(moves: string[]) => void} onLine a line is chosen
   */
  constructor(game, onBest, onLine) {
    this.game = game;
    this.onBest = onBest;
    this.onLine = onLine;
    /** @type {Analyst | null} */
    this.analyst = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {AbortController | null} */
    this.search = null;
    this.on = false;
    this.best = "";
    this.button = button("", () => this.toggle(), { "aria-pressed": "false" });
    this.lines = h("ol", { class: "found" });
    this.work = h("p", { class: "soft small work" });
    this.said = h("p", { class: "unseen", role: "status" });
    this.element = h("section", { class: "engine", "aria-labelledby": "engine-title" },
      h("div", { class: "head" }, h("h2", { id: "engine-title" }, t("Engine")), this.button), this.lines, this.work, this.said);
    this.#draw(null);
  }

  toggle() {
    this.on = !this.on;
    this.#restart();
  }

  /**
   * Think about another position, where it thinks at all.
   * @param {State} state
   */
  show(state) {
    this.state = state;
    this.#restart();
  }

  close() {
    this.search?.abort();
    this.analyst?.close();
    this.analyst = null;
  }

  #restart() {
    this.search?.abort();
    this.search = null;
    this.#best("");
    this.#draw(null);
    if (this.on && this.state && !this.state.over) this.#think(this.state);
  }

  /** @param {State} state */
  async #think(state) {
    const search = (this.search = new AbortController());
    try {
      this.analyst ??= new Analyst(this.game);
      for await (const report of this.analyst.think(state, { seconds: MOST_SECONDS, lines: LINES }, { signal: search.signal })) {
        if (search.signal.aborted) return;
        this.#draw(report);
        this.#best(report.lines[0]?.move ?? "");
        if (report.final) this.said.textContent = this.#words(report);
      }
    } catch (error) {
      if (search.signal.aborted) return;
      this.on = false;
      this.#draw(null);
      this.work.textContent = t("The engine has stopped: {why}. Start it again to try once more.", { why: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {string} move */
  #best(move) {
    if (move === this.best) return;
    this.best = move;
    this.onBest(move);
  }

  /** @param {ReportJson} report */
  #words({ lines }) {
    const [line] = lines;
    const { manifest: game } = this.game;
    return line ? t("The engine would play {move}: {worth}.", { move: line.move, worth: worthText(line, game) }) : "";
  }

  /** @param {ReportJson | null} report */
  #draw(report) {
    const over = this.state?.over;
    this.button.textContent = this.on ? t("Stop the engine") : t("Start the engine");
    this.button.setAttribute("aria-pressed", String(this.on));
    /** @type {HTMLButtonElement} */ (this.button).disabled = Boolean(over) && !this.on;
    this.element.toggleAttribute("data-on", this.on && !over);
    this.work.textContent = report ? workText(report) : over ? t("The game is over here.") : this.on ? t("Thinking…") : "";
    const { manifest: game } = this.game;
    const lines = report ? report.lines.slice(0, LINES) : [];
    this.lines.replaceChildren(...lines.map((line) => h("li", {},
      button(line.pv.slice(0, SHOWN).join(" "), () => this.onLine(line.pv), { class: "pv", title: t("Add these moves to the tree") }),
      h("span", { class: "soft small" }, worthText(line, game)))));
  }
}
