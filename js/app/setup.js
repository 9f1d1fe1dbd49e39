/** Setting up a game: who plays, and the board and rules among those of this edition. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { choiceText, levelText, optionsText, sameOptions, usualOptions } from "./catalogue.js";
import { coachFor } from "./coached.js";
import { proposedLevel } from "./levels.js";
import { playsHere, startAtServer } from "./new_game.js";
import { OnlineFields } from "./online_fields.js";
import { go, server, to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Option} Option */
/** @typedef {import("./catalogue.js").Options} Options */

const FEW = 4; // so many values of an option are shown as buttons, more as a list
const SHORT = 8; // letters of a value; such values stand side by side

/** @type {import("./page.js").Show} */
export async function setup(app, { query }) {
  const game = app.catalogue.find(query.get("game") ?? "");
  const kept = await app.store.list();
  const form = new Form(game, proposedLevel(kept, game.id), coachFor(kept, game.id), query);
  await form.online?.load();
  const main = h("main", { class: "page narrow" },
    h("header", {},
      h("h1", {}, t(game.title)),
      h("p", { class: "soft" }, t("{author}, {year}.", { author: game.author, year: game.year }), " ", h("a", { href: to("rules", { game: game.id }) }, t("Rules")))),
    form.element,
  );
  return { title: t("New game of {game}", { game: t(game.title) }), main };
}

/** The form; its options always stand for one that is in this edition. */
class Form {
  /**
   * @param {Entry} game @param {number} level of bots
   * @param {string | null} coach what an address says of a coach @param {URLSearchParams} query
   */
  constructor(game, level, coach, query) {
    this.game = game;
    this.level = level;
    this.coach = coach;
    this.chosen = startOf(game, query);
    /** @type {HTMLSelectElement[]} */
    this.seats = [];
    this.options = h("div", { class: "setup" });
    this.online = server === undefined ? null : new OnlineFields();
    this.refused = h("p", { class: "notice refused", role: "alert", hidden: true });
    this.said = h("p", { class: "soft small", role: "status" });
    this.element = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => this.#start(event) },
      this.#people(), ...this.#rules(), ...(this.online?.elements ?? []), this.refused, h("button", { class: "main big" }, t("Start")));
  }

  #people() {
    const { seats } = this.game;
    const fields = seats.map(({ name }, at) => {
      const id = `seat-${at}`;
      const select = /** @type {HTMLSelectElement} */ (h("select", { id },
        h("optgroup", { label: t("People") },
          h("option", { value: "me", selected: at === 0 }, t("Me")),
          h("option", { value: "person" }, t("Another person here")),
          server !== undefined && h("option", { value: "friend" }, t("A friend, by link"))),
        h("optgroup", { label: t("Bots") },
          ...this.game.levels.map((level) => h("option", { value: `bot:${level.number}`, selected: at > 0 && level.number === this.level }, levelText(level))))));
      this.seats.push(select);
      return h("div", { class: "field" }, h("label", { for: id }, t(name)), select);
    });
    return h("fieldset", {}, h("legend", {}, t("Who plays")), h("div", { class: "pair" }, ...fields),
      h("p", { class: "soft small" }, t("Several people at this screen: choose “Me” for one side and “Another person here” for each other. Bots alone play while you watch."),
        server !== undefined && ` ${t("A friend somewhere else: choose “A friend, by link”, and you get a link to send.")}`));
  }

  #rules() {
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
    return [h("fieldset", {}, h("legend", {}, t("Board and rules")), preset, this.options, this.said, note)];
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
    this.options.replaceChildren(...this.game.options.map((option) => this.#field(option)));
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

  /** @param {Event} event */
  async #start(event) {
    event.preventDefault();
    const places = this.seats.map(({ value }) => value);
    const kinds = places.map((place) => ({ kind: place === "friend" ? "friend" : place.startsWith("bot:") ? "bot" : "person" }));
    if (this.online?.public.checked) kinds.push({ kind: "spectator" });
    if (!playsHere(this.game, this.chosen, kinds, this.online?.control)) {
      try {
        go(to("game", { id: await startAtServer(this.game, this.chosen, places, this.online?.values) }));
      } catch (error) {
        this.refused.hidden = false;
        this.refused.textContent = error instanceof Error ? error.message : String(error);
        this.refused.scrollIntoView({ block: "nearest" });
      }
      return;
    }
    const differing = this.game.options.filter(({ name, default: usual }) => this.chosen[name] !== usual);
    const options = Object.fromEntries(differing.map(({ name }) => [name, this.chosen[name]]));
    const seats = this.seats.map(({ value }) => value);
    const alone = seats.filter((seat) => !seat.startsWith("bot:")).length === 1;
    go(to("play", { game: this.game.id, ...options, seats: seats.join(","), coach: alone ? this.coach : null }));
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
