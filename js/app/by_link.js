/** Games by links: every link carries the whole game, and is compared with what is kept of it here. */

import { LivestoneError } from "../src/errors.js";
import { extent } from "../table/local_snapshot.js";
import { t } from "../table/words.js";
import { keptOf, mySeat, recordOf, summaryOf } from "./kept.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/record.js").Record} GameRecord */
/** @typedef {import("../src/game.js").Game} Game */
/**
 * How a link's game stands to the one kept here: `new` here, as far (`same`) or not as far (`older`),
 * farther (`newer`), farther by a move or a resignation of a player of this device (`mine`), or
 * `other` from a ply on.
 * @typedef {{ kind: "new" | "same" | "older" | "newer" | "mine" | "other", at: number }} Standing
 */

const ID = /^[\w-]{12}$/;
const ENDS = ["resigned", "aborted"];

/** What a link carries, as short as it can be said. @param {Kept} kept */
export function shortly(kept) {
  const { id, game, options, seats, opening, moves, result, created } = kept;
  const names = seats.map(({ name = "" }) => name);
  return JSON.stringify([id, taken(kept), game, options, names, opening, moves.join(" "), result, Math.round(created)]);
}

/**
 * The record in what a link carries, every move played; it may be a record's text as well. Throws
 * LivestoneError.
 * @param {import("./games.js").Games} games @param {string} text
 */
export async function recordSent(games, text) {
  if (!text.startsWith("[")) return verified(await games.record(text));
  const [id, seats, name, options, names, opening, moves, result, created] = fieldsOf(text);
  const game = await games.load(name, options);
  if (names.length !== game.manifest.seats.length || (result?.by ?? 0) >= names.length) throw broken();
  const people = names.map((one) => ({ kind: /** @type {const} */ ("person"), name: one }));
  const kept = { id, game: name, options: game.options, seats: people, opening, moves: moves.split(" ").filter(Boolean), seconds: [], result, created, updated: created, seed: 0 };
  const record = recordOf(game, kept);
  record.tags = { link: [id, ...seats].join(" ") };
  return record;
}

/** @param {GameRecord} record */
function verified(record) {
  record.replay();
  return record;
}

/**
 * @param {string} text
 * @returns {[string, number[], string, import("./catalogue.js").Options, string[], string, string, Kept["result"], number]}
 */
function fieldsOf(text) {
  try {
    const fields = JSON.parse(text);
    const [id, seats, game, options, names, opening, moves, result, created] = fields;
    const texts = [id, game, opening, moves, ...names].every((one) => typeof one === "string");
    const numbers = [created, ...seats].every((one) => Number.isInteger(one) && one >= 0);
    const ended = result === null || (ENDS.includes(result.reason) && (result.by === null || (Number.isInteger(result.by) && result.by >= 0)));
    const plain = options !== null && typeof options === "object" && !Array.isArray(options);
    if (texts && numbers && ended && plain && created < 1e11) return fields;
  } catch {
    // It is told below.
  }
  throw broken();
}

function broken() {
  return new LivestoneError(t("This link carries no game between friends: it may have been cut. Ask for it again."), "bad-link");
}

/** The record that a game is sent as; it has the game's id and the seats that are taken. @param {Game} game @param {Kept} kept */
export function recordToSend(game, kept) {
  const record = recordOf(game, { ...kept, seconds: [], comments: {}, notes: {} });
  record.tags = { link: [kept.id, ...taken(kept)].join(" ") };
  return record;
}

/**
 * The id of a record's game and the seats that are taken. Throws LivestoneError where it was not
 * sent by a link, or where players may not see everything.
 * @param {GameRecord} record
 */
export function sentAs(record) {
  const [id, ...seats] = (record.tags.link ?? "").split(" ");
  const all = seats.map(Number);
  if (!ID.test(id) || all.some((seat) => !record.players[seat])) {
    throw broken();
  }
  refuseSecrets(record.makeGame());
  return { id, taken: all };
}

