/** The review of a finished game, "Why?": one kept in this browser, or one that the server keeps. */

import { LivestoneError } from "../src/errors.js";
import { h } from "../table/dom.js";
import { tableOfPage } from "../table/playing.js";
import { Review } from "../table/review.js";
import { t } from "../table/words.js";
import { rematch } from "./after.js";
import { onlyPerson, recordOf, stateOf } from "./kept.js";
import { practice } from "./practice.js";
import { go, server, to } from "./routes.js";
import { ServerReview, checkReviewable } from "./server_review.js";
import { share } from "./saving.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("../table/driver.js").Driver} Driver */
/**
 * What reviews a game beside a table: `ply` is the one before the mistake that is asked about.
 * @typedef {{ element: HTMLElement, ply: number | null, start: () => void, close: () => void }} Reviewer
 */

/** @type {import("./page.js").Show} */
export async function review(app, { query }) {
  const id = query.get("id") ?? "";
  const turns = query.get("turns"); // whether all turns are told at once
  const kept = await app.store.get(id);
  if (!kept && server === undefined) throw new LivestoneError(t("This game is not kept in this browser."), "unknown-game");
  const table = tableOfPage();
  const { entry, driver, reviewer } = kept ? await ofKept(app, kept, table, turns !== null) : await ServerReview.open(app, id, table, turns !== null);
  table.append(reviewer.element);
  table.addEventListener("livestone-shown", () => {
    if (table.driver !== driver || !table.isConnected) return; // a mistake is asked about
    const { ply = 0, last_ply: last = 0 } = table.shown ?? {};
    app.replace(to("review", { id, turns, ply: ply === last ? null : ply }));
  });
  const close = () => {
    reviewer.close();
    driver.close();
    table.driver = null;
  };
  reviewer.start();
  if (query.has("ply")) table.goTo(Number(query.get("ply")));
  return { title: t("Review of {game}", { game: t(entry.title) }), main: h("main", { class: "whole" }, table), close };
}

/**
 * The review of a game that is kept in this browser.
 * @param {App} app @param {import("./kept.js").Kept} kept
 * @param {import("../table/table.js").LivestoneTable} table @param {boolean} tells
 */
async function ofKept(app, kept, table, tells) {
  checkReviewable(kept.over, kept.moves.length);
  const game = await app.games.load(kept.game, /** @type {any} */ (kept.options));
  const entry = app.catalogue.find(kept.game);
  /** @returns {import("../table/driver.js").Link[]} */
  const links = () => {
    const ply = reviewer.ply ?? table.shown?.ply ?? 0;
    return [
      rematch(entry, kept),
      { label: t("To the game"), href: to("game", { id: kept.id }) },
      { label: t("Analyse from here"), act: () => go(to("analysis", { id: kept.id, ply })) },
      { label: t("Share or save"), act: () => share(recordOf(game, kept), ply) },
    ];
  };
  const driver = new WatchingDriver(game, kept, links);
  const asker = { me: onlyPerson(kept.seats), links, practice: practice.bind(null, entry) };
  const reviewer = new Review(stateOf(game, kept), table, driver, asker, () => app.refresh(), tells);
  return { entry, driver, reviewer };
}
