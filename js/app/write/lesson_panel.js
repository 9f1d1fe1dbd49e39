/** The lessons beside the editor: what to write, a check of it, and which have been done. */

import { Part, button, h, icon } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { done, doneSteps } from "../progress.js";
import { replace, to } from "../routes.js";
import { CHECKS } from "./checks.js";

/**
 * A lesson; livestone/lessons/player_lessons.py makes them.
 * @typedef {{ id: string, title: string, say: string[], task: string, hint: string, done: string, solution: string, begin: string | null }} Lesson
 */
/** @typedef {import("./page.js").Bench} Bench */

const NAME = "playground"; // where progress is kept, beside the lessons of games
const SHOW_AFTER = 2; // failed checks
const TICK = "M5 12.5l4.5 4.5L19 7.5";

export class LessonPanel {
  /** @param {Bench} bench @param {Lesson[]} lessons @param {string | null} asked a step, from 1 */
  constructor(bench, lessons, asked) {
    this.bench = bench;
    this.lessons = lessons;
    this.ids = lessons.map(({ id }) => id);
    this.at = 0;
    this.failed = 0;
    this.isChecking = false;
    /** @type {string | null} the file that a lesson's code has replaced */
    this.before = null;
    this.summary = h("summary", {});
    this.list = new Part(h("ol", {}));
    this.body = h("div", { class: "text" });
    this.progress = h("p", { class: "soft" });
    this.answer = h("p", { class: "answer", hidden: true });
    this.buttons = new Part(h("div", { class: "buttons" }));
    this.solution = h("details", { hidden: true });
    const wanted = lessons[Number(asked) - 1];
    this.element = /** @type {HTMLDetailsElement} */ (h("details", { class: "lesson", open: Boolean(wanted), ontoggle: () => this.#opened() }, this.summary,
      h("nav", { class: "steps", "aria-label": t("Lessons") }, this.list.element), this.body,
      h("div", { role: "status" }, this.answer), this.progress, this.buttons.element, this.solution));
    this.#go(wanted ? Number(asked) - 1 : Math.max(0, this.ids.findIndex((id) => !doneSteps(NAME).has(id))));
  }

  get lesson() {
    return this.lessons[this.at];
  }

  /** The lesson's code replaces a file that nobody has written. */
  #opened() {
    const { open } = this.element;
    if (this.bench.isForeign()) return;
    replace(to("write", { step: open ? this.at + 1 : null }));
    if (open && this.lesson.begin && this.bench.isUntouched()) this.bench.put(this.lesson.begin);
  }

  /** @param {number} at */
  #go(at) {
    this.at = at;
    this.failed = 0;
    const { title, say, task, hint, solution } = this.lesson;
    this.body.replaceChildren(
      h("h2", {}, t("Lesson {n} of {all}: {title}", { n: at + 1, all: this.lessons.length, title: t(title) })),
      ...say.map((text) => h("p", {}, ...rich(t(text)))),
      h("p", { class: "task" }, h("strong", {}, t("Your task")), " ", ...rich(t(task))),
      h("details", {}, h("summary", {}, t("A hint")), h("p", {}, ...rich(t(hint)))));
    this.solution.replaceChildren(h("summary", {}, t("A solution")), h("pre", { tabindex: 0, "aria-label": t("A solution") }, solution));
    /** @type {HTMLDetailsElement} */ (this.solution).open = false;
    this.#tell("");
    this.#draw();
    if (this.element.open) this.#opened();
  }

  /** @param {string} words @param {string} [kind] */
  #tell(words, kind = "") {
    this.answer.replaceChildren(...rich(words));
    this.answer.className = `answer ${kind}`;
    this.answer.hidden = !words;
  }

  #draw() {
    const { at, lesson, isChecking } = this;
    const known = doneSteps(NAME);
    const isDone = known.has(lesson.id);
    const isLast = at === this.lessons.length - 1;
    this.summary.textContent = t("Lessons: {done} of {all} done", { done: this.ids.filter((id) => known.has(id)).length, all: this.ids.length });
    this.solution.hidden = !isDone && this.failed < SHOW_AFTER;
    this.list.show([at, [...known]], () => this.lessons.map((one, index) => h("li", {}, this.#stepButton(one, index, known.has(one.id)))));
    this.buttons.show([at, isDone, isChecking, this.before], () => (isChecking ? [button(t("Stop"), () => this.bench.stop(), { "data-focus": "check" })] : [
      button(isDone ? t("Check again") : t("Check"), () => this.#check(), { class: isDone ? null : "main", "data-focus": "check" }),
      isDone && !isLast && button(t("Next lesson"), () => this.#next(), { class: "main", "data-focus": "next" }),
      lesson.begin && button(t("Begin with this lesson's code"), () => this.#begin()),
      this.before !== null && button(t("Bring my file back"), () => this.#bringBack())]));
  }

  /** @param {Lesson} lesson @param {number} at @param {boolean} known */
  #stepButton({ title }, at, known) {
    const name = t(title);
    const label = known ? t("Step {n}, {name}, done", { n: at + 1, name }) : t("Step {n}, {name}", { n: at + 1, name });
    const made = button("", () => this.isChecking || this.#go(at), {
      "aria-label": label, title: label, "aria-current": at === this.at ? "step" : null, class: known ? "done" : null, "data-focus": `step-${at}`,
    });
    made.append(known ? icon(TICK) : String(at + 1));
    return made;
  }

  #next() {
    this.#go(this.at + 1);
    const check = this.buttons.element.querySelector('[data-focus="check"]');
    if (check instanceof HTMLElement) check.focus({ preventScroll: true });
    this.body.scrollIntoView({ block: "nearest" });
  }

  #begin() {
    this.before = this.bench.put(this.lesson.begin ?? "");
    this.#draw();
  }

  #bringBack() {
    this.bench.put(this.before ?? "");
    this.before = null;
    this.#draw();
  }

  #check() {
    if (this.bench.isForeign()) return this.#tell(t("This file came with a link: keep it as yours first."), "wrong");
    const { lesson } = this;
    return this.bench.begin(async (learner, signal) => {
      this.isChecking = true;
      this.#tell("");
      this.bench.say(t("Your player is being checked."));
      this.#draw();
      try {
        const missing = await CHECKS[lesson.id]({ ...this.bench, learner, signal, tell: (words) => (this.progress.textContent = words) });
        if (missing) this.#missing(missing);
        else this.#right();
      } catch (error) {
        if (!signal.aborted) throw error;
        this.bench.say(t("Stopped."));
      } finally {
        this.isChecking = false;
        this.progress.textContent = "";
        this.#draw();
      }
    });
  }

  /** @param {import("./checks.js").Missing} missing */
  #missing({ why, played, name }) {
    this.failed += 1;
    this.#tell(why, "wrong");
    this.bench.say(t("Not yet: the lesson says what is missing."));
    if (played) this.bench.show(played, name);
  }

  #right() {
    done(NAME, this.lesson.id, this.ids);
    this.bench.say(t("That is right."));
    this.#tell(`${t("That is right.")} ${t(this.lesson.done)}`, "right");
  }
}

/** A text with `code` and *names of buttons* in it. @param {string} text */
function rich(text) {
  return text.split(/(`[^`]+`|\*[^*`]+\*)/).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    return part.startsWith("*") && part.length > 2 ? h("em", {}, part.slice(1, -1)) : part;
  });
}
