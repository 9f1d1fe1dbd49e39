/** A study that a server keeps: an analysis with signs and marks, which others may read and copy. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { AnalysisBoard } from "./analysis_board.js";
import { sure } from "./forms.js";
import { nameCellsOf } from "./freeplay/cells.js";
import { MarkTool } from "./mark_tool.js";
import { apiAddress } from "./net/api.js";
import { go, to } from "./routes.js";
import { copyButton } from "./saving.js";
import { StudyAnalyst } from "./study_analyst.js";
import { StudyDriver } from "./study_driver.js";
import { form } from "./tools.js";
import { lineTo } from "./tree.js";

const MAX_TITLE = 80; // letters

/** @type {import("./page.js").Show} */
export async function study(app, { query }) {
  const driver = await StudyDriver.open(app, query.get("id") ?? "", query.get("node") ?? "0");
  const { game, players } = driver.study;
  nameCellsOf(app.catalogue, game, players ?? []);
  return new StudyPage(app, driver).page();
}

class StudyPage {
  /** @param {import("./page.js").App} app @param {StudyDriver} driver */
  constructor(app, driver) {
    this.driver = driver;
    const { id } = driver.study;
    const analyst = new StudyAnalyst(driver.compiled, apiAddress(`${driver.path}/engine`));
    this.board = new AnalysisBoard(driver, {
      app,
      engine: analyst,
      position: () => ({ node: driver.place, opening: driver.study.opening, moves: lineTo(driver.node).map(({ move }) => move), over: driver.position.over }),
      pathOf: (move) => analyst.pathOf(move),
      refusal: () => driver.position.engine_refusal,
      address: () => to("study", { id, node: driver.place || null }),
      tools: () => [...(marks ? [marks.tool] : []), this.#sharing()],
      glyphs: true,
    });
    const marks = driver.mine ? new MarkTool(this.board, driver) : null;
    driver.links = () => this.#links();
    driver.subscribe(() => {
      if (this.board.table.isConnected) document.title = `${driver.study.title} - Livestone`;
    });
  }

  /** @returns {import("./page.js").Page} */
  page() {
    return this.board.page(this.driver.study.title);
  }

  /** @returns {import("../table/driver.js").Link[]} */
  #links() {
    const { driver, board } = this;
    const file = (/** @type {string} */ name) => apiAddress(`${driver.path}/${name}`);
    const copy = async () => go(to("study", { id: await driver.copy(), node: driver.place || null }));
    return [
      ...(driver.mine ? [] : [{ label: t("Copy to my studies"), act: () => board.attempt(copy), main: true }]),
      { label: t("My studies"), href: to("studies") },
      { label: t("Rules"), href: to("rules", { game: driver.entry.id }) },
      { label: t("Save this line as text"), href: file(`record.txt?node=${driver.place}`), save: "line.txt" },
      { label: t("as JSON"), href: file(`record.json?node=${driver.place}`), save: "line.json" },
      { label: t("Save the whole study"), href: file("file"), save: "study.json" },
    ];
  }

  /** @returns {import("./tools.js").Tool} */
  #sharing() {
    const { driver } = this;
    const { title, visibility, mine, author } = driver.study;
    const make = () => [this.#link(), mine ? this.#settings() : this.#author(), mine && sure(t("Delete this study"), "", t("Delete the study with everything in it?"), button(t("Yes, delete it"), () => this.#delete()))];
    return { name: "share", title: mine ? t("Share and settings") : t("Share"), place: "study", key: [title, visibility, author], make };
  }

  #link() {
    const { id, visibility } = this.driver.study;
    const address = new URL(to("study", { id }), location.href).href;
    const field = /** @type {HTMLInputElement} */ (h("input", { id: "link", value: address, readonly: true }));
    const words = visibility === "private" ? t("Link; only you can open it yet") : t("Everybody who has this link can read the study");
    return h("div", { class: "field" }, h("label", { for: "link" }, words), h("div", { class: "copy" }, field, copyButton(field, t("Copy link"))));
  }

  #settings() {
    const { title, visibility, author } = this.driver.study;
    const name = /** @type {HTMLInputElement} */ (h("input", { id: "title", value: title, maxlength: MAX_TITLE, required: true, autocomplete: "off" }));
    const readers = [["private", t("Only me")], ["link", t("Everybody who has the link")], ...(author ? [["listed", t("Everybody: it is listed on my profile")]] : [])];
    const chosen = /** @type {HTMLSelectElement} */ (h("select", { id: "visibility" }, ...readers.map(([value, words]) => h("option", { value, selected: value === visibility }, words))));
    return form(() => this.driver.settle(name.value, chosen.value),
      h("div", { class: "field" }, h("label", { for: "title" }, t("Title")), name),
      h("div", { class: "field" }, h("label", { for: "visibility" }, t("Who may read it")), chosen),
      h("div", {}, h("button", { "data-focus": "save" }, t("Save"))));
  }

  #author() {
    const { author } = this.driver.study;
    const by = author ? [t("Author:"), " ", h("a", { href: to("person", { name: author }) }, author), ". "] : [];
    return h("p", { class: "soft small" }, ...by, t("Only its author can change this study. Copy it to add your own moves and comments."));
  }

  #delete() {
    this.board.attempt(async () => {
      await this.driver.delete();
      go(to("studies"));
    });
  }
}
