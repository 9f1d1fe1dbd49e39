/** The analysis board: any game from any position, with variations and the engine. */

import { Analyst } from "../src/bot.js";
import { LivestoneError } from "../src/errors.js";
import { button, h } from "../table/dom.js";
import { EnginePanel, point } from "../table/engine_panel.js";
import { t } from "../table/words.js";
import { AnalysisDriver } from "./analysis_driver.js";
import { analysisChooser } from "./analysis_chooser.js";
import { readText } from "./files.js";
import { recordOf } from "./kept.js";
import { unpack } from "./links.js";
import { tableOfPage } from "../table/playing.js";
import { go, replace, to } from "./routes.js";
import { orStudy } from "./study_instead.js";
import { copyButton, fileName, save } from "./saving.js";
import { Tree, lastOf, lineTo } from "./tree.js";
import { TreeView } from "./tree_view.js";
import { Record as GameRecord } from "../src/record.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./page.js").Page} Page */
/** @typedef {import("./tree.js").Node} Node */

const OWN = ["game", "moves", "position", "at", "id", "sample", "shared", "ply"];

/** @type {import("./page.js").Show} */
export async function analysis(app, { query }) {
  const ply = query.has("ply") ? Number(query.get("ply")) : null;
  if (query.has("id")) return analysisOf(app, await recordKept(app, query.get("id") ?? ""), ply);
  if (query.has("sample")) {
    const { id } = app.catalogue.find(query.get("sample") ?? "");
    return analysisOf(app, await app.games.record(await readText(`samples/${id}.txt`)), ply);
  }
  if (query.has("shared")) return analysisOf(app, await app.games.record(await unpack(query.get("shared") ?? "")), ply);
  if (!query.has("game")) return analysisChooser(app);
  const entry = app.catalogue.find(query.get("game") ?? "");
  const options = Object.fromEntries([...query].filter(([name]) => !OWN.includes(name)));
  return orStudy({ game: entry.id, options }, () => analysisFrom(app, entry, options, query));
}

/**
 * @param {App} app @param {import("./catalogue.js").Entry} entry @param {Record<string, string>} options
 * @param {URLSearchParams} query
 */
async function analysisFrom(app, entry, options, query) {
  const game = await app.games.load(entry.id, options);
  const tree = Tree.read(game, query.get("position") ?? "", query.get("moves") ?? "");
  const at = Number(query.get("at") ?? 0);
  return new Analysis(app, tree, tree.nodes[at] ?? tree.root).page();
}

/**
 * The analysis board with a record's game on it.
 * @param {App} app @param {GameRecord} record @param {number | null} ply where it begins; the end
 */
export function analysisOf(app, record, ply = null) {
  const tree = new Tree(record.makeGame(), record.opening ?? "");
  let node = tree.root;
  for (const { move, note } of record.plies) {
    node = tree.add(node, move);
    node.comment = note.comment ?? "";
  }
  const line = [tree.root, ...lineTo(node)];
  return new Analysis(app, tree, line[ply ?? line.length - 1] ?? node).page();
}

/** @param {App} app @param {string} id */
async function recordKept(app, id) {
  const kept = await app.store.get(id);
  if (!kept) throw new LivestoneError(t("This game is not kept in this browser."), "unknown-game");
  return recordOf(await app.games.load(kept.game, /** @type {any} */ (kept.options)), kept);
}

