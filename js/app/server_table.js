/** What a page needs to show a game that the server keeps. */

import { BadOption } from "../src/errors.js";
import { optionsQuery, sameOptions } from "./catalogue.js";
import { ROOT } from "./files.js";
import { read, send } from "./net/api.js";
import { go, server, to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */

/**
 * What the server says of a game with its options: the board, its pieces and words.
 * @param {string} game its id @param {Record<string, unknown>} options
 * @returns {Promise<import("../table/driver.js").Description>}
 */
export function readDescription(game, options) {
  return /** @type {Promise<any>} */ (read(`/descriptions/${game}?${optionsQuery(options)}`));
}

/**
 * The address of a game's manifest, empty where this edition has no such game compiled.
 * @param {Entry} entry @param {any} options
 */
export function manifestOf(entry, options) {
  const found = entry.compiled.find((one) => sameOptions(one.options, options));
  return found ? new URL(`games/${encodeURIComponent(found.name)}.json`, ROOT).href : "";
}

/**
 * Go to one's study of a game that the server keeps. Throws a Refusal.
 * @param {string} table the game's id @param {number} ply where to look first
 */
export async function studyGame(table, ply) {
  const { id, node } = await send("/studies", { table, ply, reuse: true });
  go(to("study", { id, node: node || null }));
}

/**
 * Show a page that needs the compiled game, else go to a study at the server.
 * @template Shown
 * @param {object} data what the study is made from @param {() => Shown | Promise<Shown>} show
 * @returns {Promise<Shown>}
 */
export async function orStudy(data, show) {
  try {
    return await show();
  } catch (error) {
    if (server === undefined || !(error instanceof BadOption)) throw error;
    const { id, node } = await send("/studies", data);
    location.replace(to("study", { id, node: node || null }));
    return new Promise(() => {}); // the browser leaves this page
  }
}
