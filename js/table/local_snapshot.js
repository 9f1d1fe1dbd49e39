/** What a game in this page shows, in the form of the server's API. */

import { field } from "../src/position.js";
import { t } from "./words.js";

/** @typedef {import("./local.js").LocalDriver} LocalDriver */
/** @typedef {import("./driver.js").Seat} Seat */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Turn} Turn */
/** @typedef {import("../src/state.js").State} State */

const ONLOOKER = -1;

/**
 * The game after `ply` plies, as whoever sits at the screen may see it.
 * @param {LocalDriver} driver @param {number} ply
 * @returns {Snapshot}
 */
export function localSnapshot(driver, ply) {
  const { state: present, kept, over, game } = driver;
  const at = stateAt(present, ply);
  const live = ply === present.ply;
  const viewer = over ? null : viewerOf(driver);
  const curtain = curtainOf(driver);
  const person = kept.seats[present.player].kind === "person";
  const mine = !over && person && curtain === null;
  const view = at.view(viewer);
  const now = live ? view : present.view(viewer);
  return {
    id: kept.id,
    status: over ? "finished" : "running",
    seats: seatsOf(driver),
    options: optionWords(driver),
    ...resultOf(driver),
    mover: over ? null : present.player,
    my_turn: mine,
    viewer,
    ply,
    last_ply: present.ply,
    version: driver.version,
    ...(live && mine ? { legal: now.legal, paths: now.paths, prompt: now.prompt } : { legal: [], paths: {}, prompt: "" }),
    scores: view.scores,
    tally: view.tally,
    ending: view.ending,
    text: view.text,
    picture: pictureOf(game, view),
    steps: view.steps,
    recent: recentOf(driver, ply),
    turns: turnsOf(present, now.moves, kept),
    so_far: live ? now.moves.slice(now.moves.length - present.unfinished) : [],
    thinking: driver.thinking,
    trouble: driver.trouble,
    curtain,
    ...(live ? awaited(driver) : {}),
    onlooker: kept.seats.every(({ kind }) => kind === "bot"),
    takeback: null,
    rematch: null,
    clock: null,
    offers: [],
    plan: null,
    signs: live && mine ? (driver.signs ?? []) : [],
    can: {
      undo: !over && driver.undoTarget !== null,
      ...(kept.link ? {} : { hint: mine }),
      resign: !over && kept.seats.some(({ kind }) => kind === "person"),
    },
  };
}

/**
 * What is waited for where a friend is to move, who gets links.
 * @param {LocalDriver} driver
 */
function awaited({ kept, state, over, game }) {
  if (over || kept.seats[state.player].kind !== "friend") return {};
  const player = t(game.manifest.seats[state.player].name);
  return { said: isUnsent(kept) ? t("Now send the game to {player}.", { player }) : t("Waiting for a link from {player}: open it when it comes.", { player }) };
}

/** Whether a game by links has gone on since it was sent. @param {import("./local.js").Kept} kept */
export function isUnsent(kept) {
  return kept.link !== undefined && kept.link.sent < extent(kept);
}

/** How far a game is, its end by decision counted. @param {{ moves: unknown[], result: unknown }} kept */
export function extent({ moves, result }) {
  return moves.length + (result ? 1 : 0);
}

/**
 * What a board draws of a view.
 * @param {import("../src/game.js").Game} game @param {import("../src/view.js").View} view
 * @returns {import("./driver.js").Picture}
 */
export function pictureOf(game, { position, marks }) {
  return { pieces: game.standing(position), courses: game.courses(position), marks, faces: game.faces(position), ...lastOf(game, position) };
}

/**
 * Where a position says that the last piece was placed; most say nothing.
 * @param {import("../src/game.js").Game} game @param {import("../src/module.js").Octets} position
 */
function lastOf(game, position) {
  if (!game.manifest.site_fields.includes("last")) return {};
  const last = Number(field(game, position, "last")[0]);
  return last >= 0 && last < game.manifest.board.names.length ? { last } : {};
}

/**
 * The number of the piece that a move puts on the first site of its path, 0 for none; then what it
 * shows on the other sides of the board.
 * @param {State} state @param {string} move
 */
export function piecesAfter(state, move) {
  const { game } = state;
  const after = state.copy();
  after.play(move);
  const site = game.sites.get(state.paths[move]?.[0] ?? "");
  if (site === undefined) return [];
  const behind = Object.values(game.faces(after.position)).map(({ pieces }) => pieces[site]);
  return [game.standing(after.position)[site], ...behind];
}

