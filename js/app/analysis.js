/** The analysis board of this device: any game from any position, kept by the page's address. */

import { Analyst } from "../src/bot.js";
import { LivestoneError } from "../src/errors.js";
import { Record as GameRecord } from "../src/record.js";
import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { AnalysisBoard } from "./analysis_board.js";
import { analysisChooser } from "./analysis_chooser.js";
import { AnalysisDriver } from "./analysis_driver.js";
import { readText } from "./files.js";
import { nameCellsOf } from "./freeplay/cells.js";
import { recordOf } from "./kept.js";
import { unpack } from "./links.js";
import { send } from "./net/api.js";
import { go, server, to } from "./routes.js";
import { copyButton, fileName, save } from "./saving.js";
import { orStudy } from "./server_table.js";
import { form } from "./tools.js";
import { Tree, lastOf, lineTo } from "./tree.js";

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
    return orStudy({ sample: id }, async () => analysisOf(app, await app.games.record(await readText(`samples/${id}.txt`)), ply));
  }
  if (query.has("shared")) {
    const record = await unpack(query.get("shared") ?? "");
    return orStudy({ record }, async () => analysisOf(app, await app.games.record(record), ply));
  }
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
  return pageOf(app, tree, tree.nodes[at] ?? tree.root);
}

/**
 * The analysis board with a record's game on it.
 * @param {App} app @param {GameRecord} record @param {number | null} ply where it begins; the end
 */
export function analysisOf(app, record, ply = null) {
  nameCellsOf(app.catalogue, record.game, record.players);
  const tree = new Tree(record.makeGame(), record.opening ?? "");
  let node = tree.root;
  for (const { move, note } of record.plies) {
    node = tree.add(node, move);
    node.comment = note.comment ?? "";
  }
  const line = [tree.root, ...lineTo(node)];
  return pageOf(app, tree, line[ply ?? line.length - 1] ?? node);
}

/** @param {App} app @param {string} id */
async function recordKept(app, id) {
  const kept = await app.store.get(id);
  if (!kept) throw new LivestoneError(t("This game is not kept in this browser."), "unknown-game");
  return recordOf(await app.games.load(kept.game, /** @type {any} */ (kept.options)), kept);
}

/**
 * The page of a tree; the address says what is shown.
 * @param {App} app @param {Tree} tree @param {Node} node where it begins
 * @returns {Page}
 */
function pageOf(app, tree, node) {
  const { game } = tree;
  const entry = app.catalogue.find(game.id);
  const differing = entry.options.filter(({ name, default: usual }) => game.options[name] !== usual);
  const options = Object.fromEntries(differing.map(({ name }) => [name, game.options[name]]));
  /** @type {AnalysisDriver} */
  const driver = new AnalysisDriver(tree, node, () => [
    { label: t("Copy link"), act: () => copyLink(app) },
    ...(server === undefined ? [] : [{ label: t("Keep as a study"), act: () => board.attempt(() => keep(tree)) }]),
    { label: t("Save as text"), act: () => saveLine(tree, driver.node) },
    { label: t("Rules"), href: to("rules", { game: entry.id }) },
    { label: t("Another game"), href: to("analysis") },
  ]);
  const board = new AnalysisBoard(driver, {
    app,
    engine: new Analyst(game),
    position: () => driver.state,
    pathOf: (move) => driver.state.paths[move] ?? [],
    address: () => to("analysis", { game: game.id, ...options, position: tree.opening, moves: tree.text, at: tree.nodes.indexOf(driver.node) || null }),
    tools: () => [{ name: "position", title: t("Position as text"), place: driver.node, key: driver.state.text, make: () => [positionForm(driver)] }],
  });
  return board.page(t("Analysis of {game}", { game: t(entry.title) }));
}

/** Have the server keep it, with everything in it. @param {Tree} tree */
async function keep(tree) {
  const { id } = await send("/studies", { record: JSON.stringify(tree.study) });
  go(to("study", { id }));
}

/** @param {AnalysisDriver} driver */
function positionForm({ tree, state }) {
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "position", rows: 3, spellcheck: "false" }, state.text));
  const begin = () => {
    const position = field.value.trim();
    tree.game.read(position);
    go(to("analysis", { game: tree.game.id, ...tree.game.options, position }));
  };
  return form(begin, h("label", { for: "position" }, t("The position shown; paste another one to begin from it")), field,
    h("div", { class: "buttons" }, h("button", {}, t("Begin from it")), copyButton(field, t("Copy"))));
}

/** @param {App} app */
async function copyLink(app) {
  try {
    await navigator.clipboard.writeText(location.href);
    app.say(t("The link is copied: it carries the tree with all variations."));
  } catch {
    app.say(t("Copy the address from above: it carries the tree with all variations."));
  }
}

/** Save the line through a node to its end. @param {Tree} tree @param {Node} node */
function saveLine(tree, node) {
  const end = lastOf(node);
  const notes = lineTo(end).map(({ comment }) => (comment ? { comment } : {}));
  save(`${fileName(tree.game.id, "analysis")}.txt`, GameRecord.of(tree.state(end), { notes }).asText());
}
