/** One's studies at the server, and what new ones are made from. */

import { h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { recordForm } from "./analysis_chooser.js";
import { whenText } from "./game_list.js";
import { read, send } from "./net/api.js";
import { OptionFields } from "./option_fields.js";
import { go, to } from "./routes.js";
import { form } from "./tools.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./net/types.d.ts").StudyLine} Line */

/** @type {import("./page.js").Show} */
export async function studies(app, { query }) {
  const { studies: lines, page, pages } = await read(`/studies?page=${encodeURIComponent(query.get("page") ?? "1")}`);
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("My studies")),
      h("p", { class: "soft" }, t("A study is an analysis board: variations, comments and marks on the board, and the engine if you want it. Everybody who has its link can read it; only you can change it. To study a game that was played here, open it when it is over and press Analyse."))),
    lines.length ? h("ul", { class: "list" }, ...lines.map((/** @type {Line} */ line) => h("li", {}, link(app, line)))) : h("p", {}, t("You have no study yet.")),
    pages > 1 && pager(page, pages),
    beginning(app),
    h("section", { class: "feature", "aria-labelledby": "paste" }, h("h2", { id: "paste" }, t("Import a record")),
      recordForm(t("The text of a game record, as “Save as text” and “Save as JSON” give it, or of a study’s file."), t("Import"), (record) => make({ record }))),
  );
  return { title: t("My studies"), main };
}

/** @type {import("./page.js").Show} */
export async function newStudy(app, { query }) {
  const game = app.catalogue.find(query.get("game") || app.catalogue.games[0].id);
  const options = new OptionFields(game, query);
  const opening = /** @type {HTMLInputElement} */ (h("input", { id: "opening", value: query.get("opening") ?? "", maxlength: 5000, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "opening-note" }));
  const fields = form(() => make({ game: game.id, options: options.chosen, opening: opening.value.trim() || null }),
    ...options.elements,
    h("fieldset", {}, h("legend", {}, t("Where it begins")),
      h("div", { class: "field" }, h("label", { for: "opening" }, t("Position")),
        h("p", { class: "soft small", id: "opening-note" }, t("A position’s text. Leave it empty for the usual opening.")), opening)),
    h("button", { class: "main big" }, t("Begin")));
  fields.classList.add("setup");
  const title = t("Study {game}", { game: t(game.title) });
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, title),
      h("p", { class: "soft" }, t("You play all sides, try variations and write beside them."), " ", h("a", { href: to("rules", { game: game.id }) }, t("Rules")))),
    fields);
  return { title, main };
}

/** Make a study and go there. @param {object} data what it is made from */
async function make(data) {
  const { id, node } = await send("/studies", data);
  go(to("study", { id, node: node || null }));
}

/** @param {App} app @param {Line} line */
function link({ catalogue }, { id, title, visibility, game, nodes, updated }) {
  const name = catalogue.games.find((one) => one.id === game)?.title ?? game;
  const readers = { private: t("Only me"), link: t("Everybody who has the link"), listed: t("Everybody") }[visibility] ?? "";
  return h("a", { href: to("study", { id }) },
    h("span", { class: "about" }, h("span", { class: "what" }, title), h("span", { class: "who soft small" }, `${t(name)}, ${tn("{n} move", "{n} moves", nodes)}`)),
    h("span", { class: "when" }, h("span", { class: "state" }, readers), h("span", { class: "soft small" }, whenText(updated))));
}

/** @param {App} app */
function beginning({ catalogue }) {
  const select = /** @type {HTMLSelectElement} */ (h("select", { id: "which" }, ...catalogue.games.map(({ id, title }) => h("option", { value: id }, t(title)))));
  return h("section", { class: "feature", "aria-labelledby": "begin" }, h("h2", { id: "begin" }, t("Begin with an empty board")),
    h("form", { class: "copy", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      go(to("newstudy", { game: select.value }));
    } }, h("label", { class: "unseen", for: "which" }, t("Game")), select, h("button", {}, t("Choose"), h("span", { class: "unseen" }, ` ${t("this game")}`))));
}

/** @param {number} page @param {number} pages */
function pager(page, pages) {
  return h("nav", { class: "pager", "aria-label": t("Pages") },
    page > 1 && h("a", { class: "button", href: to("studies", { page: page - 1 }), rel: "prev" }, t("Newer")),
    h("span", { class: "soft" }, t("Page {page} of {pages}", { page, pages })),
    page < pages && h("a", { class: "button", href: to("studies", { page: page + 1 }), rel: "next" }, t("Older")));
}
