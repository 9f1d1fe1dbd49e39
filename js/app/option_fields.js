/** The board and rules of a game as parts of a form: its options, among those that are here. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { choiceText, optionsText, sameOptions, usualOptions } from "./catalogue.js";
import { server } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Option} Option */
/** @typedef {import("./catalogue.js").Options} Options */

const FEW = 4; // so many values of an option are shown as buttons, more as a list
const SHORT = 8; // letters of a value; such values stand side by side

/** Fields whose values always stand for a game that is here: at a server any, else one of this edition. */
export class OptionFields {
  /** @param {Entry} game @param {URLSearchParams} query the options that an address asks for */
  constructor(game, query) {
    this.game = game;
    this.chosen = startOf(game, query);
    this.fields = h("div", { class: "setup" });
    this.said = h("p", { class: "soft small", role: "status" });
    /** The fields, nothing where the game has no options. */
    this.elements = this.#elements();
  }

  /** The chosen options that are not the usual ones. */
  get differing() {
    const differing = this.game.options.filter(({ name, default: usual }) => this.chosen[name] !== usual);
    return Object.fromEntries(differing.map(({ name }) => [name, this.chosen[name]]));
  }

  #elements() {
    const { options, presets, compiled } = this.game;
    if (!options.length) return [];
    const names = Object.keys(presets);
    this.#draw();
    const everything = options.reduce((product, { values }) => product * values.length, 1);
    const note = compiled.length < everything && server === undefined
      ? h("p", { class: "soft small" }, t("What is grey is not in this edition. Choosing one thing may change another: not every combination is here."))
      : null;
    const preset = names.length > 0 && h("div", { class: "field" }, h("span", { class: "label" }, t("Presets")),
      h("div", { class: "buttons" }, ...names.map((name) => this.#preset(name))));
    return [h("fieldset", {}, h("legend", {}, t("Board and rules")), preset, this.fields, this.said, note)];
  }

  /** @param {string} name */
  #preset(name) {
    const wanted = { ...usualOptions(this.game), ...this.game.presets[name] };
    const here = server !== undefined || this.game.compiled.some(({ options }) => sameOptions(options, wanted));
    const text = t(name.charAt(0).toUpperCase() + name.slice(1));
    return button(text, () => this.#choose(wanted), { disabled: !here, title: here ? null : t("Not in this edition") });
  }

  /** Draw the options as they are chosen now. */
  #draw() {
    const focused = document.activeElement?.id;
    this.fields.replaceChildren(...this.game.options.map((option) => this.#field(option)));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Option} option */
  #field(option) {
    const { name, label, values } = option;
    const here = (/** @type {unknown} */ value) => server !== undefined || this.game.compiled.some(({ options }) => options[name] === value);
    const texts = values.map(choiceText);
    if (values.length > FEW) {
      const id = `option-${name}`;
      const shown = values.filter(({ value }) => here(value));
      const select = /** @type {HTMLSelectElement} */ (h("select", { id },
        ...shown.map((choice) => h("option", { value: String(choice.value), selected: choice.value === this.chosen[name] }, choiceText(choice)))));
      select.addEventListener("change", () => this.#set(name, shown[select.selectedIndex].value));
      return h("div", { class: "field" }, h("label", { for: id }, t(label)), select);
    }
    const choices = values.map(({ value }, at) => {
      const input = h("input", { type: "radio", name, id: `option-${name}-${at}`, value: String(value), checked: value === this.chosen[name], disabled: !here(value),
        onchange: () => this.#set(name, value) });
      return h("label", {}, input, h("span", {}, texts[at]), !here(value) && h("span", { class: "unseen" }, t("not in this edition")));
    });
    const short = texts.every((text) => text.length <= SHORT);
    return h("div", { class: "field", role: "radiogroup", "aria-labelledby": `label-${name}` },
      h("span", { class: "label", id: `label-${name}` }, t(label)), h("div", { class: short ? "radios short" : "radios" }, ...choices));
  }

  /**
   * Choose a value, and with it the options that are here and most like those chosen.
   * @param {string} name @param {import("./catalogue.js").Value} value
   */
  #set(name, value) {
    const wanted = { ...this.chosen, [name]: value };
    if (server !== undefined) return this.#choose(wanted);
    const possible = this.game.compiled.filter(({ options }) => options[name] === value);
    const likeness = (/** @type {Options} */ options) => Object.keys(options).filter((key) => options[key] === wanted[key]).length;
    const [best] = possible.sort((one, other) => likeness(other.options) - likeness(one.options));
    this.#choose(best.options, sameOptions(best.options, wanted) ? "" : name);
  }

  /** @param {Options} options @param {string} [because] the option that changed others */
  #choose(options, because = "") {
    this.chosen = { ...options };
    this.#draw();
    const text = optionsText(this.game, options) || t("the usual rules");
    this.said.textContent = because ? t("In this edition that goes with: {options}.", { options: text }) : "";
  }
}

/**
 * The options that an address asks for, else the usual ones, else some that are here.
 * @param {Entry} game @param {URLSearchParams} query
 * @returns {Options}
 */
function startOf(game, query) {
  const wanted = Object.fromEntries(game.options.map(({ name, default: usual, values }) => {
    const asked = values.find(({ value }) => String(value) === query.get(name));
    return [name, asked ? asked.value : usual];
  }));
  if (server !== undefined) return wanted;
  const found = game.compiled.find(({ options }) => sameOptions(options, wanted)) ?? game.compiled[0];
  return { ...found.options };
}
