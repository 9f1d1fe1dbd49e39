/** What is said of a challenge: the game, the clock, the terms, and who is in it. */

import { h } from "../table/dom.js";
import { sentence, t, tn, translated } from "../table/words.js";
import { optionsText } from "./catalogue.js";
import { optionsOf } from "./new_game.js";
import { to } from "./routes.js";

/**
 * @typedef {import("./net/types.d.ts").Player} Player
 * @typedef {import("./net/types.d.ts").Challenge} Challenge
 * @typedef {import("./catalogue.js").Catalogue} Catalogue
 */

export const ANY_GAME = "any"; // the game of a seek for whatever the other player wants

/**
 * A challenge in words; `options` and `why` may be empty.
 * @param {Catalogue} catalogue @param {Challenge} one
 */
export function wordsOf(catalogue, one) {
  const ofAny = one.game === ANY_GAME;
  const entry = ofAny ? catalogue.games[0] : catalogue.find(one.game);
  const options = optionsText(entry, optionsOf(entry, Object.entries(one.options)));
  const begins = one.joined ? "" : t("Play begins {game}", { game: t(entry.title) });
  return {
    entry,
    title: ofAny ? t("Any game") : t(entry.title),
    options: ofAny ? begins : capital(options),
    clock: translated(one.control.words),
    terms: terms(one, entry).join(", "),
    why: one.why_not ? sentence(translated(one.why_not)) : "",
  };
}

/** @param {Challenge} one @param {import("./catalogue.js").Entry} entry */
function terms({ rated, low, high, places, takers, seats, mine }, entry) {
  const said = [rated ? t("rated") : t("casual")];
  if (low !== null || high !== null) said.push(t("for {ratings}", { ratings: range(low, high) }));
  const missing = places - takers.length;
  if (places > 2 && missing) said.push(tn("{n} more player wanted", "{n} more players wanted", missing));
  if (seats) {
    const player = t(entry.seats[seats.indexOf("me")].name);
    said.push(mine ? t("you play {player}", { player }) : t("plays {player}", { player }));
  }
  return said;
}

/** @param {number | null} low @param {number | null} high */
function range(low, high) {
  if (low === null) return t("up to {high}", { high: String(high) });
  return high === null ? t("{low} and more", { low }) : t("{low} to {high}", { low, high });
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {Player[]} players @returns {Node[]} their names with ratings */
export function playersOf(players) {
  return players.flatMap((one, at) => [
    ...(at ? [document.createTextNode(", ")] : []),
    h("span", { class: "one" },
      one.name ? personLink(one.name) : t("A guest"),
      one.bot && " ", one.bot && h("span", { class: "badge" }, t("Bot")),
      one.rating !== null && " ", one.rating !== null && h("span", { class: "soft small" }, h("span", { class: "unseen" }, `${t("rating")} `), ratingOf(one))),
  ]);
}

/** @param {{ rating: number | null, certain: boolean }} one */
export function ratingOf({ rating, certain }) {
  return rating === null ? "" : `${rating}${certain ? "" : "?"}`;
}

/** @param {string} name */
export function personLink(name) {
  return h("a", { href: to("person", { name }) }, name);
}

/** The game and the terms, in two lines. @param {ReturnType<typeof wordsOf>} words */
export function aboutOf({ title, options, clock, terms: said }) {
  return [
    h("span", { class: "what" }, title, options && " ", options && h("span", { class: "soft small" }, options)),
    h("span", { class: "soft small" }, `${clock}, ${said}`),
  ];
}
