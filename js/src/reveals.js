/** Whether a ply chose or showed something hidden, so that it cannot be taken back fairly. */

import { field } from "./position.js";

/** @typedef {import("./module.js").Octets} Octets */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./game.js").Game} Game */

const ONLOOKER = -1;

/**
 * Whether ply number `ply` (from 0) chose or showed something hidden. It is judged by what an
 * onlooker sees: a plain ply changes only the sites of its path, ends where nothing stood, and
 * leaves no less hidden than before.
 * @param {State} state @param {number} ply
 */
export function reveals({ game, played, position }, ply) {
  if (!game.has("observe")) return false;
  const { before, secret, path, turn } = played[ply];
  const then = played[ply + 1]?.before ?? position;
  const counts = hidden(game, then);
  if (secret || hidden(game, before).some((count, at) => counts[at] < count)) return true;
  const goesOn = ply > 0 && played[ply - 1].turn === turn;
  const tokens = goesOn ? [...played[ply - 1].path, ...path] : path;
  const sites = tokens.flatMap((token) => game.sites.get(token) ?? []);
  const [old, now] = [before, then].map((one) => game.standing(game.changed("observe", one, ONLOOKER)));
  const changed = now.flatMap((code, site) => (code === old[site] ? [] : [site]));
  return !changed.every((site) => sites.includes(site)) || (sites.length > 0 && old[sites[sites.length - 1]] !== 0);
}

/**
 * How much of a position an onlooker and each player may not see, field by field.
 * @param {Game} game @param {Octets} position
 */
function hidden(game, position) {
  const { placement, identity } = game.manifest.position;
  const viewers = [ONLOOKER, ...Array(game.manifest.players).keys()];
  return viewers.flatMap((viewer) => {
    const seen = game.changed("observe", position, viewer);
    return [...placement, ...identity].map((name) => {
      const [all, known] = [field(game, position, name), field(game, seen, name)];
      return Array.from(all).filter((value, at) => value !== known[at]).length;
    });
  });
}
