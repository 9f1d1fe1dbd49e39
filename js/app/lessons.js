/** `#lessons?game=...&step=3`: the lessons of a game, one step after the other; `#lessons`: all. */

import { LivestoneError } from "../src/errors.js";
import { cut, quoted } from "../src/texts.js";
import { Part, button, h, icon } from "../table/dom.js";
import { sound } from "../table/sounds.js";
import { TaskDriver, byTurns } from "../table/task.js";
import { t, tn } from "../table/words.js";
import { stateOf } from "./kept.js";
import { readJson } from "./files.js";
import { lessonList } from "./lesson_list.js";
import { firstOptions } from "./levels.js";
import { tableOfPage } from "../table/playing.js";
import { done, doneSteps } from "./progress.js";
import { to } from "./routes.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./catalogue.js").Entry} Entry */
/**
 * A step as the build exports it; docs/lessons.md says what each part is.
 * @typedef {{ title: string, options: import("./catalogue.js").Options, position: string,
 *   moves: string[], say: string, task: string, right: string[][] | null, hint: string,
 *   wrong: Record<string, string>, done: string, reply: string[], continues: boolean,
 *   signs: import("../table/signs.js").Sign[] }} Step
 */

// After so many wrong turns there is a hint, and somebody shows what is right.
const HINT_AFTER = 2;
const SHOW_AFTER = 3;
// How long a wrong move stays, in milliseconds.
const SEEN = 1200;
const TICK = "M5 12.5l4.5 4.5L19 7.5";

/** @type {import("./page.js").Show} */
export async function lessons(app, { query }) {
  const id = query.get("game");
  if (id === null) return lessonList(app);
  const entry = app.catalogue.find(id);
  /** @type {Step[]} */
  const steps = (await readJson(`lessons/${entry.id}.json`)).lessons;
  if (!steps.length) throw new LivestoneError(t("There are no lessons for {game} yet. Its rules are on its rules page.", { game: t(entry.title) }), "no-lessons");
  const first = firstOf(entry, steps, query.get("step"));
  const page = new LessonsPage(app, entry, steps);
  await page.go(first);
  return page.page();
}

/**
 * The index of the step that an address asks for; without one the first that has not been done.
 * Throws LivestoneError.
 * @param {Entry} entry @param {Step[]} steps @param {string | null} asked
 */
function firstOf({ id }, steps, asked) {
  if (asked === null) {
    const known = doneSteps(id);
    return Math.max(0, steps.findIndex(({ title }) => !known.has(title)));
  }
  const at = steps.findIndex((_, index) => String(index + 1) === asked);
  if (at >= 0) return at;
  throw new LivestoneError(t("step={step} is no step: choose 1 to {most}", { step: quoted(cut(asked, 40)), most: steps.length }), "bad-address");
}

/** A table on which one step after the other is asked. */
class LessonsPage {
  /** @param {App} app @param {Entry} entry @param {Step[]} steps */
  constructor(app, entry, steps) {
    this.app = app;
    this.entry = entry;
    this.steps = steps;
    this.at = 0;
    this.tries = 0;
    this.solved = false;
    /** @type {TaskDriver | null} */
    this.driver = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.table = tableOfPage();
    this.table.classList.add("task");
    this.title = h("h2", {});
    this.mover = h("p", { class: "soft small" });
    this.say = h("p", { class: "say" });
    this.answer = h("p", { class: "answer", hidden: true });
    this.hint = h("p", { class: "hint", hidden: true });
    this.buttons = new Part(h("div", { class: "buttons" }));
    this.list = new Part(h("ol", {}));
    const told = h("div", { role: "status", "aria-atomic": "false" }, this.mover, this.say, this.answer, this.hint);
    this.table.append(h("section", { class: "lesson", "data-beside": "first", "aria-label": t("Lesson") },
      this.title, told, this.buttons.element, h("nav", { class: "steps", "aria-label": t("Steps") }, this.list.element)));
  }

