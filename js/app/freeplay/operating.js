/** The operator's forms: starting a tournament, and setting board, rules and clock. */

import { h } from "../../table/dom.js";
import { t, tn } from "../../table/words.js";
import { choiceText, titles } from "../catalogue.js";
import { read, send } from "../net/api.js";
import { OptionFields } from "../option_fields.js";
import { go, to } from "../routes.js";
import { tell } from "./tournament.js";

/** @typedef {import("../page.js").App} App */
/** @typedef {import("./scoreboard.js").Settings} Settings */
/** @typedef {import("./scoreboard.js").Score} Score */
/**
 * @typedef {{ lead: string, running: { name: string, address: string } | null, settings: Settings,
 *   choice?: { element: HTMLElement, values: () => { entrants: string[] } }, path: string,
 *   next: (id: string) => string }} Starting `running` keeps it from being started, `choice` is who
 *   takes part, `path` where it is sent, `next` the address of its page
 */

const MAX_NAME = 80;
const [MIN_SECONDS, MAX_MOVE, MAX_GAME, MAX_GRACE] = [0.05, 600, 36_000, 3600];

/** @type {import("../page.js").Show} */
export async function newTournament(app) {
  const { players, tournament, tournaments, ladder } = await read("/freeplay");
  const [{ settings }] = await Promise.all([read(`/tournaments/${ladder}/scoreboard`), onlyOperator()]);
  const names = players.map((player) => player.name);
  const here = names.length ? tn("{n} player is here and will take part: {names}.", "{n} players are here and will take part: {names}.", names.length, { names: names.join(", ") })
    : t("Nobody is here yet. You can start a Swiss tournament all the same: it begins when two players are here.");
  const name = tournaments.find(({ id }) => id === tournament)?.name ?? t("A tournament");
  return tournamentPage(app, {
    lead: `${here} ${t("Players who come later enter a Swiss tournament in its next round.")}`,
    running: tournament ? { name, address: to("tournament", { id: tournament }) } : null,
    settings, path: "/tournaments", next: (id) => to("tournament", { id }),
  });
}

/**
 * The page with the form of a new tournament.
 * @param {App} app @param {Starting} starting @returns {import("../page.js").Page}
 */
export function tournamentPage(app, { lead, running, settings, choice, path, next }) {
  const rules = new RulesFields(app, settings, choice !== undefined);
  const [name, rounds, games] = [
    input({ id: "name", value: t("Tournament"), required: true, maxlength: MAX_NAME, autocomplete: "off" }),
    input({ id: "rounds", type: "number", min: 1, inputmode: "numeric" }),
    input({ id: "games", type: "number", min: 1, value: 2, required: true, inputmode: "numeric" }),
  ];
  const kinds = Object.entries({
    swiss: t("Swiss: everybody plays every round, against a player with as many points"),
    "round-robin": t("Round robin: everybody meets everybody"),
    "knock-out": t("Knock-out: who loses a meeting is out"),
  }).map(([value, words]) => [input({ type: "radio", name: "kind", value, checked: value === "swiss" }), words]);
  const kind = () => /** @type {HTMLInputElement} */ (kinds.find(([one]) => /** @type {HTMLInputElement} */ (one).checked)?.[0]).value;
  const form = setupForm(t("Start"), async () => {
    const swiss = kind() === "swiss" && rounds.value ? { rounds: Number(rounds.value) } : {};
    const { id } = await send(path, { name: name.value.trim(), kind: kind(), ...swiss, games: Number(games.value), ...rules.values, ...choice?.values() });
    go(next(id));
  },
  h("fieldset", {}, h("legend", {}, t("Tournament")),
    field(t("Name"), name),
    h("div", { class: "field", role: "radiogroup", "aria-labelledby": "label-kind" },
      h("span", { class: "label", id: "label-kind" }, t("Kind")),
      h("div", { class: "radios" }, ...kinds.map(([one, words]) => h("label", {}, one, h("span", {}, words))))),
    h("div", { class: "pair" },
      field(t("Rounds of a Swiss tournament"), rounds, t("(empty: the usual number)")),
      field(t("Games at each meeting"), games, t("(2: one with each colour)")))),
  ...[choice?.element, rules.element].filter((one) => one !== undefined));
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Start a tournament")), h("p", { class: "soft" }, lead)),
    running && h("p", { class: "notice refused" }, h("a", { href: running.address }, running.name), ` ${t("goes on: stop it before you start another.")}`),
    form);
  return { title: t("Start a tournament"), main };
}

/** @type {import("../page.js").Show} */
export async function tournamentSettings(app, { query }) {
  const id = query.get("id") ?? "";
  const path = /** @type {const} */ (`/tournaments/${encodeURIComponent(id)}`);
  const [score] = await Promise.all([read(`${path}/scoreboard`), onlyOperator()]);
  return settingsPage(app, score, path, to("tournament", { id }));
}

