/** A list of kept games, each a link to its table. */

import { h } from "../table/dom.js";
import { language, t, tn } from "../table/words.js";
import { optionsText } from "./catalogue.js";
import { resultText, seatText } from "./kept.js";
import { to } from "./routes.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./catalogue.js").Catalogue} Catalogue */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * @param {Catalogue} catalogue @param {Kept[]} games
 * @param {(kept: Kept) => Node[]} [more] what stands beside each link
 */
export function gameList(catalogue, games, more = () => []) {
  return h("ul", { class: "list" }, ...games.map((kept) => h("li", {}, gameLink(catalogue, kept), ...more(kept))));
}

/** @param {Catalogue} catalogue @param {Kept} kept */
export function gameLink(catalogue, kept) {
  const told = tellingOf(catalogue, kept);
  return h("a", { href: to("game", { id: kept.id }) },
    h("span", { class: "about" },
      h("span", { class: "what" }, told.title),
      h("span", { class: "who soft small" }, told.who)),
    h("span", { class: "when" },
      h("span", { class: kept.over ? "state" : "state mine" }, told.result),
      h("span", { class: "soft small" }, told.when)));
}

/** What a list tells of a game, in words. @param {Catalogue} catalogue @param {Kept} kept */
export function tellingOf(catalogue, kept) {
  const entry = catalogue.games.find(({ id }) => id === kept.game);
  const seats = entry?.seats ?? kept.seats.map((_, at) => ({ name: t("Player {number}", { number: at + 1 }) }));
  const options = entry ? optionsText(entry, /** @type {any} */ (kept.options)) : "";
  const title = entry ? t(entry.title) : kept.game;
  const names = seats.slice(0, kept.seats.length).map(({ name }) => t(name)).join(", ");
  const who = kept.seats.map((seat, at) => seatText(seat, seats[at]?.name ?? "?")).join(", ");
  return {
    title: options ? t("{game}, {options}", { game: title, options }) : title,
    who: who === names ? t("At one screen: {players}", { players: names }) : who,
    result: resultText(kept, seats),
    when: t("{when}, {moves}", { when: whenText(kept.updated), moves: tn("{n} move", "{n} moves", kept.moves.length) }),
  };
}

/**
 * When that was, in words; a time to come is now, as clocks are put back.
 * @param {number} seconds since 1970
 */
export function whenText(seconds) {
  const ago = Math.max(0, Date.now() / 1000 - seconds);
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (ago < MINUTE) return t("just now");
  if (ago < HOUR) return relative.format(-Math.floor(ago / MINUTE), "minute");
  if (ago < DAY) return relative.format(-Math.floor(ago / HOUR), "hour");
  if (ago < 7 * DAY) return relative.format(-Math.floor(ago / DAY), "day");
  return new Date(seconds * 1000).toLocaleDateString(language(), { dateStyle: "medium" });
}
