/** The review of a game, "Why?": asks for something better where it cost most, or tells all. */

import { Analyst } from "../src/bot.js";
import { LivestoneError } from "../src/errors.js";
import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { playAgain } from "./after.js";
import { Judge } from "./judging.js";
import { recordOf, stateOf } from "./kept.js";
import { tableOfPage } from "../table/playing.js";
import { Mistakes } from "./mistakes.js";
import { to } from "./routes.js";
import { share } from "./sharing.js";
import { Telling } from "./telling.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/game.js").Game} Game */

/** @type {import("./site.js").Show} */
export async function review(site, { query }) {
  const kept = await site.store.get(query.get("id") ?? "");
  if (!kept) throw new LivestoneError(t("This game is not kept in this browser."), "unknown-game");
  if (!kept.over) throw new LivestoneError(t("This game is not over yet: it can be reviewed when it is."), "running");
  if (!kept.moves.length) throw new LivestoneError(t("There is nothing to review: no move was played."), "empty");
  const game = await site.games.load(kept.game, /** @type {any} */ (kept.options));
  const page = new Review(site, game, kept);
  page.start();
  return page.page();
}

/** A table with the game, and beside it what is asked, or what is known, of its moves. */
class Review {
  /** @param {Site} site @param {Game} game @param {Kept} kept */
  constructor(site, game, kept) {
    this.site = site;
    this.game = game;
    this.kept = kept;
    this.entry = site.catalogue.find(kept.game);
    this.analyst = new Analyst(game);
    this.judge = new Judge(stateOf(game, kept), this.analyst);
    /** @type {Map<number, Judged>} */
    this.judged = new Map();
    this.search = new AbortController();
    this.isDone = false;
    this.table = tableOfPage();
    this.telling = new Telling(this.judge, this.table);
    this.mistakes = new Mistakes(this.judge, this.table, kept, this.entry, () => this.#links(), () => this.#watch());
    this.bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": t("How far the review is") }));
    this.said = h("p", { role: "status" }, t("The engine looks for the turns that cost most…"));
    this.stopper = button(t("Stop"), () => this.#stop());
    this.mode = button("", () => this.#turnTo(!this.isTelling), { class: "mode" });
    this.isTelling = false;
  }

  /** @returns {import("./site.js").Page} */
  page() {
    this.driver = new WatchingDriver(this.game, this.kept, () => this.#links());
    this.table.append(h("section", { class: "judged", "data-beside": "first", "aria-labelledby": "judged-title" },
      h("h2", { id: "judged-title" }, t("Why?")), this.said, this.bar, this.stopper, this.mistakes.element, this.telling.element, this.mode));
    this.#turnTo(false);
    // What is told of a move changes with the one that is looked at.
    this.table.addEventListener("livestone-shown", () => this.telling.tell());
    const main = h("main", { class: "whole" }, this.table);
    return { title: t("Review of {game}", { game: t(this.entry.title) }), main, close: () => this.#close() };
  }

  async start() {
    let steps = 0;
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
      this.stopper.onclick = () => this.site.refresh();
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

  /**
   * Tell everything, or ask.
   * @param {boolean} telling
   */
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
    if (this.table.driver !== this.driver) this.table.driver = this.driver ?? null;
  }

  #links() {
    const ply = this.mistakes.ply ?? this.table.shown?.ply ?? 0;
    return [
      playAgain(this.entry, this.kept),
      { label: t("To the game"), href: to("game", { id: this.kept.id }) },
      { label: t("Analyse from here"), act: () => (location.hash = to("analysis", { id: this.kept.id, ply })) },
      { label: t("Share or save"), act: () => share(recordOf(this.game, this.kept), ply) },
    ];
  }

  #close() {
    this.search.abort();
    this.mistakes.stop();
    this.analyst.close();
    this.driver?.close();
    this.table.driver = null;
  }
}
