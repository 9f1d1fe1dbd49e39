/** What follows from what a table shows: its state, how its board lies, the last move's sites, what is heard. */

import { isAlone } from "./sentences.js";
import { sound } from "./sounds.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */

const MAX_KEPT = 500; // positions

/**
 * How many tokens a move decided ahead seems to need: as many as the moves so far did.
 * @param {Snapshot} shown
 */
export function planTokens({ steps }) {
  return steps.reduce((most, path) => Math.max(most, path.length), 1);
}

/**
 * The sites of what has been played since the viewer's own turn, or where a game that begins with
 * a position says that the last piece was placed.
 * @param {Snapshot} shown @param {string[]} names
 */
export function lastSites({ steps, recent, picture }, names) {
  if (!steps.length) return picture.last === undefined ? [] : [names[picture.last]];
  return steps.slice(recent).flat().filter((token) => names.includes(token));
}

/**
 * Whether a board is turned round for whoever sits at it: the side where their pieces begin is at
 * the top of the usual picture. A board where no side is anybody's stays as it is.
 * @param {Description} game @param {Snapshot} shown
 */
export function sideOf(game, { seats }) {
  const mine = seats.filter(({ is_me: is }) => is);
  if (mine.length !== 1) return false;
  return game.sides?.[mine[0].index] === "top";
}

/** What stood where after each ply that a table has shown, as far as it is known. */
export class Memory {
  #id = "";
  /** @type {Map<number, { path: string, pieces: number[] }>} by ply, with the path of that ply */
  #known = new Map();

  /**
   * The sites where something was taken, or turned into something else, since the viewer's own turn.
   * @param {Snapshot} shown @param {string[]} names
   */
  changed({ id, ply, last_ply: last, steps, recent, picture, viewer }, names) {
    const path = (/** @type {number} */ at) => steps[at - 1]?.join(" ") ?? "";
    for (const at of this.#known.keys()) if (id !== this.#id || at > last) this.#known.delete(at);
    this.#id = id;
    const before = this.#known.get(recent);
    this.#known.set(ply, { path: path(ply), pieces: picture.pieces });
    if (this.#known.size > MAX_KEPT) this.#known.delete(this.#known.keys().next().value ?? 0);
    // Where something is hidden, what is shown may change although nothing happened there.
    if (before?.path !== path(recent) || recent >= ply || viewer !== null) return [];
    return names.filter((_, site) => before.pieces[site] && before.pieces[site] !== picture.pieces[site]);
  }
}

/** The ply that was the last to end at each site. @param {Pick<Snapshot, "steps">} shown */
export function arrivals({ steps }) {
  return new Map(steps.map((path, at) => [path[path.length - 1] ?? "", at + 1]));
}

/** What the table waits for, for programs that drive it. @param {Snapshot} shown */
export function stateOf({ status: state, my_turn: mine, seats, mover }) {
  if (state === "finished") return "over";
  if (mine) return "your-turn";
  return state === "running" && mover !== null && seats[mover].kind === "bot" ? "thinking" : "waiting";
}

/**
 * Play the sound of what has happened between two snapshots of a game.
 * @param {Snapshot} before @param {Snapshot} shown
 */
export function soundOf(before, shown) {
  if (shown.status === "finished" && before.status !== "finished") {
    const me = shown.seats.findIndex(({ is_me: mine }) => mine);
    if (!isAlone(shown) || !shown.winners?.length) sound("over");
    else sound(shown.winners.includes(me) ? "won" : "lost");
    return;
  }
  if (shown.last_ply <= before.last_ply) return;
  const count = (/** @type {Snapshot} */ one) => one.picture.pieces.filter(Boolean).length;
  const steps = shown.steps[shown.steps.length - 1] ?? [];
  if (count(shown) < count(before)) sound("capture");
  else sound(steps.length > 1 && count(shown) === count(before) ? "slide" : "place");
}
