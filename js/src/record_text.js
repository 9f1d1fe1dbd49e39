/** Game records as text, a turn to a line; `docs/records.md` describes the form. */

import { BadRecord } from "./errors.js";
import { findGame } from "./record_game.js";
import { TURN, readNumber, readTurn, refuse, writeTurns } from "./record_turns.js";
import { checkCharacters } from "./record_types.js";
import { SPACE, numberText, partition, quoted, short, split, strip } from "./texts.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./record_types.js").Fields} Fields */
/** @typedef {import("./record_types.js").Result} Result */
/** @typedef {import("./record_turns.js").Row} Row */
/** @typedef {{ headers: Map<string, Row>, turns: Row[], ending: Map<string, Row> }} Parts */

const FIRST = "Livestone record 1";
const LAST = "End";
const ENDS = ["Result", "Scores", "Reason"];
const ONLOOKER = "an onlooker";
const KIND = /^([^\n]+?)(?: \(([a-z][a-z0-9_-]*)(?: level ([0-9]{1,4}))?\))?$/u;
const HEADER = new RegExp(`^([A-Za-z][^:{}]*):${SPACE}*([^\\n]*)$`, "u");

/** The text of a record. @param {Fields} record @param {Game} game */
export function write(record, game) {
  const turns = record.plies.length ? [...writeTurns(record.plies), ""] : [];
  return [FIRST, ...headers(record, game), "", ...turns, ...ending(record.result, game), LAST, ""].join("\n");
}

/** @param {Fields} record @param {Game} game */
function* headers({ game: id, options, players, date, opening, viewer, tags }, game) {
  const seats = seatNames(game);
  yield `Game: ${id}`;
  const chosen = Object.entries(options);
  if (chosen.length) yield `Options: ${chosen.map(([name, value]) => `${name}=${value}`).join(" ")}`;
  for (const [at, { name, kind, level }] of players.entries()) {
    yield `${seats[at]}: ${name} (${kind}${level === null ? "" : ` level ${level}`})`;
  }
  if (date !== null) yield `Date: ${date}`;
  if (opening !== null) yield `Opening: ${opening}`;
  if (viewer !== null) yield `Viewer: ${viewer >= 0 ? seats[viewer] : ONLOOKER}`;
  for (const [name, value] of Object.entries(tags)) yield `Tag ${name}: ${value}`;
}

/** @param {Result | null} result @param {Game} game */
function ending(result, game) {
  if (!result) return ["Result: running"];
  const by = result.by === null ? "" : ` by ${seatNames(game)[result.by]}`;
  return [
    `Result: ${resultWords(result, game)}`,
    `Scores: ${result.scores.map(numberText).join(" ")}`,
    `Reason: ${result.reason}${by}`,
  ];
}

/** @param {Result} result @param {Game} game */
function resultWords({ winners, reason }, game) {
  if (!winners.length) return reason === "aborted" ? "none" : "draw";
  const names = winners.map((player) => seatNames(game)[player]).join(" and ");
  return `${names} ${winners.length === 1 ? "wins" : "win"}`;
}

/** @param {Game} game @returns {string[]} */
function seatNames(game) {
  return game.manifest.seats.map((/** @type {{ name: string }} */ seat) => seat.name);
}

/**
 * The record in a text, not yet checked, and the line of each header and ply; the rules are not
 * asked. Throws BadRecord or NotLoaded.
 * @param {string} text @param {import("./record_game.js").Games} games
 */
export function readFields(text, games) {
  const parts = takeApart(rows(text));
  /** @type {Map<string | number, number>} */
  const lines = new Map();
  for (const [name, row] of [...parts.headers, ...parts.ending]) lines.set(name, row.line);
  const plies = parts.turns.flatMap((row) => readTurn(row).map((ply) => ({ ply, row })));
  plies.forEach(({ row }, at) => lines.set(at, row.line));
  const value = (/** @type {string} */ name) => parts.headers.get(name)?.text ?? null;
  const id = value("Game");
  if (id === null) throw new BadRecord("there is no 'Game:' line saying which game this is");
  const options = readOptions(parts.headers.get("Options"));
  const game = findGame(id, options, games, lines);
  const tags = [...parts.headers].filter(([name]) => name.startsWith("Tag "));
  const fields = {
    game: id,
    options: Object.fromEntries(options),
    players: readPlayers(parts.headers, seatNames(game)),
    plies: plies.map(({ ply }) => ply),
    result: readResult(parts.ending, game),
    opening: value("Opening"),
    date: value("Date"),
    tags: new Map(tags.map(([name, row]) => [name.slice(4), row.text])),
    viewer: readViewer(parts.headers.get("Viewer"), seatNames(game)),
  };
  return { fields, lines };
}

/** The lines that say something. @param {string} text */
function* rows(text) {
  for (const [at, written] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    const row = written.replace(/\r$/, "");
    checkCharacters(row, at + 1);
    if (strip(row)) yield { line: at + 1, text: strip(row) };
  }
}

