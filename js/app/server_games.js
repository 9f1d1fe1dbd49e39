/** The games that the server keeps for a person: those that wait for them first. */

import { h } from "../table/dom.js";
import { language, t, tn, translated } from "../table/words.js";
import { whenText } from "./game_list.js";
import { read } from "./net/api.js";
import { server, to } from "./routes.js";

/** @typedef {import("./net/types.d.ts").GameLine} Line */

const SOON = 500; // milliseconds that a page waits for the list
const SHORT = 6 * 3600; // seconds under which time is short

/** A list of games as links. @param {Line[]} lines */
export function serverGameList(lines) {
  return h("ul", { class: "list" }, ...lines.map((line) => h("li", {}, serverGameLink(line))));
}

/**
 * A few games that go on at the server, the urgent ones first.
 * @param {number} most @returns {Promise<Line[]>}
 */
export async function goingOn(most) {
  const { games } = await read("/games");
  return urgentFirst(games.filter(({ status }) => status !== "finished")).slice(0, most);
}

/**
 * The same; none where there is no server, or no answer soon.
 * @param {number} most @returns {Promise<Line[]>}
 */
export async function goingOnSoon(most) {
  if (server === undefined) return [];
  const late = /** @type {Promise<Line[]>} */ (new Promise((resolve) => AbortSignal.timeout(SOON).addEventListener("abort", () => resolve([]))));
  return Promise.race([goingOn(most), late]).catch(() => []);
}

/** @param {Line[]} lines */
function urgentFirst(lines) {
  const rank = (/** @type {Line} */ { my_turn: mine, status }) => (mine ? 0 : status === "finished" ? 2 : 1);
  return [...lines].sort((one, other) => rank(one) - rank(other));
}

/** @param {Line} line */
export function serverGameLink(line) {
  const { id, ply, my_turn: mine, left, updated } = line;
  const when = left === null ? whenText(updated) : t("{time} left", { time: timeLeft(left) });
  return h("a", { href: to("game", { id }), "data-focus": id },
    h("span", { class: "about" },
      h("span", { class: "what" }, titleOf(line)),
      h("span", { class: "who soft small" }, `${who(line)}, ${tn("{n} move", "{n} moves", ply)}`)),
    h("span", { class: "when" },
      h("span", { class: mine ? "state mine" : "state" }, stateOf(line)),
      h("span", { class: mine && left !== null && left < SHORT ? "small wrong" : "soft small" }, when)));
}

/** What is searched of a game, in words. @param {Line} line */
export function serverGameText(line) {
  return `${titleOf(line)} ${who(line)} ${stateOf(line)}`;
}

/** @param {Line} line */
function titleOf({ title, options }) {
  return options ? t("{game}, {options}", { game: t(title), options: translated(options) }) : t(title);
}

/** @param {Line} line */
function who({ seats }) {
  const name = (/** @type {Line["seats"][number]} */ { kind, level, name: said }) =>
    kind === "open" ? t("a friend") : level ? t("Bot, level {level}", { level }) : translated(said);
  const others = seats.filter(({ is_me: isMe }) => !isMe);
  const mine = seats.filter(({ is_me: isMe }) => isMe).map(({ player }) => t(player));
  if (!others.length) return mine.length === 2 ? t("Two people at this screen") : t("All at this screen");
  const list = new Intl.ListFormat(language());
  const opponents = list.format(others.map(name));
  return mine.length ? t("{players} against {others}", { players: list.format(mine), others: opponents }) : opponents;
}

/** @param {Line} line */
function stateOf({ result, my_turn: mine, status, mover, seats }) {
  if (result) return translated(result);
  if (mine) return t("Your turn");
  if (status === "waiting") return t("Waiting for a friend");
  if (mover === null || seats[mover].is_me) return t("Waiting");
  const { level, name } = seats[mover];
  return t("Waiting for {name}", { name: level ? t("Bot, level {level}", { level }) : translated(name) });
}

/** A time in words, rounded down. @param {number} seconds */
export function timeLeft(seconds) {
  const minutes = Math.floor(seconds / 60);
  const parts = [["day", Math.floor(minutes / 1440)], ["hour", Math.floor(minutes / 60) % 24], ["minute", minutes % 60]];
  const shown = parts.filter(([, n]) => n).slice(0, 2);
  if (!shown.length) return t("less than a minute");
  return shown.map(([unit, n]) => new Intl.NumberFormat(language(), { style: "unit", unit: String(unit), unitDisplay: "long" }).format(Number(n))).join(" ");
}