  /** @returns {import("./page.js").Page} */
  page() {
    const main = h("main", { class: "whole" }, this.table);
    return { title: t("Lessons of {game}", { game: t(this.entry.title) }), main, close: () => this.#close() };
  }

  get step() {
    return this.steps[this.at];
  }

  /** Ask a step. @param {number} at */
  async go(at) {
    const step = this.steps[at];
    const game = await this.app.games.load(this.entry.id, step.options);
    clearTimeout(this.timer);
    const follows = at === this.at + 1 && step.continues && this.solved;
    this.at = at;
    this.tries = 0;
    this.solved = false;
    this.app.replace(to("lessons", { game: this.entry.id, step: at + 1 }));
    const state = stateOf(game, { opening: step.position, moves: step.moves });
    const driver = this.driver?.game === game ? this.driver : (this.driver = this.#newDriver(state));
    driver.heading = t("Step {n} of {all}", { n: at + 1, all: this.steps.length });
    this.title.textContent = t(step.title);
    const player = t(game.manifest.seats[state.player].name);
    this.mover.textContent = t("{player} to move.", { player });
    this.say.textContent = t(step.say);
    this.#tell("");
    this.hint.hidden = true;
    if (this.table.driver !== driver) this.table.driver = driver;
    driver.ask(state, byTurns(step.right), { signs: step.signs, continues: follows });
  }

  /**
   * Lessons say "up" and "on the left": their boards lie as in the rules, whoever is asked.
   * @param {import("../src/state.js").State} state
   */
  #newDriver(state) {
    const driver = new TaskDriver(state, (driver) => this.#heard(driver));
    driver.description = { ...driver.description, sides: [] };
    return driver;
  }

  /** @param {TaskDriver} driver */
  #heard(driver) {
    const { phase, turn } = driver;
    if (phase === "wrong") this.#wrong(turn);
    else if (phase === "right") this.#right();
    else if (phase === "open" && turn.length) this.#tell(t("So far: {moves}.", { moves: turn.join(" ") }));
    this.#draw();
  }

  /** @param {string[]} turn */
  #wrong(turn) {
    const { wrong, hint } = this.step;
    this.tries += 1;
    sound("refused");
    const move = turn[turn.length - 1];
    this.#tell(t(wrong[move] ?? wrong[""]), "wrong");
    if (this.tries >= HINT_AFTER && hint) {
      this.hint.textContent = t("Hint: {hint}", { hint: t(hint) });
      this.hint.hidden = false;
    }
    this.timer = setTimeout(() => this.driver?.takeBack(), SEEN);
  }

  #right() {
    const { step } = this;
    done(this.entry.id, step.title, this.steps.map(({ title }) => title));
    this.hint.hidden = true;
    this.#tell(step.done ? t(step.done) : t("That is right."), "right");
    this.solved = true;
    if (step.reply.length) this.driver?.playOn(step.reply, "closed");
    this.#draw();
    const inside = this.table.contains(document.activeElement);
    const next = this.buttons.element.querySelector('[data-focus="next"]');
    if (inside && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  #show() {
    clearTimeout(this.timer);
    const [turn] = this.step.right ?? [];
    if (turn) this.driver?.show(turn);
  }

  /** @param {string} text @param {string} [kind] */
  #tell(text, kind = "") {
    this.answer.textContent = text;
    this.answer.className = `answer ${kind}`;
    this.answer.hidden = !text;
  }

  /** The buttons, and which steps have been done. */
  #draw() {
    const known = doneSteps(this.entry.id);
    const open = this.steps.flatMap(({ title }, at) => (known.has(title) ? [] : [at]));
    const { at, solved, tries } = this;
    this.buttons.show([at, solved, tries, open], () => (solved ? this.#ways(open) : this.#help()));
    this.list.show([at, open], () => this.steps.map((step, index) => h("li", {}, this.#stepButton(step, index, known.has(step.title)))));
  }

  /** What helps while a step is being tried. */
  #help() {
    const wanted = this.tries >= SHOW_AFTER && this.step.right;
    return [wanted && button(t("Show me"), () => this.#show(), { "data-focus": "show" })];
  }

  /** The ways on after a step. @param {number[]} open the steps that are still to be done */
  #ways(open) {
    const last = this.at === this.steps.length - 1;
    const again = button(t("Once more"), () => this.go(this.at), { "data-focus": "again" });
    if (!last) return [this.#next(this.at + 1, t("Next")), again];
    const play = h("a", { class: "button main", href: to("play", { game: this.entry.id, level: 1, guide: "yes", coach: "yes", ...firstOptions([], this.entry) }), "data-focus": "next" }, t("Play a first game"));
    const missing = open.length ? this.#next(open[0], t("Go to step {n}", { n: open[0] + 1 }), "") : null;
    const said = open.length
      ? tn("{n} step is still to be done.", "{n} steps are still to be done.", open.length)
      : t("You have done all steps.");
    return [h("p", { class: "all" }, said), play, missing, again];
  }

  /** @param {number} at @param {string} text @param {string} [kind] */
  #next(at, text, kind = "main") {
    return button(text, () => this.#follow(at), { class: kind, "data-focus": "next" });
  }

  /** Go to a step, and to the board. @param {number} at */
  async #follow(at) {
    await this.go(at);
    this.table.board.focusHere();
  }

  /** @param {Step} step @param {number} at @param {boolean} known */
  #stepButton({ title }, at, known) {
    const name = t(title);
    const label = known ? t("Step {n}, {name}, done", { n: at + 1, name }) : t("Step {n}, {name}", { n: at + 1, name });
    const made = button("", () => this.go(at), {
      "aria-label": label, title: label, "aria-current": at === this.at ? "step" : null,
      class: known ? "done" : null, "data-focus": `step-${at}`,
    });
    made.append(known ? icon(TICK) : String(at + 1));
    return made;
  }

  #close() {
    clearTimeout(this.timer);
    this.driver?.close();
    this.table.driver = null;
  }
}
