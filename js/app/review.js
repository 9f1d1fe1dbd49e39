/** The page that reviews a game kept in this browser. */

import { LivestoneError } from "../src/errors.js";
import { h } from "../table/dom.js";
import { tableOfPage } from "../table/playing.js";
import { Review } from "../table/review.js";
import { t } from "../table/words.js";
import { playAgain } from "./after.js";
import { onlyPerson, recordOf, stateOf } from "./kept.js";
import { practice } from "./practice.js";
import { go, to } from "./routes.js";
import { share } from "./sharing.js";
import { WatchingDriver } from "./watching.js";

/** @type {import("./page.js").Show} */
export async function review(app, { query }) {
  const kept = await app.store.get(query.get("id") ?? "");
  if (!kept) throw new LivestoneError(t("This game is not kept in this browser."), "unknown-game");
  if (!kept.over) throw new LivestoneError(t("This game is not over yet: it can be reviewed when it is."), "running");
  if (!kept.moves.length) throw new LivestoneError(t("There is nothing to review: no move was played."), "empty");
  const game = await app.games.load(kept.game, /** @type {any} */ (kept.options));
  const entry = app.catalogue.find(kept.game);
  const table = tableOfPage();
  /** @returns {import("../table/driver.js").Link[]} */
  const links = () => {
    const ply = made.ply ?? table.shown?.ply ?? 0;
    return [
      playAgain(entry, kept),
      { label: t("To the game"), href: to("game", { id: kept.id }) },
      { label: t("Analyse from here"), act: () => go(to("analysis", { id: kept.id, ply })) },
      { label: t("Share or save"), act: () => share(recordOf(game, kept), ply) },
    ];
  };
  const driver = new WatchingDriver(game, kept, links);
  const asker = { me: onlyPerson(kept.seats), links, practice: practice.bind(null, entry) };
  const made = new Review(stateOf(game, kept), table, driver, asker, () => app.refresh());
  table.append(made.element);
  made.start();
  const close = () => {
    made.close();
    driver.close();
    table.driver = null;
  };
  return { title: t("Review of {game}", { game: t(entry.title) }), main: h("main", { class: "whole" }, table), close };
}
