/** Learning from one's mistakes: the board asks for something better than what was played. */

import { AskingDriver } from "./task.js";
import { Part, button, h } from "./dom.js";
import { costText, worthText } from "./evaluation.js";
import { written } from "./notation.js";
import { t, tn } from "./words.js";

/** @typedef {import("./judging.js").Judge} Judge */
/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./task.js").Verdict} Verdict */
/**
 * Whose mistakes are asked about, -1 for everybody's; what is offered beside the board, and what to
 * practise after all were asked about.
 * @typedef {{ me: number, links: () => import("./driver.js").Link[],
 *   practice: (judge: Judge, mistakes: Judged[]) => Promise<{ label: string, href: string }[]> }} Asker
 */

const ASKED = 5; // mistakes at most
const SHOWN = 6; // moves of what was better
const HINTED = 2; // moves of what follows after a mistake

export class Mistakes {
  /**
   * @param {Judge} judge @param {import("./table.js").LivestoneTable} table @param {Asker} asker
   * @param {() => void} onEnd all were asked about: the game may be shown again
   */
  constructor(judge, table, asker, onEnd) {
    this.judge = judge;
    this.table = table;
    this.asker = asker;
    this.onEnd = onEnd;
    /** @type {Judged[] | null} the mistakes that are asked about, once they are known */
    this.chosen = null;
    this.at = 0;
    /** @type {Set<number>} the plies for which something better was found at the first try */
    this.found = new Set();
    this.first = true;
    this.whole = false;
    /** @type {AskingDriver | null} */
    this.driver = null;
    this.search = new AbortController();
    this.title = h("h3", { tabindex: "-1" });
    this.said = h("p", { class: "say" });
    this.about = h("p", { class: "soft small" });
    this.buttons = new Part(h("div", { class: "buttons" }));
    this.element = h("div", { class: "lesson", role: "group", "aria-label": t("Find something better") },
      this.title, h("div", { role: "status" }, this.said, this.about), this.buttons.element);
    this.element.addEventListener("focus-lost", (event) => {
      event.stopPropagation();
      this.title.focus({ preventScroll: true });
    });
  }

  get all() {
    return this.chosen ?? [];
  }

  /** The ply before the mistake that is asked about, null where none is. */
  get ply() {
    return this.driver && this.all[this.at] ? this.all[this.at].ply - 1 : null;
  }

  /**
   * Ask about the costliest mistakes, one's own where one played against bots; or go on with it.
   * @param {Map<number, Judged>} judged @param {boolean} whole whether that is the whole game
   */
  begin(judged, whole) {
    this.whole = whole;
    const { me } = this.asker;
    this.chosen ??= this.judge.telling(judged).filter(({ mover, choice }) => choice && (me < 0 || mover === me)).slice(0, ASKED);
    if (this.at < this.all.length) this.#ask();
    else this.#end();
  }

  /** Ask nothing any more. */
  stop() {
    this.search.abort();
    this.driver?.close();
    this.driver = null;
  }

  #ask() {
    this.stop();
    this.first = true;
    const mistake = this.all[this.at];
    const state = this.judge.states[mistake.ply - 1];
    /** @type {AskingDriver} */
    const driver = new AskingDriver(state, () => driver === this.driver && this.#draw(), this.asker.links);
    this.driver = driver;
    this.table.driver = driver;
    this.title.textContent = t("Mistake {n} of {all}", { n: this.at + 1, all: this.all.length });
    this.about.textContent = t("{move} cost {cost}.", { move: written(mistake.move), cost: costText(mistake, this.judge.points) });
    this.#open(driver, mistake);
  }

  /**
   * Let the board wait for a move; what was played is crossed out, `marked` is a hint.
   * @param {AskingDriver} driver @param {Judged} mistake @param {string} [marked] a site
   */
  #open(driver, mistake, marked = "") {
    this.search.abort();
    this.search = new AbortController();
    const { signal } = this.search;
    const player = t(this.judge.game.manifest.seats[mistake.mover].name);
    this.said.textContent = t("{player} to move. Find something better than {move}.", { player, move: written(mistake.move) });
    const state = this.judge.states[mistake.ply - 1];
    const played = state.paths[mistake.move].filter((token) => state.game.sites.has(token)).at(-1);
    /** @type {import("./signs.js").Sign[]} */
    const signs = [...(played ? [/** @type {["red", string]} */ (["red", played])] : []), ...(marked ? [/** @type {["blue", string]} */ (["blue", marked])] : [])];
    this.table.goTo(null);
    driver.ask(state, ([move]) => this.#verdict(mistake, move, signal), { signs });
  }

