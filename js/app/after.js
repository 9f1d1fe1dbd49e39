/** What is offered after a game: again, why, a stronger or weaker opponent, analysis. */

import { t } from "../table/words.js";
import { levelOf, nextLevel } from "./levels.js";
import { onlyPerson } from "./kept.js";
import { to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../table/local.js").LocalSeat} LocalSeat */
/** @typedef {import("../table/driver.js").Link} Link */

/**
 * The ways on after a game, in one order everywhere: the main one, *Why?*, *Review*, *Rematch*, *New game*.
 * @param {{ next?: Link | null, why?: Link | null, rematch?: Link | null, fresh: Link }} ways `next`
 *   is the main one where there is any, else that is the rematch
 * @returns {Link[]}
 */
export function endWays({ next = null, why = null, rematch = null, fresh }) {
  const review = why && { label: t("Review"), href: `${why.href}${why.href?.includes("?") ? "&" : "?"}turns=all` };
  const main = next ?? rematch ?? fresh;
  const others = [why, review, rematch, fresh].filter((way) => way && way !== main);
  return [{ ...main, main: true }, .../** @type {Link[]} */ (others).map((way) => ({ ...way, main: false, beside: true }))];
}

/**
 * What is offered after the end of a game that is kept here.
 * @param {Entry} game @param {Kept} kept @param {import("../table/driver.js").Snapshot} shown
 * @param {string | null} coach what the next game's address says of a coach
 * @returns {Link[]}
 */
export function endLinks(game, kept, { winners }, coach) {
  const why = kept.moves.length ? { label: t("Why?"), href: to("review", { id: kept.id }) } : null;
  const fresh = { label: t("New game"), href: to("setup", { game: game.id }) };
  const next = otherLevel(game, kept, winners ?? [], coach);
  return [...endWays({ next, why, rematch: rematch(game, kept, coach), fresh }), { label: t("Analyse"), href: to("analysis", { id: kept.id }) }];
}

/**
 * The same game once more, everybody a seat further.
 * @param {Entry} game @param {Kept} kept @param {string | null} [coach]
 * @returns {Link}
 */
export function rematch(game, kept, coach = null) {
  const [first, ...others] = kept.seats;
  return { label: t("Rematch"), main: true, href: playAddress(game, kept, [...others, first], coach) };
}

/**
 * A stronger opponent after a win, a weaker one after a loss.
 * @param {Entry} game @param {Kept} kept @param {number[]} winners
 * @param {string | null} coach
 * @returns {Link | null}
 */
function otherLevel(game, kept, winners, coach) {
  const level = levelOf(kept);
  if (level === null || !winners.length) return null;
  const next = nextLevel(level, winners.includes(onlyPerson(kept.seats)), game.levels.length);
  if (!next) return null;
  const seats = kept.seats.map((seat) => (seat.kind === "bot" ? { ...seat, level: next.level } : seat));
  return { label: next.label, main: true, href: playAddress(game, kept, seats, coach) };
}

/**
 * The address that begins a game with these seats and a game's options.
 * @param {Entry} game @param {Kept} kept @param {LocalSeat[]} seats
 * @param {string | null} coach
 */
function playAddress(game, kept, seats, coach) {
  const options = game.options.filter(({ name, default: usual }) => kept.options[name] !== usual);
  const chosen = Object.fromEntries(options.map(({ name }) => [name, /** @type {string} */ (kept.options[name])]));
  const people = seats.map(({ kind, level }) => (kind === "bot" ? `bot:${level}` : kind === "friend" ? kind : "me"));
  return to("play", { game: game.id, ...chosen, seats: people.join(","), position: kept.opening, coach });
}
