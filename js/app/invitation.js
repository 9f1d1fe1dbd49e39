/** What `#play?...` asks for: checked, so that a wrong address says what would be right. */

import { LivestoneError } from "../src/errors.js";
import { either, instead } from "../src/suggest.js";
import { cut, quoted } from "../src/texts.js";
import { t } from "../table/words.js";
import { optionsOf } from "./new_game.js";
import { FIRST_LEVEL } from "./page.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("../table/local.js").LocalSeat} LocalSeat */

const ALL = "all";
const NONE = "none";
const OWN = ["game", "level", "seat", "seats", "position", "guide", "coach"];

/**
 * The game, its options and seats that an address asks for. Throws LivestoneError.
 * @param {import("./catalogue.js").Catalogue} catalogue @param {URLSearchParams} query
 */
export function askedFor(catalogue, query) {
  const game = catalogue.find(query.get("game") ?? "");
  const given = [...query].filter(([name]) => !OWN.includes(name));
  const options = optionsOf(game, given);
  const seats = query.has("seats") ? seatsOf(game, query.get("seats") ?? "") : oneSeat(game, query);
  return { game, options, seats, opening: query.get("position") ?? "", guided: query.get("guide") === "yes", coached: query.get("coach") === "yes" };
}

/**
 * The seats where one person plays bots, all are people, or all are bots.
 * @param {Entry} game @param {URLSearchParams} query
 * @returns {LocalSeat[]}
 */
function oneSeat(game, query) {
  const level = levelOf(game, query.get("level") ?? String(FIRST_LEVEL));
  const colours = game.seats.map(({ colour }) => colour);
  const seat = query.get("seat") ?? colours[0];
  const known = [...colours, NONE, ALL];
  if (!known.includes(seat)) {
    throw wrong(t("seat={seat} is no seat of {game}: {instead}", { seat: quoted(cut(seat, 40)), game: t(game.title), instead: instead(seat, known) }));
  }
  return colours.map((colour) => (seat === ALL || seat === colour ? { kind: "person" } : { kind: "bot", level }));
}

/**
 * The seats one by one: `me`, `person`, `friend` or `bot:LEVEL`.
 * @param {Entry} game @param {string} text
 * @returns {LocalSeat[]}
 */
function seatsOf(game, text) {
  const parts = text.split(",");
  if (parts.length !== game.seats.length) {
    throw wrong(t("seats={seats} names {n} players, {game} has {right}", { seats: quoted(cut(text, 40)), n: parts.length, game: t(game.title), right: game.seats.length }));
  }
  return parts.map((part) => {
    if (part === "me" || part === "person") return { kind: "person" };
    if (part === "friend") return { kind: "friend" };
    const [kind, level] = part.split(":");
    if (kind !== "bot") throw wrong(t("{part} is nobody to play: choose {kinds}", { part: quoted(cut(part, 40)), kinds: either(["me", "person", "friend", "bot:4"]) }));
    return { kind: "bot", level: levelOf(game, level ?? "") };
  });
}

/** @param {Entry} game @param {string} text */
function levelOf({ levels }, text) {
  const found = levels.find(({ number }) => String(number) === text);
  if (found) return found.number;
  throw wrong(t("level={level} is no level of a bot: choose 1 to {most}", { level: quoted(cut(text, 40)), most: levels.length }));
}

/** @param {string} text */
function wrong(text) {
  return new LivestoneError(text, "bad-address");
}