/** @param {Generator<Row, void>} rows @returns {Parts} */
function takeApart(rows) {
  /** @type {Parts} */
  const parts = { headers: new Map(), turns: [], ending: new Map() };
  const first = rows.next().value ?? { line: 1, text: "" };
  if (first.text !== FIRST) {
    refuse(first, `${short(first.text, 60)} is no game record: it begins ${quoted(FIRST)}`);
  }
  let last = first;
  for (let next = rows.next(); next.value && last.text !== LAST; next = rows.next()) {
    last = next.value;
    if (last.text === LAST) break;
    put(last, parts);
  }
  if (last.text !== LAST) refuse(last, `the record is cut off: its last line must be ${quoted(LAST)}`);
  const after = rows.next().value;
  if (after) refuse(after, `${short(after.text, 60)} follows the line ${quoted(LAST)}`);
  return parts;
}

/** Sort one line into the parts. @param {Row} row @param {Parts} parts */
function put(row, parts) {
  if (TURN.test(row.text)) {
    if (parts.ending.size) refuse(row, `${short(row.text, 60)}: a turn cannot follow the result`);
    parts.turns.push(row);
    return;
  }
  const header = HEADER.exec(row.text);
  if (!header) return refuse(row, `${short(row.text, 60)} is neither 'Name: value' nor a numbered turn`);
  const name = strip(header[1]);
  const ends = ENDS.includes(name);
  if (!ends && (parts.turns.length || parts.ending.size)) {
    refuse(row, `${short(name, 60)} must stand above the first turn`);
  }
  const where = ends ? parts.ending : parts.headers;
  if (where.has(name)) refuse(row, `${short(name, 60)} is given twice`);
  where.set(name, { line: row.line, text: header[2] });
}

/** @param {Row | undefined} row @returns {[string, string][]} */
function readOptions(row) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const part of row ? split(row.text) : []) {
    const [name, equals, value] = partition(part, "=");
    if (!equals) refuse(/** @type {Row} */ (row), `${short(part, 60)} is no option: write name=value`);
    if (found.has(name)) refuse(/** @type {Row} */ (row), `option ${short(name, 60)} is given twice`);
    found.set(name, value);
  }
  return [...found];
}

/** @param {Map<string, Row>} headers @param {string[]} seats */
function readPlayers(headers, seats) {
  const known = ["Game", "Options", "Date", "Opening", "Viewer", ...seats];
  for (const [name, row] of headers) {
    if (!known.includes(name) && !name.startsWith("Tag ")) {
      refuse(row, `${short(name, 60)} is not known here: use ${known.join(", ")} or 'Tag name'`);
    }
  }
  return seats.map((seat) => {
    const row = headers.get(seat);
    if (!row) throw new BadRecord(`there is no ${quoted(`${seat}:`)} line saying who played ${seat}`);
    if (!row.text) refuse(row, `${seat} has no name`);
    const [, name, kind, level] = /** @type {RegExpExecArray} */ (KIND.exec(row.text));
    return { name, kind: kind ?? "human", level: level ? Number(level) : null };
  });
}

/** @param {Row | undefined} row @param {string[]} seats */
function readViewer(row, seats) {
  if (!row) return null;
  return row.text === ONLOOKER ? -1 : readSeat(row.text, seats, row);
}

/** @param {Map<string, Row>} rows @param {Game} game @returns {Result | null} */
function readResult(rows, game) {
  const said = rows.get("Result");
  if (!said) throw new BadRecord(`there is no 'Result:' line above ${quoted(LAST)}`);
  if (said.text === "running") {
    const [, more] = rows.values();
    if (more) refuse(more, "a running game has neither scores nor a reason");
    return null;
  }
  const [scores, reasons] = ["Scores", "Reason"].map((name) => {
    return rows.get(name) ?? refuse(said, `a finished game needs a ${quoted(`${name}:`)} line`);
  });
  const seats = seatNames(game);
  const [reason, by, who] = partition(reasons.text, " by ");
  const names = ["draw", "none"].includes(said.text) ? [] : said.text.replace(/ wins?$/, "").split(" and ");
  const result = {
    winners: names.map((name) => readSeat(name, seats, said)),
    scores: split(scores.text).map((part) => readNumber(part, scores)),
    reason,
    by: by ? readSeat(who, seats, reasons) : null,
  };
  const right = resultWords(result, game);
  if (said.text !== right) refuse(said, `${short(said.text, 60)} should read ${quoted(right)}`);
  return result;
}

/** @param {string} name @param {string[]} seats @param {Row} row */
function readSeat(name, seats, row) {
  if (!seats.includes(name)) refuse(row, `${short(name, 60)} is no player: use ${seats.join(", ")}`);
  return seats.indexOf(name);
}