  /**
   * Whether a move is good enough, after saying how good it is.
   * @param {Judged} mistake @param {string} move @param {AbortSignal} signal
   * @returns {Promise<Verdict>}
   */
  async #verdict(mistake, move, signal) {
    if (move === mistake.move) {
      this.said.textContent = t("{move} is what was played. Find something better.", { move: written(move) });
      return "wrong";
    }
    this.said.textContent = t("The engine looks at {move}…", { move: written(move) });
    try {
      const tried = await this.judge.tried(mistake.ply, move, signal);
      if (signal.aborted) return "wrong";
      this.said.textContent = this.#words(mistake, move, tried);
      const isGood = !this.judge.isTelling(tried);
      if (isGood && this.first) this.found.add(mistake.ply);
      this.first = false;
      return isGood ? "right" : "wrong";
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) this.said.textContent = t("The engine has stopped: {why}.", { why });
      return "wrong";
    }
  }

  /** @param {Judged} mistake @param {string} move @param {import("./judging.js").Tried} tried */
  #words(mistake, move, tried) {
    const [told, played] = [move, mistake.move].map((text) => written(text));
    const worth = worthText(tried, this.judge.game.manifest);
    const cost = costText(tried, this.judge.points);
    if (!this.judge.isTelling(tried)) {
      return move === mistake.better
        ? t("{move} is what the engine would play: {worth}.", { move: told, worth })
        : t("{move} is as good as the best: {worth}.", { move: told, worth });
    }
    return this.judge.isTelling({ cost: mistake.cost - tried.cost })
      ? t("{move} is better than {played}, but still costs {cost}: {worth}.", { move: told, played, cost, worth })
      : t("{move} is no better than {played}: {worth}.", { move: told, played, worth });
  }

  #draw() {
    const { driver } = this;
    const mistake = this.all[this.at];
    if (!driver || !mistake || driver.phase === "judging") return;
    const isOpen = driver.phase === "open";
    const isWrong = driver.phase === "wrong";
    const next = this.at + 1 < this.all.length ? t("Next mistake") : t("Finish");
    this.buttons.show([this.at, isOpen, isWrong, driver.signs.length], () => [
      !isOpen && !isWrong && button(next, () => this.#next(), { class: "main", "data-focus": "next" }),
      !isOpen && button(t("Try again"), () => this.#again(driver, mistake), { class: isWrong ? "main" : null, "data-focus": "again" }),
      isOpen && button(t("Hint"), () => this.#hint(driver, mistake), { "data-focus": "hint" }),
      (isOpen || isWrong) && button(t("Show what was better"), () => this.#show(driver, mistake), { "data-focus": "show" }),
      (isOpen || isWrong) && button(next, () => this.#next(), { "data-focus": "next" }),
    ]);
  }

  /** @param {AskingDriver} driver @param {Judged} mistake */
  #again(driver, mistake) {
    this.#open(driver, mistake);
    const { board } = this.table;
    board.sites[board.here]?.focus({ preventScroll: true });
  }

  /**
   * Say what followed, and mark the piece to move where moves have several steps.
   * @param {AskingDriver} driver @param {Judged} mistake
   */
  #hint(driver, mistake) {
    this.first = false;
    const [start, ...more] = this.judge.states[mistake.ply - 1].paths[mistake.better] ?? [];
    this.#open(driver, mistake, more.length ? start : "");
    const line = written(this.judge.answerTo(mistake.ply).slice(0, HINTED).join(" "));
    this.said.textContent = line
      ? t("Look at what comes after {move}: {line}. Find something better.", { move: written(mistake.move), line })
      : t("{move} ends the game. Find something better.", { move: written(mistake.move) });
  }

  /** @param {AskingDriver} driver @param {Judged} mistake */
  async #show(driver, mistake) {
    this.first = false;
    this.#open(driver, mistake);
    const line = mistake.line.slice(0, SHOWN);
    const { signal } = this.search;
    const found = await this.judge.tried(mistake.ply, mistake.better, signal); // known from before
    if (signal.aborted) return;
    const worth = worthText(found, this.judge.game.manifest);
    this.said.textContent = t("{line} was better than {move}: {worth}.", { line: written(line.join(" ")), move: written(mistake.move), worth });
    await driver.playOn(line, "closed");
  }

  #next() {
    this.at += 1;
    if (this.at < this.all.length) this.#ask();
    else this.#end();
    this.title.focus({ preventScroll: true });
  }

  /** What came of it, and what to practise. */
  async #end() {
    const { all, found } = this;
    this.at = all.length;
    this.onEnd();
    this.title.textContent = t("What to practise");
    this.about.textContent = "";
    this.said.textContent = all.length
      ? tn("You found something better for {found} of {n} mistake.", "You found something better for {found} of {n} mistakes.", all.length, { found: found.size })
      : this.whole ? t("No move of yours cost much.") : t("Stopped: no costly move is known so far.");
    this.buttons.show(["ending"], () => []);
    const items = await this.asker.practice(this.judge, all.filter(({ ply }) => !found.has(ply)));
    this.buttons.show(["end", items], () => items.map(({ label, href }, at) => h("a", { href, class: at ? "button" : "button main" }, label)));
  }
}
