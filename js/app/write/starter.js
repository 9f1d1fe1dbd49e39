/** The file that a player begins with, as `livestone new` writes it. */

import { repr } from "../../src/texts.js";

/** @typedef {import("../../src/game.js").Game} Game */

const FREEDOM = "freedom";

/** Whether a game's players name cells by x and y. @param {Game} game */
export function isOfCells({ id }) {
  return id === FREEDOM;
}

/** What a player's file of a game is called. @param {Game} game */
export function fileName(game) {
  return isOfCells(game) ? "my_player.py" : `my_${game.id}.py`;
}

/** The name of the template that the file is made of. @param {Game} game */
export function templateName(game) {
  return isOfCells(game) ? "starter.txt" : "game_starter.txt";
}

/** @param {Game} game @param {string} template as for Python's `format` @param {string} file its name */
export function starterOf(game, template, file) {
  const { manifest, id } = game;
  const state = game.start();
  const [site, piece] = Object.entries(state.view().cells)[0] ?? [manifest.board.names[0], manifest.pieces[0].name];
  const parts = file.replace(/\.py$/, "").replaceAll("-", "_").split("_");
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
  /** @type {Record<string, string>} */
  const fields = {
    file, name, game: id, title: manifest.title, example: repr(state.legalTexts[0]), site, piece,
    seats: manifest.seats.map((/** @type {{ name: string }} */ seat, /** @type {number} */ at) => `${at} is ${seat.name}`).join(", "),
  };
  return template.replace(/\{\{|\}\}|\{(\w+)(?:!r)?\}/g, (all, field) => (field ? fields[field] : all[0]));
}
