/** Which pages name cells by x and y: those of games that programs play, as the line protocol does. */

import { usually } from "../../table/notation.js";

/** @typedef {import("../catalogue.js").Catalogue} Catalogue */

/** Name cells as programs do, where the line protocol plays this game. @param {Catalogue} catalogue @param {string} game */
export function nameCells({ games }, game) {
  if (games.find(({ id }) => id === game)?.presets.freeplay) usually("xy");
}

/**
 * The same for a game that was played before, where a program took part.
 * @param {Catalogue} catalogue @param {string} game
 * @param {Iterable<{ kind?: string, level?: number | null }>} players a bot of no level is somebody's program
 */
export function nameCellsOf(catalogue, game, players) {
  if ([...players].some(({ kind, level }) => kind === "bot" && (level ?? null) === null)) nameCells(catalogue, game);
}
