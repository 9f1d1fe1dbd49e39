/** The page of a link that carries a game between friends: the game goes on, or what does not fit is asked. */

import { button, h } from "../table/dom.js";
import { tableOfPage } from "../table/playing.js";
import { get } from "../table/preferences.js";
import { newId } from "../table/local.js";
import { t } from "../table/words.js";
import { farther, joined, recordSent, sentAs, standing } from "./by_link.js";
import { goOn } from "./game_page.js";
import { keptOf } from "./kept.js";
import { unpack } from "./links.js";
import { go, to } from "./routes.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/record.js").Record} GameRecord */
/** @typedef {{ label: string, act: () => void, main?: boolean }} Way */

/** @type {import("./page.js").Show} */
export async function link(app, { rest }) {
  const record = await recordSent(app.games, await unpack(rest));
  const { id, taken } = sentAs(record);
  const kept = await app.store.get(id);
  const { kind, at } = standing(kept, record);
  if (!kept) return seatsPage(app, record, taken);
  if (kind === "newer") {
    const now = farther(kept, record);
    await app.store.keep(now);
    return goOn(app, now);
  }
  if (kind === "same" || kind === "older") {
    if (kind === "older") app.say(t("This link is older than the game that is kept here: the game has gone on since."));
    return goOn(app, kept);
  }
  return questionPage(app, record, kept, kind, at);
}

/** Keep a game, and go there. @param {App} app @param {Kept} kept */
async function open(app, kept) {
  await app.store.keep(kept);
  go(to("game", { id: kept.id }));
}

/** Asks who one is. @param {App} app @param {GameRecord} record @param {number[]} taken */
function seatsPage(app, record, taken) {
  /** @type {{ name: string }[]} */
  const seats = record.makeGame().manifest.seats;
  const mover = record.result ? -1 : record.replay().player;
  const free = seats.map((_, at) => at).filter((at) => !taken.includes(at));
  const order = free.includes(mover) ? [mover, ...free.filter((at) => at !== mover)] : free;
  const ways = order.map((at, place) => ({
    label: t("Play {player}", { player: t(seats[at].name) }), main: place === 0,
    act: () => open(app, joined(record, at, get("name"))),
  }));
  const others = taken.map((at) => ({
    label: t("I am {player}, on another device", { player: t(seats[at].name) }),
    act: () => open(app, joined(record, at, get("name"))),
  }));
  const said = order.length
    ? t("A friend sends you this game. Play your move, then send the link back.")
    : t("The seats of this game are taken: you may look at it.");
  return lookPage(record, said, [...ways, ...others]);
}

/**
 * Asks what is to become of two games that differ.
 * @param {App} app @param {GameRecord} record @param {Kept} kept @param {string} kind @param {number} at the ply
 */
function questionPage(app, record, kept, kind, at) {
  const there = record.plies[at]?.move ?? t("the end");
  const here = kept.moves[at] ?? t("the end");
  const goHere = { label: t("Go on with the game that is kept here"), main: true, act: () => open(app, kept) };
  if (kind === "mine") {
    const take = { label: t("Take it over"), act: () => open(app, farther(kept, record)) };
    return lookPage(record, t("In this link you have played {move}, and not on this device. Take it over if you played it on another one.", { move: there }), [goHere, take]);
  }
  const other = { ...farther(kept, record), id: newId() };
  return lookPage(record, t("This link changes the game: move {ply} is {here} in the game that is kept here, and {there} in the link.", { ply: at + 1, here, there }),
    [goHere, { label: t("Keep both"), act: () => open(app, other) }]);
}

/** A link's game, to be looked at, with a sentence and ways on. @param {GameRecord} record @param {string} said @param {Way[]} ways */
function lookPage(record, said, ways) {
  const game = record.makeGame();
  const table = tableOfPage();
  table.driver = new WatchingDriver(game, keptOf(record));
  const main = h("main", { class: "whole" },
    h("div", { class: "notice other-tab" }, h("p", {}, said),
      h("div", { class: "buttons" }, ...ways.map(({ label, act, main: first }) => button(label, act, first ? { class: "main" } : {})))),
    table);
  return { title: t(game.manifest.title), main, close: () => (table.driver = null) };
}
