/** Where an analysis begins: a game from its opening, or a pasted record or position. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { optionsText } from "./catalogue.js";
import { pack } from "./links.js";
import { go, to } from "./routes.js";

/** @typedef {import("./page.js").App} App */

/**
 * @param {App} app
 * @returns {import("./page.js").Page}
 */
export function analysisChooser(app) {
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Analysis")),
      h("p", { class: "soft" }, t("A board for every side, with variations, and the engine if you want it. A game that you have played here is analysed from its own page, under My games."))),
    beginning(app), pasting(app),
  );
  return { title: t("Analysis"), main };
}

/** @param {App} app */
function beginning({ catalogue }) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { id: "which" },
    ...catalogue.games.flatMap((game) => usualFirst(game).map(({ options }) => h("option", { value: addressOf(game, options) }, labelOf(game, options))))));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(select.value);
  };
  return h("section", { class: "feature", "aria-labelledby": "begin" }, h("h2", { id: "begin" }, t("Begin with the opening")),
    h("form", { class: "copy", onsubmit: submit }, h("label", { class: "unseen", for: "which" }, t("Game")), select, h("button", { class: "main" }, t("Begin"))));
}

/**
 * What is here of a game, with the usual options first.
 * @param {import("./catalogue.js").Entry} game
 */
function usualFirst({ compiled, options }) {
  const differing = (/** @type {import("./catalogue.js").Compiled} */ one) =>
    options.filter(({ name, default: usual }) => one.options[name] !== usual).length;
  return [...compiled].sort((one, other) => differing(one) - differing(other));
}

/** @param {App} app */
function pasting(app) {
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "record", rows: 8, spellcheck: "false", required: true }));
  const said = h("p", { class: "notice refused", role: "alert", hidden: true });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const record = await app.games.record(field.value);
      go(to("analysis", { shared: await pack(record.asText()) }));
    } catch (error) {
      said.hidden = false;
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return h("section", { class: "feature", "aria-labelledby": "paste" }, h("h2", { id: "paste" }, t("Paste a record")),
    h("form", { class: "setup", onsubmit: submit },
      h("div", { class: "field" }, h("label", { for: "record" }, t("The record, as text or JSON")), field), said,
      h("div", {}, h("button", { class: "main" }, t("Analyse")))),
    h("p", { class: "soft small" }, t("A position’s text goes onto the board itself: begin with the opening, then “Position as text”.")));
}

/**
 * @param {import("./catalogue.js").Entry} game @param {import("./catalogue.js").Options} options
 */
function addressOf(game, options) {
  const differing = game.options.filter(({ name, default: usual }) => options[name] !== usual);
  return to("analysis", { game: game.id, ...Object.fromEntries(differing.map(({ name }) => [name, options[name]])) });
}

/**
 * @param {import("./catalogue.js").Entry} game @param {import("./catalogue.js").Options} options
 */
function labelOf(game, options) {
  const words = optionsText(game, options);
  return words ? t("{game}, {options}", { game: t(game.title), options: words }) : t(game.title);
}
