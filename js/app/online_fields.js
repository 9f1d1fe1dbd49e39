/** What a game with people elsewhere has besides: a clock, and who may watch. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { read } from "./net/api.js";

const MAX_DELAY = 50;

/** The clock and the onlookers of a new game, as parts of a form. */
export class OnlineFields {
  constructor() {
    this.chosen = /** @type {HTMLSelectElement} */ (h("select", { id: "control" }, h("option", { value: "none" }, t("No clock"))));
    this.own = /** @type {HTMLInputElement} */ (h("input", { id: "own-control", maxlength: 20, autocomplete: "off", placeholder: "5+3" }));
    this.public = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    this.delay = /** @type {HTMLInputElement} */ (h("input", { id: "delay", type: "number", min: 0, max: MAX_DELAY, value: 0, inputmode: "numeric" }));
    this.limit = h("p", { class: "soft small" });
    this.elements = [
      h("fieldset", {}, h("legend", {}, t("Time")),
        h("div", { class: "pair" },
          h("div", { class: "field" }, h("label", { for: "control" }, t("Clock")), this.chosen),
          h("div", { class: "field" }, h("label", { for: "own-control" }, t("Or your own, such as 5+3, 10/3x30 or 3d")), this.own)),
        this.limit),
      h("fieldset", {}, h("legend", {}, t("Spectators")),
        h("label", { class: "tick" }, this.public, h("span", {}, t("Public: anyone can watch"))),
        h("div", { class: "field" }, h("label", { for: "delay" }, t("Spectator delay, in moves")), this.delay)),
    ];
  }

  /** Read what clocks and limits there are; without an answer only clocks that are typed are there. */
  async load() {
    try {
      const { max_plies: n } = await read("/limits");
      this.limit.textContent = t("A game is a draw after {n} moves.", { n });
      const speeds = await read("/time-controls");
      this.chosen.append(...speeds.map(({ name, controls }) =>
        h("optgroup", { label: t(name) }, ...controls.map(({ text, words }) => h("option", { value: text }, words)))));
    } catch {
      // A clock can still be typed.
    }
  }

  /** Choose a clock, one of those that are usual or any other. @param {string} control */
  choose(control) {
    const usual = [...this.chosen.options].some(({ value }) => value === control);
    if (usual) this.chosen.value = control;
    else this.own.value = control;
  }

  get control() {
    return this.own.value.trim() || this.chosen.value;
  }

  get values() {
    return { control: this.control, public: this.public.checked, delay: Number(this.delay.value) || 0 };
  }
}
