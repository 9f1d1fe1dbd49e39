/** Games to files and back: records as text or as JSON, one or many in a file. */

import { BadRecord, LivestoneError } from "../src/errors.js";
import { linesOf } from "../src/pasted.js";
import { t } from "../table/words.js";
import { keptOf, recordOf } from "./kept.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./page.js").App} App */
/** @typedef {{ games: Kept[], refused: string[], remarks: string[] }} Found `remarks` say what was left out */

const FIRST = "Livestone record 1";

/**
 * Kept games as one text: records one after the other, or an object of JSON a line.
 * @param {App} app @param {Kept[]} kept @param {"txt" | "jsonl"} form
 */
export async function exported({ games }, kept, form) {
  const parts = [];
  for (const one of kept) {
    const game = await games.load(one.game, /** @type {any} */ (one.options));
    const record = recordOf(game, one);
    parts.push(form === "txt" ? record.asText() : `${JSON.stringify(record.asJson())}\n`);
  }
  return parts.join(form === "txt" ? "\n" : "");
}

/**
 * The games in a text, and why others in it are refused, each with its line.
 * @param {App} app @param {string} text
 * @returns {Promise<Found>}
 */
export async function imported({ games }, text) {
  /** @type {Found} */
  const found = { games: [], refused: [], remarks: [] };
  for (const { line, content } of partsOf(text)) {
    try {
      const { record, remarks } = await games.pasted(content);
      found.games.push(keptOf(record));
      found.remarks.push(...remarks);
    } catch (error) {
      if (!(error instanceof LivestoneError)) throw error;
      found.refused.push(refusalOf(error, line));
    }
  }
  if (!found.games.length && !found.refused.length) {
    found.refused.push(t("There is no record in it: a record begins with the line “{first}”, or is an object of JSON.", { first: FIRST }));
  }
  return found;
}

/**
 * Why a record is refused, its line counted from the file's first.
 * @param {LivestoneError} error @param {number} before lines before the record
 */
function refusalOf(error, before) {
  const own = error instanceof BadRecord ? error.line : null;
  if (own === null) return t("The record from line {line} on: {why}", { line: before + 1, why: error.message });
  return t("Line {line}: {why}", { line: before + own, why: error.message.replace(/^line \d+: /, "") });
}

/** The records in a text, and how many lines stand before each. @param {string} text */
function partsOf(text) {
  const lines = linesOf(text);
  const start = lines.join("\n").trimStart();
  if (start.startsWith("[")) return listed(start);
  if (start.startsWith("{")) {
    if (isJson(start)) return [{ line: 0, content: start }];
    return lines.flatMap((content, line) => (content.trim() ? [{ line, content }] : []));
  }
  const starts = lines.flatMap((line, at) => (line.trim() === FIRST ? [at] : []));
  return (starts.length ? [0, ...starts.slice(1)] : [0])
    .map((line, at) => ({ line, content: lines.slice(line, starts[at + 1]).join("\n") }))
    .filter(({ content }) => content.trim());
}

/** @param {string} text */
function listed(text) {
  if (!isJson(text)) return [{ line: 0, content: text }];
  /** @type {unknown[]} */
  const all = JSON.parse(text);
  return all.map((one) => ({ line: 0, content: JSON.stringify(one) }));
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
