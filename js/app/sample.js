/** A sample game that plays by itself and ends with its result; and the page of any finished record. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { readText } from "./files.js";
import { keptOf, recordOf } from "./kept.js";
import { Player, tableOfPage } from "../table/playing.js";
import { to } from "./routes.js";
import { share } from "./saving.js";
import { orStudy } from "./server_table.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("../src/record.js").Record} GameRecord */
/** @typedef {import("../table/driver.js").Link} Link */

/** @type {import("./page.js").Show} */
export async function sample(app, { query }) {
  const entry = app.catalogue.find(query.get("game") ?? "");
  return orStudy({ sample: entry.id }, () => samplePage(app, entry));
}

/** @param {import("./page.js").App} app @param {import("./catalogue.js").Entry} entry */
async function samplePage(app, entry) {
  const record = await app.games.record(await readText(`samples/${entry.id}.txt`));
  const kept = keptOf(record);
  const links = [
    { label: t("Play {game}", { game: t(entry.title) }), main: true, href: to("play", { game: entry.id }) },
    { label: t("Rules"), href: to("rules", { game: entry.id }) },
    { label: t("Analyse"), href: to("analysis", { sample: entry.id }) },
  ];
  const { page, player } = recordPage(record, kept, t("A sample game of {game}", { game: t(entry.title) }), () => links);
  await player.table.goTo(0);
  player.toggle(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  return page;
}

/**
 * A table that shows a record, with buttons that play it through.
 * @param {GameRecord} record @param {import("./kept.js").Kept} kept @param {string} title
 * @param {() => Link[]} links @param {GameRecord} [sent] what is shared
 */
export function recordPage(record, kept, title, links, sent = recordOf(record.makeGame(), kept)) {
  const game = record.makeGame();
  const table = tableOfPage();
  const sharing = { label: t("Share or save"), act: () => share(sent, table.shown?.ply ?? 0) };
  const driver = new WatchingDriver(game, kept, () => [...links(), sharing]);
  table.driver = driver;
  const player = new Player(table, kept.moves.length);
  const main = h("main", { class: "whole" }, table);
  table.querySelector(".status")?.after(player.element);
  const close = () => {
    player.toggle(false);
    table.driver = null;
  };
  return { page: { title, main, close }, player };
}
