/** Who plays a new game: the one rule about where it is played. */

import { send } from "./net/api.js";
import { server } from "./routes.js";
import { optionsText, sameOptions } from "./catalogue.js";
import { resolve } from "../src/options.js";
import { t } from "../table/words.js";
import { BadOption } from "../src/errors.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./catalogue.js").Options} Options */

/**
 * Whether this device plays a game: nobody else's device takes part, and the compiled game is here.
 * Else the server does, where there is one.
 * @param {Entry} entry @param {Options} options all of them
 * @param {{ kind: string }[]} seats @param {string} [control] its clock
 */
export function playsHere(entry, options, seats, control = "none") {
  if (server === undefined) return true;
  const alone = seats.every(({ kind }) => kind === "person" || kind === "bot") && control === "none";
  return alone && typeof WebAssembly === "object" && entry.compiled.some((one) => sameOptions(one.options, options));
}

/**
 * A game's options, completed and checked. Throws BadOption for what the game does not have, and
 * without a server, for what this edition does not have.
 * @param {Entry} entry @param {Iterable<[string, unknown]>} given
 * @returns {Options}
 */
export function optionsOf(entry, given) {
  const options = resolve({ declared: entry.options, presets: entry.presets }, given);
  if (server !== undefined || entry.compiled.some((one) => sameOptions(one.options, options))) return options;
  throw new BadOption(
    t("{game} is not in this edition with these rules: {options}. Its set-up page shows what there is.", {
      game: t(entry.title),
      options: optionsText(entry, options) || t("the usual rules"),
    }),
  );
}

/**
 * Have the server start a game; returns its id. Throws a Refusal.
 * @param {Entry} entry @param {Options} options
 * @param {string[]} seats `me`, `person`, `friend` or `bot:LEVEL` each
 * @param {{ control?: string, public?: boolean, delay?: number, opening?: string }} [more]
 * @returns {Promise<string>}
 */
export async function startAtServer(entry, options, seats, more = {}) {
  return (await send("/games", { game: entry.id, options, seats, ...more })).id;
}

/**
 * Seats as the server is asked for them: who share this screen play after `me`.
 * @param {import("../table/local.js").LocalSeat[]} seats
 */
export function seatTexts(seats) {
  const me = seats.findIndex(({ kind }) => kind === "person");
  return seats.map(({ kind, level }, at) => (kind === "bot" ? `bot:${level}` : at === me ? "me" : kind));
}
