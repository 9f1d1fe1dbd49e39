/** What one viewer may see of a state: safe to show, store or send to that viewer. */

import { write } from "./position.js";

/** @typedef {import("./module.js").Octets} Octets */

/** @typedef {import("./state.js").State} State */

// What the other players read where a player made a secret choice.
const SECRET = "chosen";

/** A view; its keys are those of `livestone position --json`, and more for pictures. */
export class View {
  /** @param {State} state @param {number | null} viewer */
  constructor(state, viewer) {
    const { game } = state;
    const { manifest } = game;
    const hides = viewer !== null && !state.over && game.has("observe");
    const position = hides ? game.changed("observe", state.position, viewer) : state.position;
    const blind = position.some((octet, at) => octet !== state.position[at]);
    const moving = viewer === null || viewer === state.mover;
    this.game = game.id;
    this.options = manifest.options;
    this.viewer = viewer;
    this.position = position;
    this.ply = state.ply;
    this.mover = state.mover;
    this.players = manifest.seats.map((/** @type {{ name: string }} */ seat) => seat.name);
    /** @type {Record<string, string[]>} */
    this.paths = moving ? state.paths : {};
    this.legal = Object.keys(this.paths).sort();
    this.over = state.over;
    this.scores = blind && manifest.points && !state.over ? game.outcome(position) : state.scores;
    this.winners = state.winners;
    this.cells = cells(game, position);
    this.tally = game.tally(position);
    this.text = write(game, position);
    this.prompt = this.legal.length ? game.said("question", position) : "";
    this.ending = state.over ? game.ending(position, state.winners ?? [], state.repeated) : "";
    this.marks = game.marks(position);
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[][]} */
    this.steps = [];
    for (const played of state.played) {
      const [text, path] = told(state, played, position, blind, viewer);
      this.moves.push(text);
      this.steps.push(path);
    }
  }
}

/**
 * Piece names by site name, empty sites left out.
 * @param {import("./game.js").Game} game @param {Octets} position
 * @returns {Record<string, string>}
 */
function cells(game, position) {
  const { board, pieces } = game.manifest;
  /** @type {[string, string][]} */
  const found = [];
  game.standing(position).forEach((code, site) => {
    if (code) found.push([board.names[site], pieces[code - 1].name]);
  });
  return Object.fromEntries(found);
}

/**
 * An earlier move as a viewer reads it, and the tokens of its path that they may know.
 * @param {State} state @param {import("./state.js").Played} played @param {Octets} position
 * @param {boolean} blind @param {number | null} viewer
 * @returns {[string, string[]]}
 */
function told({ game }, played, position, blind, viewer) {
  const text = game.text(played.move);
  if (blind && played.secret && played.player !== viewer) return [SECRET, []];
  if (!blind || !game.has("known")) return [text, played.path];
  const known = game.said("known", position, played.move);
  return known === text ? [text, played.path] : [known, played.path.filter((token) => game.sites.has(token))];
}
