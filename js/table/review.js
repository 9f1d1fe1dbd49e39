/** The review of a game, "Why?": asks for something better where it cost most, or tells all. */

import { Analyst } from "../src/bot.js";
import { button, h } from "./dom.js";
import { Judge } from "./judging.js";
import { Mistakes } from "./mistakes.js";
import { Telling } from "./telling.js";
import { t } from "./words.js";

/** @typedef {import("./judging.js").Judged} Judged */

/** Reviews a game beside a table that shows it: `element` is what is asked, or known, of its moves. */
export class Review {
  /**
   * @param {import("../src/state.js").State} end the state after the last move
   * @param {import("./table.js").LivestoneTable} table @param {import("./driver.js").Driver} driver
   *   shows the game @param {import("./mistakes.js").Asker} asker
   * @param {() => void} again begins it once more, after the engine has failed
   * @param {boolean} [isTelling] whether it tells all turns, and asks nothing
   */
  constructor(end, table, driver, asker, again, isTelling = false) {
    this.table = table;
    this.driver = driver;
    this.again = again;
    this.analyst = new Analyst(end.game);
    this.judge = new Judge(end, this.analyst);
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    this.search = new AbortController();
    this.isDone = false;
    this.isTelling = isTelling;
    const { points, moves, game } = this.judge;
    this.telling = new Telling({ seats: game.manifest.seats, last: moves.length, points }, table);
    this.mistakes = new Mistakes(this.judge, table, asker, () => this.#watch());
    this.bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": t("How far the review is") }));
    this.said = h("p", { role: "status" }, t("The engine looks for the turns that cost most…"));
    this.stopper = button(t("Stop"), () => this.#stop());
    this.mode = button("", () => this.#turnTo(!this.isTelling), { class: "mode" });
    this.element = h("section", { class: "judged", "data-beside": "first", "aria-labelledby": "judged-title" },
      h("h2", { id: "judged-title" }, t("Why?")), this.said, this.bar, this.stopper, this.mistakes.element, this.telling.element, this.mode);
    // What is told of a move changes with the one that is looked at.
    table.addEventListener("livestone-shown", () => this.telling.tell());
  }

  /** The ply before the mistake that is asked about, null where none is. */
  get ply() {
    return this.mistakes.ply;
  }

  /** Judge all moves, which takes a while, then ask about the worst. */
  async start() {
    let steps = 0;
    this.#turnTo(this.isTelling);
    try {
      for await (const judged of this.judge.review(this.search.signal)) {
        this.judged = judged;
        this.bar.value = (steps += 1) / this.judge.total;
        if (this.isTelling) this.telling.show(judged);
      }
      if (!this.search.signal.aborted) this.#done(t("The costliest moves of each player, the worst first:"));
    } catch (error) {
      this.#done(t("The engine has stopped: {why}.", { why: error instanceof Error ? error.message : String(error) }));
      this.said.hidden = this.stopper.hidden = false;
      this.stopper.textContent = t("Try again");
      this.stopper.onclick = this.again;
    }
  }

  #stop() {
    this.search.abort();
    this.#done(t("Stopped: this is what is known so far."));
  }

  /** @param {string} text */
  #done(text) {
    if (this.isDone) return;
    this.isDone = true;
    this.bar.hidden = this.stopper.hidden = true;
    this.said.textContent = this.judge.telling(this.judged).length || this.bar.value < 0.5 ? text : t("No move cost much.");
    this.#turnTo(this.isTelling);
  }

  /** Tell everything, or ask. @param {boolean} telling */
  #turnTo(telling) {
    this.isTelling = telling;
    const asks = !telling && this.isDone;
    this.table.classList.toggle("task", !telling);
    this.table.classList.toggle("following", !telling);
    this.said.hidden = asks;
    this.telling.element.hidden = !telling;
    this.mistakes.element.hidden = !asks;
    this.mode.textContent = telling ? t("Find better moves yourself") : t("Show all turns");
    if (asks) this.mistakes.begin(this.judged, !this.search.signal.aborted);
    else this.#watch();
    if (telling) this.telling.show(this.judged);
  }

  #watch() {
    this.mistakes.stop();
    if (this.table.driver !== this.driver) this.table.driver = this.driver;
  }

  close() {
    this.search.abort();
    this.mistakes.stop();
    this.analyst.close();
  }
}