/** The board, the tree, the engine and the tools beside it; the address says what is shown. */
class Analysis {
  /** @param {App} app @param {Tree} tree @param {Node} node where it begins */
  constructor(app, tree, node) {
    this.app = app;
    this.tree = tree;
    this.entry = app.catalogue.find(tree.game.id);
    const { game } = tree;
    this.driver = new AnalysisDriver(tree, node, () => this.#links());
    this.table = tableOfPage();
    this.table.classList.add("analysis");
    this.view = new TreeView(tree, (target) => this.driver.go(target));
    this.engine = new EnginePanel(game.manifest, new Analyst(game), (best) => point(this.table, this.driver.state.paths[best] ?? []), (moves) => this.#add(moves));
    this.tools = h("div", { class: "tools-of-tree" });
    this.driver.subscribe(() => this.#changed());
  }

  /** @returns {Page} */
  page() {
    this.table.driver = this.driver;
    const actions = this.table.querySelector(".actions");
    actions?.before(this.view.element, this.engine.element, this.tools);
    const main = h("main", { class: "whole" }, this.table);
    this.#changed();
    const title = t("Analysis of {game}", { game: t(this.entry.title) });
    return { title, main, close: () => this.#close() };
  }

  #changed() {
    const { node, state } = this.driver;
    this.view.show(node);
    this.engine.show(state);
    this.#drawTools();
    replace(this.#address());
  }

  #address() {
    const { game, opening, text, nodes } = this.tree;
    const differing = this.entry.options.filter(({ name, default: usual }) => game.options[name] !== usual);
    const options = Object.fromEntries(differing.map(({ name }) => [name, game.options[name]]));
    return to("analysis", { game: game.id, ...options, position: opening, moves: text, at: nodes.indexOf(this.driver.node) || null });
  }

  /**
   * Add moves after the node shown, and stay.
   * @param {string[]} moves
   */
  #add(moves) {
    let { node } = this.driver;
    for (const move of moves) node = this.tree.add(node, move);
    this.driver.go(node);
  }

  #drawTools() {
    const { node } = this.driver;
    const isMain = lineTo(node).every((one) => one.parent?.children[0] === one);
    const open = this.tools.querySelector("details[open]")?.getAttribute("data-name");
    const details = (/** @type {string} */ name, /** @type {string} */ title, /** @type {(Node | string | HTMLElement)[]} */ ...content) =>
      h("details", { class: "tool", "data-name": name, open: open === name }, h("summary", {}, title), .../** @type {HTMLElement[]} */ (content));
    const buttons = node.parent
      ? [
          !isMain && button(t("Make main line"), () => (this.tree.promote(node), this.driver.changed())),
          button(node.children.length ? t("Delete from here") : t("Delete this move"), () => this.driver.go(this.tree.remove(node))),
        ]
      : [];
    this.tools.replaceChildren(
      ...(buttons.length ? [h("div", { class: "buttons" }, ...buttons)] : []),
      details("comment", t("Comment"), this.#commentForm(node)),
      details("position", t("Position as text"), this.#positionForm()),
    );
  }

  /** @param {Node} node */
  #commentForm(node) {
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "comment", rows: 3, maxlength: 2000 }));
    field.value = node.comment;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      node.comment = field.value.replace(/[{}]/g, "").trim();
      this.driver.changed();
    };
    return h("form", { onsubmit: submit }, h("label", { for: "comment" }, node.parent ? t("Comment on {move}", { move: node.move }) : t("Comment on the start")), field, h("div", {}, h("button", {}, t("Save"))));
  }

  #positionForm() {
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "position", rows: 3, spellcheck: "false" }));
    field.value = this.driver.state.text;
    const said = h("p", { role: "alert", class: "wrong" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const position = field.value.trim();
      try {
        this.tree.game.read(position);
        go(to("analysis", { game: this.tree.game.id, ...this.tree.game.options, position }));
      } catch (error) {
        said.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    return h("form", { onsubmit: submit }, h("label", { for: "position" }, t("The position shown; paste another one to begin from it")), field, said,
      h("div", { class: "buttons" }, h("button", {}, t("Begin from it")), copyButton(field, t("Copy"))));
  }

  #links() {
    return [
      { label: t("Copy link"), act: () => this.#copyLink() },
      { label: t("Save as text"), act: () => this.#save() },
      { label: t("Rules"), href: to("rules", { game: this.entry.id }) },
      { label: t("Another game"), href: to("analysis") },
    ];
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.app.say(t("The link is copied: it carries the tree with all variations."));
    } catch {
      this.app.say(t("Copy the address from above: it carries the tree with all variations."));
    }
  }

  /** Save the line through the node shown to its end. */
  #save() {
    const line = lineTo(lastOf(this.driver.node));
    const state = this.tree.state(lastOf(this.driver.node));
    const notes = line.map(({ comment }) => (comment ? { comment } : {}));
    save(`${fileName(this.entry.id, "analysis")}.txt`, GameRecord.of(state, { notes }).asText());
  }

  #close() {
    this.engine.close();
    this.driver.close();
    this.table.driver = null;
  }
}
