/** Where an analysis begins: a game from its opening, or a pasted record or position. */

import { recordIn } from "../src/pasted.js";
import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { optionsText, usualOptions } from "./catalogue.js";
import { pack } from "./links.js";
import { go, server, to } from "./routes.js";
import { orStudy } from "./server_table.js";
import { form } from "./tools.js";

/** @typedef {import("./page.js").App} App */

/** @param {App} app @returns {import("./page.js").Page} */
export function analysisChooser(app) {
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Analysis")),
      h("p", { class: "soft" }, t("A board for every side, with variations, and the engine if you want it. A game that you have played here is analysed from its own page, under My games.")),
      server !== undefined && h("p", {}, h("a", { href: to("studies") }, t("My studies")), " ", h("span", { class: "soft" }, t("are kept by the server, with signs and marks, and can be shared.")))),
    beginning(app), pasting(app),
  );
  return { title: t("Analysis"), main };
}

/** @param {App} app */
function beginning({ catalogue }) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { id: "which" },
    ...gamesToBegin(catalogue).map(({ game, options }) => h("option", { value: addressOf(game, options) }, labelOf(game, options)))));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(select.value);
  };
  return h("section", { class: "feature", "aria-labelledby": "begin" }, h("h2", { id: "begin" }, t("Begin with the opening")),
    h("form", { class: "copy", onsubmit: submit }, h("label", { class: "unseen", for: "which" }, t("Game")), select, h("button", { class: "main" }, t("Begin"))));
}

/** All games with the options that are here. @param {App["catalogue"]} catalogue */
function gamesToBegin({ games }) {
  return games.flatMap((game) => usualFirst(game).map(({ options }) => ({ game, id: game.id, options })));
}

/**
 * What is here of a game, with the usual options first; a server has those of games that are not.
 * @param {import("./catalogue.js").Entry} game
 */
function usualFirst(game) {
  const { compiled, options } = game;
  if (!compiled.length && server !== undefined) return [{ options: usualOptions(game) }];
  const differing = (/** @type {import("./catalogue.js").Compiled} */ one) =>
    options.filter(({ name, default: usual }) => one.options[name] !== usual).length;
  return [...compiled].sort((one, other) => differing(one) - differing(other));
}

/** @param {App} app */
function pasting(app) {
  const analyse = async (/** @type {string} */ text) => {
    const which = /** @type {HTMLSelectElement | null} */ (document.querySelector("#which"));
    const usual = gamesToBegin(app.catalogue)[which?.selectedIndex ?? 0] ?? null;
    const inText = recordIn(text);
    const found = inText && server !== undefined ? { ...inText, record: null } : await app.games.pasted(text, usual);
    const record = found.record?.asText() ?? inText?.text ?? text;
    if (found.remarks.length) app.say(found.remarks.join("; "));
    await orStudy({ record }, async () => go(to("analysis", { shared: await pack(record) })));
  };
  return h("section", { class: "feature", "aria-labelledby": "paste" }, h("h2", { id: "paste" }, t("Paste a record")),
    recordForm("", t("Analyse"), analyse),
    h("p", { class: "soft small" }, t("A position’s text goes onto the board itself: begin with the opening, then “Position as text”.")));
}

/**
 * A form for a record, pasted or from a file; a `note` says more about it.
 * @param {string} note @param {string} label its button's @param {(record: string) => Promise<void>} act
 */
export function recordForm(note, label, act) {
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "record", rows: 8, spellcheck: "false", required: true, "aria-describedby": note && "record-note" }));
  const file = /** @type {HTMLInputElement} */ (h("input", { id: "record-file", type: "file", accept: ".txt,.json,text/plain,application/json" }));
  file.addEventListener("change", async () => (field.value = (await file.files?.[0]?.text()) ?? ""));
  const made = form(() => act(field.value),
    h("div", { class: "field" }, h("label", { for: "record" }, t("The record, as text or JSON")), note && h("p", { class: "soft small", id: "record-note" }, note), field),
    h("div", { class: "field" }, h("label", { for: "record-file" }, t("Or choose a file")), file),
    h("div", {}, h("button", { class: "main" }, label)));
  made.classList.add("setup");
  return made;
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
