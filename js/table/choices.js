/** The buttons for named choices: what may be chosen besides sites, as words or as pictures. */

import { follow } from "../src/paths.js";
import { button, h } from "./dom.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */
/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./board.js").LivestoneBoard} LivestoneBoard */

// With so few moves in all, each gets a button beside the named choices.
const FEW = 4;

/**
 * The moves that are made by one named choice: token by move.
 * @param {Snapshot} shown @param {Description} game
 * @returns {Record<string, string>}
 */
function named({ paths }, game) {
  const sites = new Set(game.board.names);
  const found = Object.entries(paths).filter(([, path]) => path.length === 1 && !sites.has(path[0]));
  return Object.fromEntries(found.map(([move, [token]]) => [move, token]));
}

/**
 * What may be chosen by name now, with a note; nothing where only sites may be.
 * @param {Snapshot} shown @param {Description} game @param {(move: string) => void} play
 */
export function choiceButtons(shown, game, play) {
  const offered = named(shown, game);
  const moves = Object.keys(offered);
  if (!moves.length) return [];
  const others = Object.keys(shown.paths).length <= FEW ? Object.keys(shown.paths).filter((move) => !(move in offered)) : [];
  const notes = [...new Set(moves.map((move) => choiceOf(game, offered[move]).note))].filter(Boolean);
  return [
    h("p", {}, notes.length ? notes.map((note) => t(note)).join(" ") : t("You may also choose:")),
    h(
      "div",
      { class: "buttons" },
      ...others.sort().map((move) =>
        button(t("Play {move}", { move: written(shown.paths[move].join(" ")) }), () => play(move), { class: "main" }),
      ),
      ...moves.map((move) => button(t(choiceOf(game, offered[move]).label), () => play(move), { class: "main" })),
    ),
  ];
}

/**
 * A path in words: sites by their names, what is chosen besides by its label.
 * @param {Description} game @param {string[]} path @param {boolean} [turned] whether the board is
 */
function pathText(game, path, turned = false) {
  const choices = path.map((token) => choiceOf(game, token));
  return choices.map(({ label, turned: other }) => written(t((turned && other) || label))).join(", ");
}

/**
 * A hint in a sentence: the move as it is written, or in words where more than sites is chosen.
 * @param {Description} game @param {import("./driver.js").Hint} hint @param {boolean} [turned]
 */
export function hintText(game, { move, path, words }, turned) {
  const isPlain = path.every((token) => game.board.names.includes(token));
  return words ?? t("Hint: {move} looks good.", { move: isPlain ? written(move) : pathText(game, path, turned) });
}

/**
 * How a path that has begun may go on by names: a button for each move, with pictures of what is
 * put down, as each side of the board will show it.
 * @param {Snapshot} shown @param {Driver} driver @param {LivestoneBoard} board as it lies now
 * @param {string[]} given
 * @param {(move: string) => void} play
 */
export function pathButtons(shown, driver, board, given, play) {
  const { description } = driver;
  const { hint = [] } = board.shown;
  const sites = new Set(description.board.names);
  const tails = Object.entries(shown.paths).filter(
    ([, path]) => given.every((token, at) => path[at] === token) && path.slice(given.length).every((token) => !sites.has(token)),
  );
  if (!given.length || !follow(shown.paths, given).next.some((token) => !sites.has(token))) return [];
  return tails.map(([move, path]) => {
    const label = pathText(description, path.slice(given.length), board.shown.turned);
    const made = button("", () => play(move), { class: "picture", "data-move": move });
    made.append(h("span", {}, label));
    made.classList.toggle("hint", path.every((token, at) => hint[at] === token));
    const picture = (/** @type {number[]} */ pieces) => made.prepend(...pieces.filter(Boolean).map((code) => pieceIcon(board, code)));
    const pieces = driver.preview?.(move) ?? [];
    if (Array.isArray(pieces)) picture(pieces);
    else pieces.then(picture);
    return made;
  });
}

/** @param {LivestoneBoard} board @param {number} code */
function pieceIcon(board, code) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="board block" viewBox="-52 -52 104 104" aria-hidden="true">${board.pieceMarkup(code)}</svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}

/** @param {Description} game @param {string} token */
function choiceOf({ choices }, token) {
  return choices.find((choice) => choice.token === token) ?? { token, label: token, note: "", turned: "" };
}
