/** What stands first on the front page: a board to play on at once, and the ways in. */

import { LivestoneBoard } from "../table/board.js";
import { h } from "../table/dom.js";
import { LocalDriver } from "../table/local.js";
import { t } from "../table/words.js";
import { optionsQuery, sameOptions, usualOptions } from "./catalogue.js";
import { coachFor } from "./coached.js";
import { summaryOf } from "./kept.js";
import { firstOptions, proposedLevel } from "./levels.js";
import { read, send } from "./net/api.js";
import { playsHere, seatTexts, startAtServer } from "./new_game.js";
import { go, server, to } from "./routes.js";
import { readDescription } from "./server_table.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Options} Options */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./server_games.js").Line} Line */
/** @typedef {import("../table/local.js").LocalSeat} LocalSeat */
/**
 * What the board shows, and how a move goes on from there: `play` returns the id of its game;
 * without a move it only opens it.
 * @typedef {{ description: import("../table/driver.js").Description, picture: import("../table/driver.js").Picture,
 *   paths: Record<string, string[]>, mine: boolean, play: (move: string | null) => Promise<string> }} Position
 */

/**
 * The board and the ways in. The board goes on with a game at the server that waits for this person,
 * or the one that was left last here, or begins one; it comes a moment later, in the place that is
 * kept for it.
 * @param {App} app @param {Kept[]} kept the games kept here, the last one first
 * @param {Line | undefined} waiting the server's game
 */
export function front(app, kept, waiting) {
  const unfinished = waiting ? undefined : unfinishedOf(app, kept);
  const going = waiting ?? unfinished;
  const entry = going ? app.catalogue.find(going.game) : (app.catalogue.startHere[0] ?? app.catalogue.games[0]);
  const level = proposedLevel(kept, entry.id);
  const first = firstOptions(kept, entry);
  const coach = coachFor(kept, entry.id);
  const place = h("div", { class: "front-board" });
  const play = going ? to("game", { id: going.id }) : to("play", { game: entry.id, level, coach, ...first });
  const position = waiting ? waitingGame(waiting) : unfinished ? keptGame(app, unfinished) : newGame(app, entry, { ...usualOptions(entry), ...first }, level, coach === "yes");
  position.then((found) => fill(place, entry, found)).catch((error) => sorry(place, error));
  return h("section", { class: "front", "aria-labelledby": "front-title" },
    place,
    h("div", { class: "front-ways" },
      h("h1", { id: "front-title" }, going ? t("Go on with {game}", { game: t(entry.title) }) : t(entry.title)),
      h("p", { class: "summary" }, t(entry.summary)),
      h("p", { class: "soft hint" }, going ? t("Your game is as you left it: play your next move here.") : t("The first move is yours: press a place on the board.")),
      h("div", { class: "ways" },
        h("a", { class: "button main", href: play }, going ? t("Go on") : t("Play a bot")),
        entry.lessons > 0 && h("a", { class: "button", href: to("lessons", { game: entry.id }) }, t("Learn in two minutes")),
        h("a", { class: "button", href: to("setup", { game: entry.id }) }, t("Play a friend")),
        server !== undefined && h("a", { class: "button", href: to("lobby") }, t("Find an opponent"))),
      h("p", { class: "links small" },
        h("a", { href: to("rules", { game: entry.id }) }, t("Rules")), " ",
        app.catalogue.games.some(({ puzzles }) => puzzles) && h("a", { href: to("daily") }, t("Puzzle of the day")))));
}

/**
 * The game that was left last here, if this device can play it.
 * @param {App} app @param {Kept[]} kept
 */
export function unfinishedOf({ catalogue }, kept) {
  return kept.find(({ over, mine, moves, game, options, seats }) => {
    const entry = catalogue.games.find(({ id }) => id === game);
    return !over && mine !== false && moves.length && entry && playsHere(entry, /** @type {Options} */ (options), seats);
  });
}

/** @param {App} app @param {Kept} kept @returns {Promise<Position>} */
async function keptGame(app, kept) {
  const game = await app.games.load(kept.game, /** @type {Options} */ (kept.options));
  return onDevice(app, new LocalDriver(game, kept), kept);
}

/** @param {App} app @param {Entry} entry @param {Options} wanted @param {number} level @param {boolean} coach @returns {Promise<Position>} */
async function newGame(app, entry, wanted, level, coach) {
  const here = server !== undefined || entry.compiled.some((one) => sameOptions(one.options, wanted));
  const options = here ? wanted : entry.compiled[0].options;
  /** @type {LocalSeat[]} */
  const seats = entry.seats.map((_, at) => (at ? { kind: "bot", level } : { kind: "person" }));
  if (playsHere(entry, options, seats)) {
    return onDevice(app, LocalDriver.start(await app.games.load(entry.id, options), seats), coach ? { coach } : {});
  }
  const [description, start] = await Promise.all([readDescription(entry.id, options), read(`/descriptions/${entry.id}/start?${optionsQuery(options)}`)]);
  const play = async (/** @type {string | null} */ move) => {
    const id = await startAtServer(entry, options, seatTexts(seats));
    if (move !== null) await send(`/games/${id}/plies`, { move, ply: 0 });
    return id;
  };
  return { description, ...start, mine: true, play };
}

/** @param {Line} line @returns {Promise<Position>} */
async function waitingGame({ id }) {
  const { game, options, picture, paths, last_ply: ply, my_turn: mine } = await read(`/games/${id}`);
  const play = async (/** @type {string | null} */ move) => {
    if (move !== null) await send(`/games/${id}/plies`, { move, ply });
    return id;
  };
  return { description: await readDescription(game, options), picture: /** @type {Position["picture"]} */ (picture), paths, mine, play };
}

/** @param {App} app @param {LocalDriver} driver @param {Partial<Kept>} more what is kept besides @returns {Position} */
function onDevice(app, driver, more) {
  const { picture, paths, my_turn: mine } = driver.snapshot();
  const play = async (/** @type {string | null} */ move) => {
    driver.stopped = true; // the bot answers on the game's own page
    if (move !== null) await driver.play(move, driver.state.ply, true);
    await app.store.keep({ ...more, ...driver.kept, ...summaryOf(driver.state, driver.kept) });
    driver.close();
    return driver.kept.id;
  };
  return { description: driver.description, picture, paths, mine, play };
}

/** @param {HTMLElement} place @param {Entry} entry @param {Position} position */
function fill(place, entry, { description, picture, paths, mine, play }) {
  const board = new LivestoneBoard();
  place.replaceChildren(board);
  board.show(description, { picture, paths, playable: mine, title: t("{game}: play here", { game: t(entry.title) }) });
  let begun = false;
  const open = async (/** @type {string | null} */ move) => {
    if (begun) return;
    begun = true;
    try {
      go(to("game", { id: await play(move) }));
    } catch (error) {
      begun = false;
      sorry(place, error);
    }
  };
  board.addEventListener("livestone-move", (event) => open(/** @type {CustomEvent} */ (event).detail.move));
  if (!mine) board.addEventListener("click", () => open(null));
}

/** @param {HTMLElement} place @param {unknown} error why it cannot be played on */
function sorry(place, error) {
  place.querySelector(".refused")?.remove();
  place.append(h("p", { class: "notice refused", role: "alert" }, error instanceof Error ? error.message : String(error)));
}
