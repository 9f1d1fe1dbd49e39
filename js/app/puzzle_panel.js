/** A table with a puzzle: the answer is judged, a wrong one is refuted, and progress is kept. */

import { Analyst } from "../src/bot.js";
import { Part, button, h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { AskingDriver } from "../table/task.js";
import { tableOfPage } from "../table/playing.js";
import { DAYS, answered, answeredOn, daysInARow, nothingTried, progressId, ratedByServer } from "./puzzle_progress.js";
import { lostText, refute } from "./puzzle_refutation.js";
import { questionText, ratingText, resultText, themeText } from "./puzzle_words.js";
import { go, to } from "./routes.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("../src/game.js").Game} Game */
/**
 * Where the next puzzle comes from: `next` chooses it by the key of the one shown, else `address`
 * leads on. `day` is that of a puzzle of the day.
 * @typedef {{ next?: (shown: string) => Promise<Puzzle>, address: string, day?: string }} Source
 */
/**
 * A puzzle that is shown; `first` says that the next answer counts, `known` that the right answer
 * was seen, `rating` is one's own on the server whose site this is.
 * @typedef {{ puzzle: Puzzle, game: Game, driver: AskingDriver, first: boolean, known: boolean,
 *   rating: number | null }} Shown
 */

export class PuzzlePanel {
  /** @param {App} app @param {Source} source */
  constructor(app, source) {
    this.app = app;
    this.source = source;
    this.table = tableOfPage();
    this.table.classList.add("task", "following");
    this.title = h("h2", { id: "puzzle-title", tabindex: "-1" });
    this.said = h("p", { class: "say" });
    this.about = h("p", { class: "soft small about" });
    this.buttons = new Part(h("div", { class: "buttons" }));
    this.element = h("section", { class: "lesson puzzle", "data-beside": "first", "aria-labelledby": "puzzle-title" },
      this.title, h("div", { role: "status" }, this.said, this.about), this.buttons.element);
    this.table.append(this.element);
    this.element.addEventListener("focus-lost", (event) => {
      event.stopPropagation(); // the heading is nearer than the table's own place for it
      this.title.focus({ preventScroll: true });
    });
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Analyst | null} */
    this.analyst = null;
  }

  /** @param {Puzzle} puzzle @param {string} title @returns {Promise<import("./page.js").Page>} */
  async page(puzzle, title) {
    await this.#ask(puzzle);
    return { title, main: h("main", { class: "whole" }, this.table), close: () => this.#close() };
  }

  /** @param {Puzzle} puzzle */
  async #ask(puzzle) {
    const game = await this.app.games.load(puzzle.game, puzzle.options);
    if (game !== this.shown?.game) {
      this.analyst?.close();
      this.analyst = new Analyst(game);
      this.#warm(this.analyst, game.read(puzzle.text));
    }
    const start = game.read(puzzle.text);
    const driver = new AskingDriver(start, () => this.#changed(shown), () => linksOf(puzzle));
    const shown = { puzzle, game, driver, first: true, known: false, rating: null };
    this.#leave();
    this.shown = shown;
    const { day } = this.source;
    this.title.textContent = day ? t("Puzzle of the day, {day}", { day }) : t("Puzzle {n}", { n: puzzle.n });
    this.table.driver = driver;
    this.#open(shown);
    await this.#tellProgress(shown);
  }

  /** Let the board wait for a move. @param {Shown} shown */
  #open({ driver, game, puzzle }) {
    const { before } = driver;
    const player = t(game.manifest.seats[before.player].name);
    this.said.textContent = questionText(puzzle, player);
    this.table.goTo(null);
    driver.ask(before, (turn, finished) => verdictOf(puzzle, turn, finished));
  }

  /** @param {Shown} shown */
  #changed(shown) {
    if (shown !== this.shown) return;
    const { phase, turn } = shown.driver;
    if (phase === "right") this.#right(shown, turn);
    if (phase === "wrong") this.#wrong(shown, turn);
    if (phase !== "judging") this.#draw(shown);
  }

  /**
   * Tell what is proved, and play what follows.
   * @param {Shown} shown @param {string[]} turn what is on the board
   */
  async #right(shown, turn) {
    const { puzzle, driver, game } = shown;
    shown.known = true;
    this.said.textContent = resultText(puzzle, game);
    this.#count(shown, true, turn);
    await driver.playOn((puzzle.line ?? puzzle.best).filter((move, at, all) => !turn.includes(move) || all.indexOf(move) !== at), "closed");
  }

  /** @param {Shown} shown @param {string[]} turn */
  async #wrong(shown, turn) {
    const { driver } = shown;
    const move = turn[turn.length - 1];
    const { id, state } = driver;
    const isPast = () => shown !== this.shown || id !== driver.id;
    this.said.textContent = lostText(shown.puzzle, move);
    this.#count(shown, false, turn);
    try {
      const { words, line } = await refute(shown.puzzle, state, move, /** @type {Analyst} */ (this.analyst));
      if (isPast()) return;
      this.said.textContent = words;
      await driver.playOn(line, "closed");
    } catch (error) {
      if (isPast()) return;
      const why = error instanceof Error ? error.message : String(error);
      this.said.textContent = `${lostText(shown.puzzle, move)} ${t("The engine cannot go on: {why}", { why })}`;
    }
  }

  /** @param {Shown} shown */
  #show(shown) {
    this.#count(shown, false, null);
    this.#open(shown);
    this.#right(shown, []);
  }

  /** @param {Shown} shown */
  #again(shown) {
    this.#open(shown);
    const here = this.table.querySelector('livestone-board [tabindex="0"]');
    if (here instanceof SVGElement) here.focus({ preventScroll: true });
  }

  /** @param {Shown} shown */
  async #next({ puzzle }) {
    if (!this.source.next) {
      go(this.source.address);
      return;
    }
    await this.#ask(await this.source.next(puzzle.key));
    this.title.focus({ preventScroll: true });
  }

  /**
   * Keep whether the first answer was right, here and on the server.
   * @param {Shown} shown @param {boolean} solved @param {string[] | null} turn
   */
  async #count(shown, solved, turn) {
    if (!shown.first) return;
    shown.first = false;
    const { puzzle } = shown;
    const { store } = this.app;
    const { day } = this.source;
    const now = Date.now() / 1000;
    await store.changeProgress(progressId(puzzle.game), nothingTried(), (before) => answered(before, puzzle, solved, now));
    if (day) await store.changeProgress(DAYS, {}, (before) => answeredOn(before, day, solved));
    await this.#tellProgress(shown);
    shown.rating = await ratedByServer(puzzle, turn);
    if (shown.rating !== null) await this.#tellProgress(shown);
  }

  /**
   * How one does; and of a puzzle that was answered what would have helped.
   * @param {Shown} shown
   */
  async #tellProgress(shown) {
    const { puzzle } = shown;
    const { store } = this.app;
    const { day } = this.source;
    const { solver, streak } = await store.progress(progressId(puzzle.game), nothingTried());
    const days = day ? daysInARow(await store.progress(DAYS, {}), day) : 0;
    if (shown !== this.shown) return;
    const theme = themeText(puzzle.theme);
    this.about.textContent = [
      shown.first ? "" : t("Theme: {theme}. The puzzle's rating: {rating}.", { theme, rating: puzzle.rating }),
      t("Your rating: {rating}.", { rating: ratingText(solver) }),
      shown.rating === null ? "" : t("Your rating on this server: {rating}.", { rating: Math.round(shown.rating) }),
      streak > 1 ? tn("{n} solved in a row.", "{n} solved in a row.", streak) : "",
      days > 1 ? tn("Solved on {n} day in a row.", "Solved on {n} days in a row.", days) : "",
    ].filter(Boolean).join(" ");
  }

  /** @param {Shown} shown */
  #draw(shown) {
    const { known, driver } = shown;
    const isOpen = driver.phase === "open";
    this.buttons.show([shown.puzzle.key, known, isOpen], () => [
      !isOpen && known && button(t("Next puzzle"), () => this.#next(shown), { class: "main", "data-focus": "next" }),
      !isOpen && button(t("Try again"), () => this.#again(shown), { class: known ? null : "main", "data-focus": "again" }),
      (isOpen || !known) && button(t("Show the answer"), () => this.#show(shown), { "data-focus": "show" }),
      !isOpen && !known && button(t("Next puzzle"), () => this.#next(shown), { "data-focus": "next" }),
    ]);
  }

  /**
   * Have the engine ready before it is needed.
   * @param {Analyst} analyst @param {import("../src/state.js").State} state
   */
  async #warm(analyst, state) {
    try {
      for await (const report of analyst.think(state, { nodes: 1 })) if (report.final) return;
    } catch {
      // It is told when the engine is needed.
    }
  }

  #leave() {
    this.shown?.driver.close();
    this.shown = null;
  }

  #close() {
    this.#leave();
    this.analyst?.close();
    this.table.driver = null;
  }
}

/**
 * Whether plies are right: where several are, the turn has them in any order.
 * @param {Puzzle} puzzle @param {string[]} turn @param {boolean} finished
 * @returns {import("../table/task.js").Verdict}
 */
function verdictOf({ best }, turn, finished) {
  if (!turn.every((move) => best.includes(move))) return "wrong";
  return finished || turn.length === best.length ? "right" : "on";
}

/** @param {Puzzle} puzzle @returns {import("../table/driver.js").Link[]} */
function linksOf({ game, n, text, options }) {
  return [
    { label: t("Link to this puzzle"), href: to("puzzle", { game, n }) },
    { label: t("All puzzles"), href: to("puzzles") },
    { label: t("Rules"), href: to("rules", { game }) },
    { label: t("Analyse"), href: to("analysis", { game, ...options, position: text }) },
  ];
}