/** Throws LivestoneError where a link would tell secrets. @param {Game} game */
export function refuseSecrets(game) {
  if (!game.has("observe")) return;
  throw new LivestoneError(t("{game} cannot be played by links: a link would show what the others may not see.", { game: t(game.manifest.title) }), "bad-link");
}

/** @param {Kept | undefined} kept what is kept here @param {GameRecord} record @returns {Standing} */
export function standing(kept, record) {
  if (!kept) return { kind: "new", at: 0 };
  if (kept.game !== record.game || JSON.stringify(kept.options) !== JSON.stringify(record.options) || kept.opening !== (record.opening ?? "")) {
    throw new LivestoneError(t("This link was changed: the game that is kept here under its name began in another way."), "bad-link");
  }
  const moves = record.plies.map(({ move }) => move);
  const theirs = { moves, result: endedBy(record) };
  const both = Math.min(moves.length, kept.moves.length);
  for (let at = 0; at < both; at++) if (moves[at] !== kept.moves[at]) return { kind: "other", at };
  const more = extent(theirs) - extent(kept);
  const ended = JSON.stringify(theirs.result) !== JSON.stringify(kept.result);
  if (theirs.result && kept.result && ended) return { kind: "other", at: both };
  if ((kept.result && moves.length > both) || (theirs.result && kept.moves.length > both)) return { kind: "other", at: both };
  if (more <= 0) return { kind: more ? "older" : "same", at: both };
  return { kind: isMine(kept, record, both) ? "mine" : "newer", at: both };
}

/** Whether a player of this device has done something new. @param {Kept} kept @param {GameRecord} record @param {number} from */
function isMine(kept, record, from) {
  const mine = (/** @type {number | null | undefined} */ seat) => seat !== null && seat !== undefined && kept.seats[seat].kind === "person";
  const { played } = record.replay();
  return played.slice(from).some(({ player }) => mine(player)) || mine(endedBy(record)?.by);
}

/** How a game ended other than by its rules. @param {GameRecord} record */
function endedBy({ result }) {
  return result && result.reason !== "finished" ? { reason: result.reason, by: result.by } : null;
}

/**
 * The game that is kept here, as far as a link's.
 * @param {Kept} kept @param {GameRecord} record
 * @returns {Kept}
 */
export function farther(kept, record) {
  const { moves, seats, result } = keptOf(record);
  const known = kept.seats.map((seat, at) => (seat.kind === "friend" ? { ...seat, name: seats[at].name } : seat));
  const seconds = moves.map((_, at) => kept.seconds[at] ?? 0);
  return arrived({ ...kept, moves, seconds, seats: known, result }, record);
}

/**
 * A link's game with a person at this device at one of its seats, and friends at the others.
 * @param {GameRecord} record @param {number} seat @param {string} [name] how the person is called
 * @returns {Kept}
 */
export function joined(record, seat, name = "") {
  const kept = keptOf(record);
  const seats = kept.seats.map((one, at) => (at === seat ? { kind: /** @type {const} */ ("person"), name } : { ...one, kind: /** @type {const} */ ("friend") }));
  return arrived({ ...kept, id: sentAs(record).id, seats, created: Date.now() / 1000 }, record);
}

/** @param {Kept} kept @param {GameRecord} record @returns {Kept} */
function arrived(kept, record) {
  const link = { sent: extent(kept), taken: [...new Set([...taken(kept), ...sentAs(record).taken])].sort() };
  return { ...kept, link, updated: Date.now() / 1000, ...summaryOf(record.replay(), { ...kept, link }) };
}

/** The seats that somebody has taken, as far as this device knows. @param {Kept} kept */
function taken({ seats, link }) {
  const here = seats.flatMap(({ kind }, at) => (kind === "person" ? [at] : []));
  return [...new Set([...(link?.taken ?? []), ...here])].sort();
}

/** A game with the name of the only person at this device. @param {Kept} kept @param {string} name */
export function named(kept, name) {
  const me = mySeat(kept.seats);
  return { ...kept, seats: kept.seats.map((seat, at) => (at === me ? { ...seat, name } : seat)) };
}
