/** Games as they are kept in this browser. */

import { Record as GameRecord } from "../src/record.js";
import { resultOf } from "../src/record_checks.js";
import { newId } from "../table/local.js";
import { isUnsent } from "../table/local_snapshot.js";
import { t } from "../table/words.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../table/local.js").LocalSeat} Seat */
/**
 * A game as a driver keeps it, with what lists tell of it: whether it is over and who won;
 * whether a game by links waits for `mine`, a person here; whether there is a `coach`, where that was chosen; and
 * what a `guide` has told, where there is one.
 * @typedef {import("../table/local.js").Kept & { over: boolean, winners: number[],
 *   mine?: boolean, coach?: boolean, guide?: string[] }} Kept
 */

/**
 * The state that a kept game has come to. Throws IllegalMove where it cannot be replayed.
 * @param {Game} game @param {{ opening?: string, moves: string[] }} kept
 */
export function stateOf(game, { opening, moves }) {
  const state = opening ? game.read(opening) : game.start();
  for (const move of moves) state.play(move);
  return state;
}

/**
 * How a kept game ended, null while it runs.
 * @param {State} state @param {import("../table/local.js").Kept} kept
 */
export function endingOf(state, { result }) {
  if (result) return resultOf(state, result.reason, result.by, result.by === null ? [] : null);
  return state.over ? resultOf(state) : null;
}

/**
 * What lists tell of a game.
 * @param {State} state @param {import("../table/local.js").Kept} kept
 * @returns {{ over: boolean, winners: number[], mine?: boolean }}
 */
export function summaryOf(state, kept) {
  const ending = endingOf(state, kept);
  const mine = kept.link ? { mine: !ending && kept.seats[state.player].kind === "person" } : {};
  return { over: ending !== null, winners: ending?.winners ?? [], ...mine };
}

/**
 * The record of a kept game.
 * @param {Game} game @param {import("../table/local.js").Kept} kept
 */
export function recordOf(game, kept) {
  const state = stateOf(game, kept);
  const players = kept.seats.map(({ kind, level, name }, at) =>
    kind === "bot"
      ? { name: name || "Livestone", kind: "bot", level: level ?? null }
      : { name: name || game.manifest.seats[at].name, kind: "human", level: null },
  );
  const notes = kept.moves.map((_, at) => noteOf(kept, at));
  return GameRecord.of(state, { players, notes, result: endingOf(state, kept), date: dayOf(kept.created) });
}

/**
 * @param {import("../table/local.js").Kept} kept
 * @param {number} at
 */
function noteOf({ seconds, comments, notes }, at) {
  const took = seconds[at];
  const [comment, engine] = [comments?.[at + 1], notes?.[at + 1]];
  return {
    ...(took === undefined ? {} : { seconds: Math.max(0, Math.round(took * 10) / 10) }),
    ...(engine ? { engine } : {}),
    ...(comment ? { comment } : {}),
  };
}

/** A record as a game to keep. @param {GameRecord} record @returns {Kept} */
export function keptOf(record) {
  const game = record.makeGame();
  const seats = seatsOf(record.players, game.manifest);
  const { result } = record;
  const said = (/** @type {"comment" | "engine"} */ name) => Object.fromEntries(record.plies.flatMap(({ note }, at) => (note[name] ? [[at + 1, note[name]]] : [])));
  const played = record.date ? Date.parse(record.date) : NaN;
  const now = Date.now() / 1000;
  return {
    id: newId(), game: record.game, options: { ...record.options }, seats,
    moves: record.plies.map(({ move }) => move),
    seconds: record.plies.map(({ note }) => note.seconds ?? 0),
    opening: record.opening ?? "", created: Number.isNaN(played) ? now : played / 1000, updated: now,
    result: result && result.reason !== "finished" ? { reason: result.reason, by: result.by } : null,
    seed: 0, over: result !== null, winners: result?.winners ?? [], comments: said("comment"), notes: said("engine"),
  };
}

/**
 * The seats of a record's players.
 * @param {{ name: string, kind: string, level: number | null }[]} players
 * @param {{ seats: { name: string }[], levels: unknown[] }} game
 * @returns {Seat[]}
 */
export function seatsOf(players, { seats, levels }) {
  return players.map(({ name, kind, level }, at) => {
    const own = name === seats[at]?.name ? "" : name;
    if (kind === "bot" && level !== null && levels[level - 1]) return { kind: "bot", level, name: own === "Livestone" ? "" : own };
    return { kind: "person", name: own };
  });
}

/** Who sits there, in words. @param {Seat} seat @param {string} player the seat's name */
export function seatText({ kind, level, name }, player) {
  if (name) return name;
  return kind === "bot" ? t("Bot, level {level}", { level: level ?? 0 }) : t(player);
}

/**
 * How a game stands, for a list; "you" where one person plays bots.
 * @param {Kept} kept @param {{ name: string }[]} players
 */
export function resultText(kept, players) {
  const { seats, over, winners, result, moves, link, mine } = kept;
  if (!over && link) return mine ? t("your turn") : isUnsent(kept) ? t("not sent yet") : t("waiting for a link");
  if (!over) return moves.length ? t("unfinished") : t("not begun");
  if (!winners.length) return result?.reason === "aborted" ? t("called off") : t("drawn");
  const me = mySeat(seats);
  if (me >= 0) return winners.includes(me) ? t("you won") : t("you lost");
  const names = winners.map((seat) => t(players[seat].name));
  if (names.length === 1) return t("{player} won", { player: names[0] });
  return t("{one} and {other} won", { one: names[0], other: names[1] });
}

/**
 * The only person's seat in a game against bots; -1 where there is none or are several.
 * @param {Seat[]} seats
 */
export function onlyPerson(seats) {
  return seats.some(({ kind }) => kind === "friend") ? -1 : mySeat(seats);
}

/** The seat of the only person at this device; -1 where there is none or are several. @param {Seat[]} seats */
export function mySeat(seats) {
  const people = seats.flatMap(({ kind }, at) => (kind === "person" ? [at] : []));
  return people.length === 1 && seats.length > 1 ? people[0] : -1;
}

/** @param {number} seconds since 1970 */
export function dayOf(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
