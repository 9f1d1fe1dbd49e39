/** A game or a position that a link carries. */

import { t } from "../table/words.js";
import { analysisOf } from "./analysis.js";
import { nameCellsOf } from "./freeplay/cells.js";
import { keptOf } from "./kept.js";
import { unpack } from "./links.js";
import { to } from "./routes.js";
import { recordPage } from "./sample.js";
import { orStudy } from "./server_table.js";

/** @type {import("./page.js").Show} */
export async function shared(app, { rest, query }) {
  const text = await unpack(rest);
  return orStudy({ record: text }, () => sharedPage(app, text, rest, query));
}

/** @param {import("./page.js").App} app @param {string} text @param {string} rest @param {URLSearchParams} query */
async function sharedPage(app, text, rest, query) {
  const record = await app.games.record(text);
  if (!record.result) return analysisOf(app, record);
  const entry = app.catalogue.find(record.game);
  const kept = keptOf(record);
  nameCellsOf(app.catalogue, record.game, record.players);
  let saved = false;
  const links = () => [
    { label: t("Analyse"), main: true, href: to("analysis", { shared: rest.replace(/\?.*/, "") }) },
    { label: t("Keep in My games"), main: true, act: keep },
    { label: t("Play {game}", { game: t(entry.title) }), href: to("play", { game: entry.id }) },
    { label: t("Rules"), href: to("rules", { game: entry.id }) },
  ];
  const keep = async () => {
    if (!saved) saved = await app.store.keep(kept);
    app.deviceGames.changed(kept.id);
    if (saved) app.say(t("The game is kept under My games."));
  };
  const { page, player } = recordPage(record, kept, t("A game of {game}", { game: t(entry.title) }), links, record);
  const ply = query.get("ply") ?? /\?ply=(\d+)/.exec(rest)?.[1];
  if (ply) player.table.goTo(Number(ply));
  return page;
}