/** @param {State} present @param {number} ply */
function stateAt(present, ply) {
  if (ply === present.ply) return present;
  const state = present.copy();
  while (state.ply > ply) state.undo();
  return state;
}

/**
 * How the game ended: its words, why, by whom, and who won; the scores come with the position.
 * @param {LocalDriver} driver
 */
function resultOf({ state, kept, over }) {
  const { result } = kept;
  if (!over) return { result: "", reason: "", ended_by: null, winners: null };
  if (!result) return { result: "", reason: "finished", ended_by: null, winners: state.winners };
  const others = kept.seats.map((_, seat) => seat).filter((seat) => seat !== result.by);
  return { result: "", reason: result.reason, ended_by: result.by, winners: result.by === null ? [] : others };
}

/**
 * Whose eyes the screen is for: nobody's in particular where nothing is hidden.
 * @param {LocalDriver} driver
 */
function viewerOf(driver) {
  const { game, kept, state } = driver;
  if (!game.has("observe")) return null;
  const people = kept.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  if (!people.length) return null;
  if (people.length === 1) return people[0];
  if (!game.manifest.private) return people.includes(state.player) ? state.player : people[0];
  return curtainOf(driver) === null ? driver.looking ?? ONLOOKER : ONLOOKER;
}

/**
 * The player to whom the screen must be handed before anything secret may be seen.
 * @param {LocalDriver} driver
 */
function curtainOf({ game, kept, state, looking, over }) {
  const people = kept.seats.filter(({ kind }) => kind === "person").length;
  const shared = !over && game.has("observe") && game.manifest.private && people > 1;
  const mover = state.player;
  return shared && kept.seats[mover].kind === "person" && looking !== mover ? mover : null;
}

/** @param {LocalDriver} driver @returns {Seat[]} */
function seatsOf({ game, kept }) {
  const alone = kept.seats.filter(({ kind }) => kind === "person").length === 1;
  return game.manifest.seats.map((/** @type {{ name: string, colour: string }} */ { name, colour }, /** @type {number} */ index) => {
    const { kind, level = null, name: given } = kept.seats[index];
    const levelName = level === null ? "" : t(game.manifest.levels[level - 1].name);
    const names = { bot: t("Bot, level {level}", { level: level ?? 0 }), friend: t("Friend"), person: alone ? t("You") : t(name) };
    return {
      index,
      player: t(name),
      colour,
      kind: kind === "bot" ? kind : "person",
      name: given || names[kind],
      is_me: kind === "person",
      level,
      level_name: levelName,
    };
  });
}

/** @param {LocalDriver} driver */
function optionWords({ game }) {
  const { declared, options } = game.manifest;
  /** @type {string[]} */
  const words = [];
  for (const { name, label, default: usual, values } of declared) {
    const value = options[name];
    if (value === usual) continue;
    const known = values.find((/** @type {{ value: unknown }} */ one) => one.value === value);
    const said = typeof value === "boolean" ? (value ? t("yes") : t("no")) : known?.label ? t(known.label) : String(value);
    words.push(`${t(label)} ${said}`);
  }
  return words.join(", ");
}

/**
 * The ply from which on everything is new: after the last turn of the person who is to move, or
 * the last turn where bots play each other.
 * @param {LocalDriver} driver @param {number} ply
 */
function recentOf({ state, kept }, ply) {
  const { played } = state;
  const person = (/** @type {number} */ at) => kept.seats[played[at].player].kind === "person";
  const alone = kept.seats.filter(({ kind }) => kind === "person").length === 1;
  let start = ply;
  // Back over the last turn ...
  while (start > 0 && played[start - 1].turn === played[ply - 1].turn) start--;
  // ... and over the turns before it that others have made since one's own.
  if (alone && ply && !person(ply - 1)) while (start > 0 && !person(start - 1)) start--;
  return start;
}

/**
 * The turns with their plies, as a viewer reads them.
 * @param {State} state @param {string[]} moves @param {import("./local.js").Kept} kept
 * @returns {Turn[]}
 */
function turnsOf({ played }, moves, { seconds, comments, notes }) {
  /** @type {Turn[]} */
  const found = [];
  played.forEach(({ player, turn }, at) => {
    if (!at || played[at - 1].turn !== turn) found.push({ number: found.length + 1, mover: player, plies: [] });
    found[found.length - 1].plies.push({ number: at + 1, text: moves[at], seconds: seconds[at] ?? null, comment: comments?.[at + 1], note: notes?.[at + 1] });
  });
  return found;
}
