/** What a record says, compared with the rules of its game. */

import { isDate } from "./dates.js";
import { BadRecord, LivestoneError } from "./errors.js";
import { State } from "./state.js";
import { numberText, quoted, repr } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./record_types.js").Fields} Fields */
/** @typedef {import("./record_types.js").Result} Result */
/** @typedef {Map<string | number, number>} Lines the line of each header, and of each ply by its index */

// Why a game is over: by its rules, because one player (`by`) or all of them stopped it, or because
// it had as many plies as whoever kept it allows.
const BY_SOMEBODY = ["resigned", "timeout", "abandoned", "illegal", "failed"];
const REASONS = ["finished", ...BY_SOMEBODY, "agreed", "aborted", "move-limit"];

/**
 * The result of a game that ends at a state. Unless told, the winners are those of the rules, or
 * everybody but `by`.
 * @param {State} state @param {string} reason @param {number | null} by
 * @param {number[] | null} winners
 * @returns {Result}
 */
export function resultOf(state, reason = "finished", by = null, winners = null) {
  const seats = [...state.game.manifest.seats.keys()];
  const others = by === null ? null : seats.filter((player) => player !== by);
  return { winners: winners ?? others ?? state.winners ?? [], scores: state.scores, reason, by };
}

/**
 * Check a record against the rules; one with secrets left out as far as that goes.
 * @param {Fields} fields @param {Game} game @param {Lines} lines
 */
export function verified(fields, game, lines) {
  checkRecord(fields, game, lines);
  if (fields.viewer === null) replayed(fields, game, lines);
}

/**
 * Check everything that needs no replay.
 * @param {Fields} fields @param {Game} game @param {Lines} lines
 */
export function checkRecord({ players, date, viewer, result }, game, lines) {
  const { title, players: seats } = game.manifest;
  if (players.length !== seats) {
    throw new BadRecord(`${title} has ${seats} players, not ${players.length}`);
  }
  if (date !== null && !isDate(date)) {
    throw new BadRecord(`${quoted(date)} is no date: write one like '2026-01-31'`, lines.get("Date"));
  }
  if (viewer !== null && !(viewer >= -1 && viewer < seats)) {
    throw new BadRecord(`viewer ${viewer} is no player of this game`, lines.get("Viewer"));
  }
  if (viewer !== null && result) {
    throw new BadRecord("a finished game has no secrets left out", lines.get("Viewer"));
  }
  if (result) checkPeople(result, seats, lines.get("Reason"));
}

/** @param {Result} result @param {number} seats @param {number} [line] */
function checkPeople({ winners, reason, by }, seats, line) {
  const said = quoted(reason);
  if (!REASONS.includes(reason)) {
    throw new BadRecord(`${said} is no reason for a game to end: use ${REASONS.join(", ")}`, line);
  }
  if (winners.some((winner, at) => !(winner >= 0 && winner < seats) || winner <= winners[at - 1])) {
    throw new BadRecord(`${repr(winners)} is no list of winners' indexes in order`, line);
  }
  if ((by !== null) !== BY_SOMEBODY.includes(reason)) {
    throw new BadRecord(`${said} must say by whom exactly when a player did it`, line);
  }
  if (by !== null && (!(by >= 0 && by < seats) || winners.includes(by))) {
    throw new BadRecord(`${said} by ${by} cannot be: nobody, or a winner`, line);
  }
}

/**
 * The state after the last ply, with every ply and the result checked.
 * @param {Fields} fields @param {Game} game @param {Lines} lines
 */
export function replayed({ viewer, opening, plies, result }, game, lines) {
  if (viewer !== null) {
    const seer = viewer >= 0 ? game.manifest.seats[viewer].name : "an onlooker";
    throw new BadRecord(
      `this record shows only what ${seer} may see and cannot be replayed: ` +
        "the whole record is there once the game has ended",
      lines.get("Viewer"),
    );
  }
  const state = within("", lines.get("Opening"), () => (opening ? game.read(opening) : game.start()));
  plies.forEach((ply, index) => {
    const turn = state.turn + 1;
    const line = lines.get(index);
    if (ply.turn !== turn) {
      throw new BadRecord(
        `ply ${index + 1}, ${quoted(ply.move)}, is put in turn ${ply.turn} but belongs to turn ${turn}`,
        line,
      );
    }
    within(`ply ${index + 1}: `, line, () => state.play(exact(ply.move)));
  });
  checkResult(state, result, lines.get("Result"));
  return state;
}

/**
 * What a function returns; its refusal with what is before it, and the line.
 * @template T @param {string} before @param {number | undefined} line @param {() => T} act
 */
function within(before, line, act) {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof LivestoneError)) throw error;
    throw new BadRecord(before + error.message, line);
  }
}

/**
 * The text itself: a record holds moves, never the paths that a person may type.
 * @param {string} text
 */
function exact(text) {
  if (text.includes(" ")) throw new BadRecord(`${quoted(text)} has a space, and no move has one`);
  return text;
}

/**
 * Compare what the record says about the end with what the rules say.
 * @param {State} state @param {Result | null} result @param {number | null} [line]
 */
export function checkResult(state, result, line) {
  const played = `after ply ${state.ply}`;
  if (!result) {
    if (!state.over) return;
    throw new BadRecord(`the game is over ${played}, but its result is left out`, line);
  }
  if (state.over !== (result.reason === "finished")) {
    const said = state.over ? "over" : "not over";
    throw new BadRecord(
      `the game is ${said} ${played} by the rules, but the reason is ${quoted(result.reason)}`,
      line,
    );
  }
  const right = resultOf(state);
  if (!equal(result.scores, right.scores) && !wasHalf(result, right, state)) {
    const [is, said] = [right.scores, result.scores].map((scores) => scores.map(numberText).join(" "));
    throw new BadRecord(`the scores are ${is} ${played}, not ${said}`, line);
  }
  if (state.over && !equal(result.winners, right.winners)) {
    const names = right.winners.map((player) => state.game.manifest.seats[player].name);
    throw new BadRecord(`by the rules the winner is ${names.join(" and ") || "nobody"}`, line);
  }
}

/**
 * Whether these are the scores that records once had of games drawn without points.
 * @param {Result} result @param {Result} right @param {State} state
 */
function wasHalf(result, right, state) {
  const drawn = state.over && !right.winners.length && !right.scores.some(Boolean);
  const halves = result.scores.length > 0 && result.scores.every((score) => score === 0.5);
  return drawn && !state.game.manifest.points && halves;
}

/** @param {number[]} one @param {number[]} other */
function equal(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
