/** What stands first on the front page: a board to play on at once, and the ways in. */

import { LivestoneBoard } from "../table/board.js";
import { h } from "../table/dom.js";
import { LocalDriver } from "../table/local.js";
import { t } from "../table/words.js";
import { sameOptions, usualOptions } from "./catalogue.js";
import { coachFor } from "./coached.js";
import { address } from "./files.js";
import { summaryOf } from "./kept.js";
import { firstOptions, proposedLevel } from "./levels.js";
import { playsHere } from "./new_game.js";
import { go, server, to } from "./routes.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../table/local.js").LocalSeat} LocalSeat */

/**
 * The board and the ways in. The board goes on with the game that was left last, or begins one; it
 * comes a moment later, in the place that is kept for it.
 * @param {App} app @param {Kept[]} kept the games kept here, the last one first
 */
export function front(app, kept) {
  const unfinished = kept.find(({ over, moves }) => !over && moves.length);
  const entry = unfinished ? app.catalogue.find(unfinished.game) : (app.catalogue.startHere[0] ?? app.catalogue.games[0]);
  const level = proposedLevel(kept, entry.id);
  const first = firstOptions(kept, entry);
  const place = h("div", { class: "front-board" });
  const play = unfinished ? to("game", { id: unfinished.id }) : to("play", { game: entry.id, level, coach: coachFor(kept, entry.id), ...first });
  fill(app, place, { entry, unfinished, level, first, coach: coachFor(kept, entry.id) === "yes" }).catch(() => picture(place, entry, play));
  return h("section", { class: "front", "aria-labelledby": "front-title" },
    place,
    h("div", { class: "front-ways" },
      h("h1", { id: "front-title" }, unfinished ? t("Go on with {game}", { game: t(entry.title) }) : t(entry.title)),
      h("p", { class: "summary" }, t(entry.summary)),
      h("p", { class: "soft hint" }, unfinished ? t("Your game is as you left it: play your next move here.") : t("The first move is yours: press a marked place on the board.")),
      h("div", { class: "ways" },
        h("a", { class: "button main", href: play }, unfinished ? t("Go on") : t("Play a bot")),
        entry.lessons > 0 && h("a", { class: "button", href: to("lessons", { game: entry.id }) }, t("Learn in two minutes")),
        h("a", { class: "button", href: to("setup", { game: entry.id }) }, t("Play a friend")),
        server !== undefined && h("a", { class: "button", href: to("lobby") }, t("Meet somebody"))),
      h("p", { class: "links small" },
        h("a", { href: to("rules", { game: entry.id }) }, t("Rules")), " ",
        app.catalogue.games.some(({ puzzles }) => puzzles) && h("a", { href: to("daily") }, t("Puzzle of the day")))));
}

/**
 * @param {App} app @param {HTMLElement} place
 * @param {{ entry: Entry, unfinished: Kept | undefined, level: number, first: import("./catalogue.js").Options, coach: boolean }} chosen
 */
async function fill(app, place, { entry, unfinished, level, first, coach }) {
  const wanted = /** @type {import("./catalogue.js").Options} */ (unfinished?.options ?? { ...usualOptions(entry), ...first });
  const here = entry.compiled.some((one) => sameOptions(one.options, wanted));
  const options = here || unfinished ? wanted : (entry.compiled[0]?.options ?? wanted);
  /** @type {LocalSeat[]} */
  const seats = unfinished?.seats ?? entry.seats.map((_, at) => (at ? { kind: "bot", level } : { kind: "person" }));
  if (!playsHere(entry, options, seats)) throw new Error("no game to play here");
  const game = await app.games.load(entry.id, options);
  const driver = unfinished ? new LocalDriver(game, unfinished) : LocalDriver.start(game, seats);
  const { picture: drawn, paths, my_turn: mine } = driver.snapshot();
  const board = new LivestoneBoard();
  place.replaceChildren(board);
  const title = t("{game}: play here", { game: t(entry.title) });
  board.show(driver.description, { picture: drawn, paths, playable: mine, title });
  let begun = false;
  const open = async () => {
    await app.store.keep({ ...unfinished, ...driver.kept, ...summaryOf(driver.state, driver.kept), ...(coach && !unfinished ? { coach } : {}) });
    driver.close();
    go(to("game", { id: driver.kept.id }));
  };
  board.addEventListener("livestone-move", async (event) => {
    if (begun) return;
    begun = true;
    const { move } = /** @type {CustomEvent} */ (event).detail;
    driver.stopped = true; // the bot answers on the game's own page
    await driver.play(move, driver.state.ply, true);
    open();
  });
  if (!mine) board.addEventListener("click", open, { once: true });
}

/** @param {HTMLElement} place @param {Entry} entry @param {string} href */
async function picture(place, entry, href) {
  const image = h("img", { src: await address(`pictures/${entry.id}.svg`), alt: t("Play {game}", { game: t(entry.title) }), width: 400, height: 400 });
  place.replaceChildren(h("a", { href }, image));
  place.parentElement?.querySelector(".hint")?.remove();
}
