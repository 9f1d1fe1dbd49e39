/** What to play next: the level played last, or for a first game one that a newcomer can beat. */

import { t } from "../table/words.js";
import { sameOptions, usualOptions } from "./catalogue.js";
import { onlyPerson } from "./kept.js";
import { FIRST_LEVEL } from "./page.js";
import { server } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Options} Options */
/** @typedef {import("./kept.js").Kept} Kept */

/**
 * The level to play a game at.
 * @param {Kept[]} games those kept, the last one first @param {string} id
 */
export function proposedLevel(games, id) {
  const last = games.find((kept) => kept.game === id && levelOf(kept) !== null);
  return last ? /** @type {number} */ (levelOf(last)) : FIRST_LEVEL;
}

/**
 * The options of a first game, where a game has some for beginners that are in this edition.
 * @param {Kept[]} games those kept @param {Entry} entry @returns {Options}
 */
export function firstOptions(games, entry) {
  const chosen = entry.presets.beginner;
  if (!chosen || games.some(({ game, moves }) => game === entry.id && moves.length)) return {};
  const wanted = { ...usualOptions(entry), ...chosen };
  if (server !== undefined) return chosen; // which plays what is not compiled
  return entry.compiled.some((one) => sameOptions(one.options, wanted)) ? chosen : {};
}

/**
 * The level that a person alone plays against; null for other games.
 * @param {Pick<Kept, "seats">} kept
 */
export function levelOf({ seats }) {
  if (onlyPerson(seats) < 0) return null;
  const levels = seats.flatMap(({ kind, level }) => (kind === "bot" && level ? [level] : []));
  return levels.length ? Math.max(...levels) : null;
}

/**
 * What is proposed after a game against bots: a stronger opponent after a win, a weaker one else, with
 * the words for its button; null where there is no such level.
 * @param {number} level the one just played @param {boolean} won @param {number} most
 */
export function nextLevel(level, won, most) {
  const wanted = won ? level + 1 : level - 1;
  if (wanted < 1 || wanted > most) return null;
  const label = won
    ? t("Play a stronger opponent (level {level})", { level: wanted })
    : t("Play a weaker opponent (level {level})", { level: wanted });
  return { level: wanted, label };
}
