/** How a tournament stands, for a screen: standings, games on small boards, the last results. */

import { Part, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { to } from "../routes.js";
import { Boards } from "./boards.js";

/**
 * @typedef {import("../net/types.d.ts").Encounter} Encounter
 * @typedef {import("../net/types.d.ts").Settings} Settings
 * @typedef {import("../net/types.d.ts").Scoreboard} Score
 */

/** The names of tie-breaks, and what they mean. @returns {Record<string, [string, string]>} */
function tieBreaks() {
  return {
    stage: [t("Round"), t("the round in which a player was knocked out, the last for the winner")],
    place: [t("Place"), t("how many stand below on the ladder")],
    buchholz: [t("Buchholz"), t("the points of all opponents; for a bye, one's own")],
    direct: [t("Direct"), t("the points of games among those who have as much of everything before")],
    berger: [t("S-B"), t("Sonneborn-Berger: for each game the points of those beaten, half those of the drawn")],
    wins: [t("Wins"), t("the games won")],
    scored: [t("Scored"), t("the points on the board in all games")],
  };
}

/** Whether a tournament goes on. @param {{ status: string }} one */
export function goesOn({ status }) {
  return status === "running" || status === "paused";
}

/** The parts of a page that show how a tournament stands; more can stand between them. */
export class Scoreboard {
  /** @param {string} title of the standings @param {{ first?: Node, last?: Node }} [more] */
  constructor(title, { first, last } = {}) {
    this.boards = new Boards();
    this.games = new Part(h("p", { class: "soft" }));
    this.rules = h("span", { class: "soft small" });
    /** @type {Record<string, Part>} */
    this.parts = Object.fromEntries(["course", "standings", "cross", "meetings", "results"].map((name) => [name, new Part(h("div", { class: "part" }))]));
    const { course, standings, cross, meetings, results } = this.parts;
    this.course = course.element;
    this.columns = [
      h("div", { class: "column" }, first,
        section("standings", title, this.rules, standings.element), cross.element),
      h("div", { class: "column" },
        section("now", t("Games now"), "", this.boards.element, this.games.element), meetings.element,
        section("results", t("Last results"), "", results.element), last),
    ];
  }

  /** @param {Score} score */
  async show(score) {
    const { parts } = this;
    const { verdict, played, games, meetings, free, round, results, more_boards: more } = score;
    const open = goesOn(score);
    parts.course.show([verdict, played, games, open], () => [
      verdict && h("p", { id: "sprt" }, verdict),
      games !== null && open && h("progress", { max: games, value: played, "aria-label": t("Games played: {done} of about {total}", { done: played, total: games }) }),
    ]);
    parts.standings.show([score.standings, score.ties, score.away, score.kind], () => [standingsTable(score)]);
    parts.cross.show([score.crosstable, score.standings.map(({ name }) => name)], () => [score.crosstable.length > 0 && crosstable(score)]);
    parts.meetings.show([meetings, free, round], () => [meetings.length > 0 && section("meetings", t("Round {number}", { number: round }), "",
      h("ul", { class: "lines" }, ...meetings.map(line)), free && h("p", { class: "soft" }, free))]);
    parts.results.show([results, score.more_results], () => resultList(score));
    this.games.show([score.boards.length, more, open], () => [
      !score.boards.length ? (open ? t("No game is being played at this moment.") : t("All games have been played.")) : more > 0 && t("And {n} more.", { n: more }),
    ]);
    await this.boards.show(score.boards);
  }
}

/**
 * @param {string} name @param {string} title @param {Node | string} beside the title
 * @param {...(Node | string | null | false | undefined)} children
 */
export function section(name, title, beside, ...children) {
  return h("section", { class: name, "aria-labelledby": `${name}-title` }, h("h2", { id: `${name}-title` }, title, " ", beside), ...children);
}

/** @param {Score} score */
function standingsTable({ standings, ties, away, kind }) {
  if (!standings.length) return h("p", { class: "soft" }, t("Nobody has entered yet. Players who log in appear here."));
  const named = tieBreaks();
  const pointed = kind !== "ladder";
  const short = (/** @type {string} */ text, /** @type {string} */ meaning) => h("abbr", { title: meaning }, text);
  const head = h("tr", {},
    column(h("span", { class: "unseen" }, t("Rank"))), column(t("Name"), "name"), pointed && column(t("Points")),
    column(short(t("W–D–L"), t("Games won, drawn and lost"))),
    ...ties.map((tie) => column(short(...named[tie]), "tie")),
    column(short(t("Rating"), t("Glicko-2 by these games alone, with its 95 % interval")), "rating"));
  const rows = standings.map(({ rank, name, points, wins, draws, losses, games, rating, interval, ties: values }) => {
    const gone = away.includes(name);
    const kinds = [rank === 1 && games ? "leads" : "", gone ? "away" : ""].filter(Boolean).join(" ");
    return h("tr", { class: kinds || null },
      h("td", { class: "rank" }, String(rank)),
      h("th", { scope: "row", class: "name" }, name, gone && h("span", { class: "soft small" }, ` ${t("not here")}`)),
      pointed && h("td", { class: "points" }, rounded(points)),
      h("td", { class: "counts" }, `${wins}–${draws}–${losses}`),
      ...ties.map((tie) => h("td", { class: "tie" }, rounded(values[tie]))),
      h("td", { class: "rating" }, games ? `${Math.round(rating)} ±${Math.round(interval[1] - rating)}` : "–"));
  });
  return wide(t("Table of the standings"), head, rows);
}

/** @param {Score} score */
function crosstable({ crosstable: cells, standings }) {
  const head = h("tr", {}, column(h("span", { class: "unseen" }, t("Place"))), column(t("Points against"), "name"),
    ...standings.map(({ name }, at) => column(h("abbr", { title: name }, String(at + 1)))));
  const rows = cells.map((row, at) => h("tr", {},
    h("td", { class: "rank" }, String(at + 1)), h("th", { scope: "row", class: "name", title: standings[at].name }, standings[at].name),
    ...row.map((cell, other) => {
      if (other === at) return h("td", { class: "self" }, h("span", { class: "unseen" }, t("oneself")));
      if (!cell) return h("td", {}, h("span", { class: "unseen" }, t("not met")));
      const points = rounded(cell.points);
      return h("td", { title: t("{points} of {games}", { points, games: cell.games }) }, points);
    })));
  return section("cross", t("Everybody against everybody"), "", wide(t("Table of who scored what against whom"), head, rows));
}

/** @param {string} label @param {HTMLElement} head @param {HTMLElement[]} rows */
function wide(label, head, rows) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label, "data-focus": label },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** @param {Node | string} content @param {string} [name] its class */
function column(content, name) {
  return h("th", { scope: "col", class: name ?? null }, content);
}

/** @param {Score} score */
function resultList({ results, more_results: more }) {
  if (!results.length) return [h("p", { class: "soft" }, t("No game is over yet. Results appear here, each with a link to replay the game."))];
  return [h("ol", { class: "lines", reversed: true }, ...results.map(line)), more > 0 && h("p", { class: "soft" }, t("And {n} before.", { n: more }))];
}

/** @param {Encounter} met */
function line({ players, points, over, note, game }) {
  const who = h("span", { class: "who" }, players.join(" – "));
  const link = game ? h("a", { href: to("freeplaygame", { id: game }), "data-focus": game }, who) : who;
  return h("li", { class: over ? null : "open" }, link, " ", h("b", {}, points.map(rounded).join(" : ")), note && h("span", { class: "note small" }, note));
}

/** @param {number} points */
function rounded(points) {
  return String(Math.round(points * 100) / 100);
}