/**
 * The page with the form of a tournament's settings, in a class with more that is chosen.
 * @param {App} app @param {Score} score @param {string} path @param {string} back the address of its page
 * @param {{ element: HTMLElement | null, values: () => object }} [choice]
 * @returns {import("../page.js").Page}
 */
export function settingsPage(app, { name, kind, settings }, path, back, choice) {
  const rules = new RulesFields(app, settings, choice !== undefined);
  const form = setupForm(t("Set"), async () => {
    await send(/** @type {string} */ (`${path}/settings`), { ...rules.values, ...choice?.values() });
    go(back);
  }, ...[rules.element, choice?.element].filter((one) => one instanceof HTMLElement));
  form.lastElementChild?.append(h("a", { class: "button big", href: back }, t("Leave it as it is")));
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, name), h("p", { class: "soft" }, kind === "ladder" ? t("These settings are for games that begin from now on.") : t("These settings are for rounds that begin from now on."))),
    form);
  return { title: t("Settings of {name}", { name }), main };
}

/** Throws an Error for everybody else. */
async function onlyOperator() {
  if (!(await read("/operator")).operator) throw new Error(t("Only who runs this server may do that: open the operator’s link that its start has shown."));
}

/** The board, the scoring and the seconds of games; of `any` game in a class, where the engine may be forbidden. */
class RulesFields {
  /** @param {App} app @param {Settings} settings @param {boolean} any */
  constructor({ catalogue }, { options, move, game, grace, plays, engine }, any) {
    this.selects = catalogue.find("freedom").options.filter(({ name }) => name === "size" || name === "scoring").map(({ name, values }) => h("select", { id: name },
      ...values.map((one) => h("option", { value: one.value, selected: String(one.value) === options[name] }, name === "size" ? t("{size} by {size}", { size: String(one.value) }) : choiceText(one)))));
    const seconds = (/** @type {string} */ id, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max) =>
      input({ id: `seconds-${id}`, type: "number", step: "any", inputmode: "decimal", value, min, max, required: true });
    this.move = seconds("move", move, MIN_SECONDS, MAX_MOVE);
    this.game = seconds("game", game, MIN_SECONDS, MAX_GAME);
    this.grace = seconds("grace", grace, 0, MAX_GRACE);
    const labels = /** @type {Record<string, string>} */ ({ size: t("Board size"), scoring: t("Scoring") });
    this.plays = /** @type {HTMLSelectElement} */ (h("select", { id: "plays" }, ...titles(catalogue).map(([id, title]) => h("option", { value: id, selected: id === plays }, title))));
    this.engine = input({ id: "engine", type: "checkbox", checked: engine });
    const board = h("div", {});
    const choose = () => {
      const entry = catalogue.find(this.plays.value);
      this.options = new OptionFields(entry, new URLSearchParams(entry.id === plays ? options : /** @type {Record<string, string>} */ (entry.presets.freeplay)));
      board.replaceChildren(...this.options.elements);
    };
    this.plays.addEventListener("change", choose);
    if (any) choose();
    this.element = h("fieldset", {}, h("legend", {}, t("Board, rules and clock")),
      ...(any ? [field(t("Game"), this.plays), board, h("div", { class: "checks" }, h("label", {}, this.engine, h("span", {}, t("Players may import Livestone’s engine"))))]
        : [h("div", { class: "pair" }, ...this.selects.map((select) => field(labels[select.id], select)))]),
      h("div", { class: "pair" },
        field(t("Seconds for a move"), this.move), field(t("Seconds for all moves of a game"), this.game),
        field(t("Seconds to wait for an absent player"), this.grace)));
  }

  get values() {
    const seconds = { move: Number(this.move.value), game: Number(this.game.value), grace: Number(this.grace.value) };
    if (this.options) return { options: this.options.chosen, ...seconds, plays: this.plays.value, engine: this.engine.checked };
    return { options: Object.fromEntries(this.selects.map((select) => [select.id, /** @type {HTMLSelectElement} */ (select).value])), ...seconds };
  }
}

/**
 * A form that says beside its button why it was refused.
 * @param {string} label of its button @param {() => Promise<void>} submit @param {...HTMLElement} children
 */
function setupForm(label, submit, ...children) {
  const refused = h("p", { class: "notice refused", role: "alert", hidden: true });
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    tell(refused, "");
    await submit().catch((error) => tell(refused, error instanceof Error ? error.message : String(error)));
  };
  return h("form", { class: "setup", onsubmit }, ...children, refused, h("div", { class: "buttons" }, h("button", { class: "main big" }, label)));
}

/** @param {Record<string, any>} attributes */
function input(attributes) {
  return /** @type {HTMLInputElement} */ (h("input", attributes));
}

/** @param {string} label @param {HTMLElement} control @param {string} [note] */
function field(label, control, note) {
  return h("div", { class: "field" }, h("label", { for: control.id }, label, note && h("span", { class: "soft small" }, ` ${note}`)), control);
}
