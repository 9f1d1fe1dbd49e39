/** What a table says: whose turn it is, how a game ended, what has just happened. */

import { written } from "./notation.js";
import { t, tn } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */

const LIMIT_NEAR = 50; // plies

/** The sentence beside the board. @param {Snapshot} shown @param {Description} game */
export function status(shown, game) {
  if (shown.said) return shown.said;
  if (shown.ply !== shown.last_ply) {
    return shown.ply
      ? t("Move {ply} of {last}.", { ply: shown.ply, last: shown.last_ply })
      : t("The opening position.");
  }
  if (shown.status === "finished") return result(shown, game);
  if (shown.status === "waiting") return waiting(shown);
  const mover = shown.seats[shown.mover ?? 0];
  const soFar = shown.so_far.length ? t("So far: {moves}.", { moves: written(shown.so_far.join(" ")) }) : "";
  if (shown.curtain !== null) {
    return t("{player}'s turn: hand the screen over, then press Show.", { player: mover.player });
  }
  if (shown.clock?.paused) return t("Paused. {player} will be to move.", { player: mover.player });
  const limit = moveLimit(shown);
  if (shown.my_turn) {
    const who = isAlone(shown) ? t("Your turn.") : t("{player} to move.", { player: mover.player });
    return spaced(who, soFar, shown.prompt ? t(shown.prompt) : openings(shown, game), limit);
  }
  const move = premove(shown);
  const ahead = move ? t("You will play {move}.", { move: written(move) }) : "";
  return spaced(waitingFor(shown), soFar, ahead, limit);
}

/**
 * How soon the game is a draw because of its length; empty until that is near.
 * @param {Snapshot} shown
 */
function moveLimit({ max_plies: most = 0, last_ply: last }) {
  if (!most || last < most - LIMIT_NEAR) return "";
  return tn("The game is a draw after {n} more move.", "The game is a draw after {n} more moves.", Math.max(1, most - last));
}

/**
 * The sentence beside a game that is only looked at; `told` is how a referee says that it ended.
 * @param {Snapshot & { told?: string }} shown @param {Description} game
 */
export function lookedAt(shown, game) {
  const { ply, last_ply: last, mover, turns, told } = shown;
  const live = ply === last;
  if (shown.status === "waiting") return t("Waiting for the first game.");
  if (live && shown.status === "running") {
    return mover === null ? t("The last stone is placed; waiting for the result.") : status(shown, game);
  }
  if (live && told) return told;
  const played = turns.flatMap(({ plies }) => plies).find(({ number }) => number === ply);
  const move = played ? t("Move {ply} of {last}: {move}.", { ply, last, move: written(played.text) }) : t("The opening position.");
  return spaced(move, played?.comment ?? "", live ? result(shown, game) : "");
}

/**
 * The sentence beside a study at a node.
 * @param {Snapshot} shown @param {Description} game
 * @param {{ mover: number, move: string, called: string } | null} played what led there, with its sign
 */
export function studied(shown, game, played) {
  if (!played) return spaced(t("The start."), status(shown, game));
  const { mover, called } = played;
  const move = written(played.move);
  const { player } = shown.seats[mover];
  const words = called ? t("{player} played {move}, {called}.", { player, move, called }) : t("{player} played {moves}.", { player, moves: move });
  return spaced(words, status(shown, game));
}

/** @param {Snapshot} shown */
function waitingFor(shown) {
  const { kind, name, player } = shown.seats[shown.mover ?? 0];
  if (kind === "bot") return t("{player} is thinking…", { player });
  if (name === player) return t("{player} to move.", { player });
  if (shown.onlooker) return t("{name} ({player}) to move.", { name, player });
  return t("Waiting for {name} ({player}).", { name, player });
}

/** @param {Snapshot} shown */
function waiting({ seats }) {
  const open = seats.filter(({ kind }) => kind === "open").map(({ player }) => player);
  if (open.length === 1) return t("Waiting for a friend to take {player}'s seat.", { player: open[0] });
  return t("Waiting for friends to take the seats of {players}.", { players: open.join(` ${t("and")} `) });
}

/** What was decided to be played whatever comes, empty where it depends. @param {Snapshot} shown */
export function premove({ plan }) {
  return plan?.lines[0]?.[0] === "*" ? plan.lines[0][1] : "";
}

/** Whether exactly one person sits at this screen. @param {Snapshot} shown */
export function isAlone({ seats }) {
  return seats.filter(({ is_me }) => is_me).length === 1;
}

/** Whether people play here at screens of their own. @param {Pick<Snapshot, "seats">} shown */
export function hasOthers({ seats }) {
  return seats.some(({ kind, is_me: mine }) => kind === "person" && !mine);
}

/** How the game ended, empty while it runs. @param {Snapshot} shown @param {Description} game */
export function result(shown, game) {
  const { winners, reason, seats } = shown;
  if (shown.status !== "finished" || winners === null) return "";
  if (reason === "aborted") return t("The game was called off.");
  if (reason === "agreed") return t("Draw by agreement.");
  if (reason === "move-limit") return t("Draw: the limit of {n} moves is reached.", { n: shown.last_ply });
  const deed = deedOf(shown);
  const why = deed || t(shown.ending ?? "");
  const scores = deed ? "" : scoresOf(shown, game);
  const me = isAlone(shown) ? seats.findIndex(({ is_me }) => is_me) : -1;
  if (!winners.length) return spaced(scores ? t("Draw, {scores}.", { scores }) : t("Draw."), why);
  if (me >= 0 && winners.includes(me)) {
    return spaced(scores ? t("You won, {scores}.", { scores }) : t("You won."), why);
  }
  if (me >= 0) {
    if (deed && shown.ended_by === me) return deed;
    return spaced(scores ? t("You lost, {scores}.", { scores }) : t("You lost."), seats.length > 2 ? won(shown) : "", why);
  }
  return spaced(scores ? t("{players} won, {scores}.", { players: winnersOf(shown), scores }) : won(shown), why);
}

