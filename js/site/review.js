/** The review of a game, "Why?": what each move cost, the worst first, and what was better. */

import { Analyst } from "../src/bot.js";
import { LivestoneError } from "../src/errors.js";
import { button, h } from "../table/dom.js";
import { language, t, tn } from "../table/words.js";
import { playAgain } from "./after.js";
import { graph } from "./graph.js";
import { Judge } from "./judging.js";
import { recordOf, stateOf } from "./kept.js";
import { tableOfPage } from "../table/playing.js";
import { to } from "./routes.js";
import { share } from "./sharing.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./site.js").Site} Site */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/game.js").Game} Game */

const TOLD = 5; // mistakes of each player
const SHOWN = 6; // moves of what was better

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

/** A table with the game, and beside it what is known of its moves. */
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
    this.table = tableOfPage();
    this.bar = /** @type {HTMLProgressElement} */ (h("progress", { max: 1, value: 0, "aria-label": t("How far the review is") }));
    this.said = h("p", { role: "status" }, t("The engine goes through the game, from its end…"));
    this.stopper = button(t("Stop"), () => this.#stop());
    this.told = h("p", { class: "soft" });
    this.picture = h("figure", { class: "course" });
    this.sides = h("div", { class: "sides" });
  }

  /** @returns {import("./site.js").Page} */
  page() {
    this.driver = new WatchingDriver(this.game, this.kept, () => this.#links());
    this.table.driver = this.driver;
    const element = h("section", { class: "judged", "aria-labelledby": "judged-title" },
      h("h2", { id: "judged-title" }, t("Why?")), this.said, this.bar, this.stopper, this.told, this.picture, this.sides);
    this.table.querySelector(".status")?.after(element);
    // What is told of a move changes with the one that is looked at.
    this.watch = new MutationObserver(() => this.#tell());
    this.watch.observe(/** @type {Node} */ (this.table.querySelector(".said")), { childList: true, subtree: true });
    const main = h("main", { class: "whole" }, this.table);
    return { title: t("Review of {game}", { game: t(this.entry.title) }), main, close: () => this.#close() };
  }

  async start() {
    let steps = 0;
    try {
      for await (const judged of this.judge.review(this.search.signal)) {
        this.judged = judged;
        this.bar.value = (steps += 1) / this.judge.total;
        this.#draw();
      }
      this.#done(this.search.signal.aborted ? t("Stopped: this is what is known so far.") : t("The costliest moves of each player, the worst first:"));
    } catch (error) {
      this.#done(t("The engine has stopped: {why}.", { why: error instanceof Error ? error.message : String(error) }));
      this.stopper.hidden = false;
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
    this.bar.hidden = this.stopper.hidden = true;
    this.said.textContent = this.#mistakes().length || this.bar.value < 0.5 ? text : t("No move cost much.");
    this.#draw();
  }

  #mistakes() {
    return [...this.judged.values()].filter((one) => this.judge.isTelling(one)).sort((one, other) => other.cost - one.cost);
  }

  #draw() {
    const all = this.#mistakes();
    const seats = this.game.manifest.seats;
    const chosen = seats.map((/** @type {unknown} */ _, /** @type {number} */ seat) => all.filter(({ mover }) => mover === seat).slice(0, TOLD));
    this.sides.replaceChildren(...seats.map((/** @type {{ name: string }} */ { name }, /** @type {number} */ seat) => this.#side(t(name), chosen[seat])));
    this.picture.replaceChildren(graph(this.judged, this.judge, chosen.flat(), this.table.shown?.ply ?? 0));
    this.#tell();
  }

  /** @param {string} name @param {Judged[]} mistakes */
  #side(name, mistakes) {
    if (!mistakes.length) return h("p", { class: "soft small" }, t("{player}: no move cost much so far.", { player: name }));
    const items = mistakes.map((one) => {
      const made = button("", () => this.table.goTo(one.ply));
      made.append(
        h("span", {}, t("Move {number}: {text}", { number: one.ply, text: one.move })),
        h("span", { class: "soft small" }, t("cost {cost}; better was {line}", { cost: this.#cost(one), line: one.line.slice(0, SHOWN).join(" ") })));
      return h("li", {}, made);
    });
    return h("section", { "aria-label": name }, h("h3", {}, name), h("ol", { class: "mistakes" }, ...items));
  }

  /** What is known of the move that led to the position shown. */
  #tell() {
    const one = this.judged.get(this.table.shown?.ply ?? 0);
    this.told.textContent = one ? this.#words(one) : "";
  }

  /** @param {Judged} one */
  #words(one) {
    const player = t(this.game.manifest.seats[one.mover].name);
    const { move, better } = one;
    if (!one.choice) return t("{player} played {move}: it was forced.", { player, move });
    if (one.cost && better !== move) return t("{player} played {move}. It cost {cost}; {better} was better.", { player, move, cost: this.#cost(one), better });
    return t("{player} played {move}: nothing was better.", { player, move });
  }

  /** @param {Judged} one */
  #cost({ cost, proved }) {
    const shown = new Intl.NumberFormat(language(), { maximumFractionDigits: proved ? 0 : 1 }).format(cost);
    if (!this.judge.points) return t("{percent} % of a win", { percent: Math.round(100 * cost) });
    return proved ? tn("{n} point", "{n} points", Math.round(cost)) : t("about {points} points", { points: shown });
  }

  #links() {
    return [
      playAgain(this.entry, this.kept),
      { label: t("To the game"), href: to("game", { id: this.kept.id }) },
      { label: t("Analyse from here"), act: () => (location.hash = to("analysis", { id: this.kept.id, ply: this.table.shown?.ply ?? 0 })) },
      { label: t("Share or save"), act: () => share(recordOf(this.game, this.kept), this.table.shown?.ply ?? 0) },
    ];
  }

  #close() {
    this.search.abort();
    this.watch?.disconnect();
    this.analyst.close();
    this.driver?.close();
    this.table.driver = null;
  }
}
