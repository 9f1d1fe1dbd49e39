/** What is offered after a game: again, why, a stronger or weaker opponent, analysis. */

import { nextLevel } from "../table/next_level.js";
import { t } from "../table/words.js";
import { levelOf } from "./levels.js";
import { onlyPerson } from "./kept.js";
import { to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../table/local.js").LocalSeat} LocalSeat */
/** @typedef {import("../table/driver.js").Link} Link */

/**
 * The links after the end of a game; the first ones are buttons.
 * @param {Entry} game @param {Kept} kept @param {import("../table/driver.js").Snapshot} shown
 * @param {string | null} coach what the next game's address says of a coach
 * @returns {Link[]}
 */
export function endLinks(game, kept, { winners }, coach) {
  const again = playAgain(game, kept, coach);
  const why = { label: t("Why?"), main: true, href: to("review", { id: kept.id }) };
  const analyse = { label: t("Analyse"), href: to("analysis", { id: kept.id }) };
  const other = otherLevel(game, kept, winners ?? [], coach);
  const links = [again, ...(kept.moves.length ? [why] : []), ...(other ? [other] : [])];
  return [...links, analyse, { label: t("Set up"), href: to("setup", { game: game.id }) }];
}

/**
 * The same game once more, everybody a seat further.
 * @param {Entry} game @param {Kept} kept @param {string | null} [coach]
 * @returns {Link}
 */
export function playAgain(game, kept, coach = null) {
  const [first, ...others] = kept.seats;
  const seats = [...others, first];
  const mine = onlyPerson(seats); // who plays alone has another colour now
  const label = mine < 0 ? t("Again") : t("Again, as {player}", { player: t(game.seats[mine].name) });
  return { label, main: true, href: playAddress(game, kept, seats, coach) };
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
  const people = seats.map(({ kind, level }) => (kind === "bot" ? `bot:${level}` : "me"));
  return to("play", { game: game.id, ...chosen, seats: people.join(","), position: kept.opening, coach });
}