/** @param {Snapshot} shown */
function won(shown) {
  return t("{players} won.", { players: winnersOf(shown) });
}

/** @param {Snapshot} shown */
function winnersOf({ winners, seats }) {
  return (winners ?? []).map((player) => seats[player].player).join(` ${t("and")} `);
}

/** What a player did that ended the game, as a sentence. @param {Snapshot} shown */
function deedOf({ ended_by: by, reason, seats }) {
  if (by === null || by === undefined) return "";
  const { player, is_me: mine } = seats[by];
  const own = mine && seats.filter(({ is_me }) => is_me).length === 1;
  if (reason === "abandoned") return own ? t("You left the game.") : t("{player} left the game.", { player });
  if (reason === "timeout") return own ? t("You ran out of time.") : t("{player} ran out of time.", { player });
  return own ? t("You resigned.") : t("{player} resigned.", { player });
}

/**
 * The points, the winners' first; or what a win brought, where that may be more than one.
 * @param {Snapshot} shown @param {Description & { stake?: number }} game
 */
function scoresOf({ scores, winners }, game) {
  if (!game.points) {
    const best = Math.max(...scores);
    return (game.stake ?? 1) > 1 && best > 0 ? tn("{n} point", "{n} points", best) : "";
  }
  const order = scores.map((_, player) => player);
  order.sort((one, other) => Number(winners?.includes(other)) - Number(winners?.includes(one)) || one - other);
  return order.map((player) => String(scores[player])).join(` ${t("to")} `);
}

/** Where the next ply may begin, counted. @param {Snapshot} shown @param {Description} game */
function openings({ paths, picture }, { board }) {
  const sites = new Map(board.names.map((name, site) => [name, site]));
  const all = Object.values(paths);
  const first = [...new Set(all.map((path) => path[0]))].filter((name) => sites.has(name));
  if (!first.length) return "";
  const moving = first.every((name) => picture.pieces[sites.get(name) ?? 0]);
  if (moving && all.every((path) => path.length === 1)) {
    return tn("Choose {n} piece.", "Choose one of {n} pieces.", first.length);
  }
  if (first.length === 1) {
    return moving ? t("Only {site} can move.", { site: written(first[0]) }) : t("Only {site} is open.", { site: written(first[0]) });
  }
  return moving
    ? tn("{n} piece can move.", "{n} pieces can move.", first.length)
    : tn("{n} place is open.", "{n} places are open.", first.length);
}

/**
 * The turns made since one's own, the points and what is asked, for people who listen.
 * @param {Snapshot} shown @param {Description} game
 */
export function news(shown, game) {
  const parts = [];
  for (const { mover, plies } of shown.turns) {
    const seen = plies.filter(({ number }) => number <= shown.ply && number > shown.recent);
    if (!seen.length) continue;
    const { player } = shown.seats[mover];
    const moves = written(seen.map(({ text }) => text).join(" "));
    parts.push(moves === "chosen" ? t("{player} has chosen in secret.", { player }) : t("{player} played {moves}.", { player, moves }));
  }
  if (game.points) {
    const points = shown.seats.map(({ player }, at) => `${player} ${shown.scores[at]}`).join(", ");
    parts.push(t("{unit}: {points}.", { unit: capital(t(game.unit)), points }));
  }
  if (shown.ply !== shown.last_ply) return parts.join(" ");
  if (shown.takeback) parts.push(takebackWords(shown));
  if (shown.rematch) parts.push(t("The rematch has begun."));
  else parts.push(...shown.offers.map((offer) => offerWords(shown, offer)));
  return parts.join(" ");
}

/** The takeback that a player asks for. @param {Snapshot} shown */
export function takebackWords({ takeback, turns, seats }) {
  const { ply, seat, mine } = /** @type {NonNullable<Snapshot["takeback"]>} */ (takeback);
  const plies = turns.flatMap((turn) => turn.plies).filter(({ number }) => number > ply);
  const moves = written(plies.map(({ text }) => text).join(" "));
  if (mine) return t("You ask to take back {moves}.", { moves });
  return t("{player} asks to take back {moves}.", { player: seats[seat].player, moves });
}

/** What somebody offers. @param {Snapshot} shown @param {import("./driver.js").Offer} offer */
export function offerWords({ seats }, { kind, seat, mine, refused }) {
  const player = seats[seat].account || seats[seat].player;
  if (kind === "rematch") {
    if (refused) return t("A rematch was declined.");
    return mine ? t("You ask for a rematch.") : t("{player} asks for a rematch.", { player });
  }
  if (kind === "draw") {
    if (refused) return t("Your offer of a draw was refused.");
    return mine ? t("You offer a draw.") : t("{player} offers a draw.", { player });
  }
  if (refused) return t("Your offer of a pause was refused.");
  return mine ? t("You offer a pause.") : t("{player} offers a pause.", { player });
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {...string} parts */
function spaced(...parts) {
  return parts.filter(Boolean).join(" ");
}
