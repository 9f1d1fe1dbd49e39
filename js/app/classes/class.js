/** A class: who is in it, one's own player, how all of them stand, and what its teacher may do. */

import { Part, button, h } from "../../table/dom.js";
import { t, tn } from "../../table/words.js";
import { nameCells } from "../freeplay/cells.js";
import { Scoreboard, goesOn, section } from "../freeplay/scoreboard.js";
import { Live, operatorActs, pauseButton, standing, tell } from "../freeplay/tournament.js";
import { tournamentList } from "../freeplay/tournaments.js";
import { whenText } from "../game_list.js";
import { apiAddress, read, send } from "../net/api.js";
import { to } from "../routes.js";
import { Pairings } from "./pairings.js";

/**
 * @typedef {import("../net/types.d.ts").Class} Class
 * @typedef {import("../net/types.d.ts").ClassMember} Member
 * @typedef {import("../freeplay/scoreboard.js").Score} Score
 */

/**
 * A class, and how the tournament that goes on stands there, or its ladder.
 * @param {import("../page.js").App} app @param {string} id @param {string | null} [tournament]
 */
export async function readClass({ catalogue }, id, tournament) {
  const path = /** @type {const} */ (`/classes/${encodeURIComponent(id)}`);
  const shown = await read(path);
  const score = await read(`${path}/tournaments/${tournament || shown.tournament || shown.ladder}/scoreboard`);
  for (const { game } of score.boards) nameCells(catalogue, game);
  return { path, shown, score };
}

/** @type {import("../page.js").Show} */
export async function showClass(app, { query }) {
  const [id, asked] = [query.get("id") ?? "", query.get("tournament")];
  const first = await readClass(app, id, asked);
  const { path, shown: { teacher } } = first;
  const page = new Live(first.shown.name, async () => {
    const { shown, score } = await readClass(app, id, asked);
    await show(shown, score);
  }, `classes/${id}`);
  const part = (/** @type {string} */ name) => new Part(h("div", { class: "part", id: name }));
  const [acts, members, fault, all] = ["acts", "members", "fault", "all"].map(part);
  const pausing = new Part(h("div", {}));
  const pairings = new Pairings(page, path);
  const code = h("p", { class: "notice", role: "status", hidden: true });
  const mine = teacher ? section("members", t("Students"), "", code, adding(page, path, code), members.element)
    : section("mine", t("Your player"), "", handIn(page, path), fault.element);
  const board = new Scoreboard("", { first: mine, last: section("all", t("Tournaments"), "", all.element) });
  const title = /** @type {HTMLElement} */ (board.columns[0].querySelector("#standings-title"));
  const giveCode = (/** @type {Member} */ { number }) => page.act(async () => showCode(code, await send(`${path}/members/${number}/code`)));

  /** @param {Class} shown @param {Score} score */
  async function show(shown, score) {
    const mayEnd = goesOn(score);
    page.say(said(shown, score));
    title.firstChild?.replaceWith(score.kind === "ladder" ? t("The ladder") : score.name);
    board.rules.textContent = score.rules;
    tell(page.refusal, shown.refusal);
    acts.show([teacher, mayEnd, score.id, shown.tournament, shown.join], () => teacher ? teachersActs(shown, score, pausing.element, (status) =>
      page.act(() => send(`${path}/tournaments/${score.id}/status`, { status }))) : []);
    pausing.show([score.status, score.id], () => [mayEnd && pauseButton(score, (status) => page.act(() => send(`${path}/tournaments/${score.id}/status`, { status })))]);
    if (teacher) members.show(shown.members, () => [memberTable(shown, giveCode)]);
    else fault.show(shown.versions.slice(-1), () => ownPlayer(shown));
    all.show([shown.tournaments, score.id], () => [
      shown.tournaments.length ? tournamentList(shown.tournaments, (line) => to("class", { id, tournament: line.id })) : h("p", { class: "soft" }, t("There has been none yet. Until one begins, all players meet on the ladder.")),
      asked && h("p", {}, h("a", { href: to("class", { id }) }, t("What goes on now"))),
    ]);
    await Promise.all([board.show(score), teacher && pairings.update(mayEnd && score.kind !== "ladder" ? score.id : null)]);
  }

  page.header.append(board.course);
  page.ways.append(acts.element, pairings.element);
  page.main.append(...board.columns);
  await show(first.shown, first.score);
  return page.page();
}

/** @param {Class} shown @param {Score} score */
function said({ members, number, teacher }, score) {
  const students = members.filter((one) => !one.teacher);
  const playing = students.filter(({ newest }) => newest).length;
  const name = members.find((one) => one.number === number)?.name ?? "";
  const who = teacher ? tn("{playing} of {n} student has handed in.", "{playing} of {n} students have handed in.", students.length, { playing }) : t("You are {name}.", { name });
  return `${who} ${score.kind === "ladder" && score.status === "running" ? "" : standing(score)}`.trim();
}

/** A form by which one hands in a file. @param {Live} page @param {string} path of the class */
function handIn(page, path) {
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "text", rows: 6, spellcheck: "false", "aria-label": t("The player’s Python code"), placeholder: t("Paste your player here, or choose its file.") }));
  const file = /** @type {HTMLInputElement} */ (h("input", { id: "file", type: "file", accept: ".py,text/x-python", "aria-label": t("The player’s file") }));
  const done = h("p", { class: "notice", role: "status", hidden: true });
  file.addEventListener("change", async () => { text.value = (await file.files?.[0]?.text()) ?? text.value; });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    tell(done, "");
    page.act(async () => {
      const { version } = await send(/** @type {"/classes/x/versions"} */ (`${path}/versions`), { text: text.value });
      tell(done, t("Version {version} is handed in, and plays from now on.", { version }));
    });
  };
  return h("form", { class: "setup handin", onsubmit }, file, text, h("div", { class: "buttons" }, h("button", { class: "main" }, t("Hand in")), h("a", { href: to("write") }, t("Write a player"))), done);
}

/** @param {Class} shown */
function ownPlayer({ id, number, versions }) {
  const newest = versions.at(-1);
  if (!newest) return [h("p", { class: "soft" }, t("You have handed in nothing yet."))];
  const { version, at, fault, left_out: leftOut } = newest;
  return [
    h("p", {}, leftOut ? t("Version {version} was handed in {when}.", { version, when: whenText(at) }) : t("Version {version} plays, handed in {when}.", { version, when: whenText(at) }), " ", h("a", { href: to("classplayer", { id, number }) }, t("All versions"))),
    leftOut && h("p", { class: "notice refused" }, t("It is left out now: {why}.", { why: leftOut })),
    fault && h("div", { class: "fault" }, h("p", {}, t("It lost a game by a fault:")), h("pre", { tabindex: 0 }, fault)),
  ];
}

/** @param {Live} page @param {string} path @param {HTMLElement} place where the code is told */
function adding(page, path, place) {
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "new-name", required: true, maxlength: 40, autocomplete: "off", "aria-label": t("A student’s name"), placeholder: t("A student’s name") }));
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    page.act(async () => {
      showCode(place, await send(/** @type {"/classes/x/members"} */ (`${path}/members`), { name: name.value }));
      name.value = "";
    });
  };
  return h("details", { class: "adding" }, h("summary", {}, t("Add a student")), h("form", { class: "buttons", onsubmit }, name, h("button", {}, t("Add"))));
}

/** @param {HTMLElement} place @param {import("../net/types.d.ts").ClassCode} made */
function showCode(place, { name, code }) {
  place.replaceChildren(t("{name} joins with this code, once:", { name }), " ", h("strong", { class: "code" }, code));
  place.hidden = false;
}

/** @param {Class} shown @param {(member: Member) => void} giveCode */
function memberTable({ id, members }, giveCode) {
  const head = h("tr", {}, ...[t("Name"), t("Player"), ""].map((text, at) => h("th", { scope: "col", class: at === 0 ? "name" : "left" }, text || h("span", { class: "unseen" }, t("Code")))));
  const rows = members.filter((one) => !one.teacher).flatMap((one) => {
    const { number, name, here, joined, newest } = one;
    const state = here ? t("here") : joined ? "" : t("has not joined");
    return [h("tr", { class: here ? null : "away" },
      h("th", { scope: "row", class: "name" }, name, state && h("span", { class: "soft small" }, ` ${state}`)),
      h("td", { class: "left" }, newest ? h("a", { href: to("classplayer", { id, number }), "data-focus": `player ${number}` }, t("version {version}", { version: newest.version }),
        " ", h("span", { class: "soft small" }, whenText(newest.at))) : h("span", { class: "soft" }, "–")),
      h("td", {}, button(t("New code"), () => giveCode(one), { "data-focus": `code ${number}`, "aria-label": t("A new code for {name}", { name }) }))),
    ...(newest?.left_out ? [h("tr", { class: "faulty" }, h("td", { class: "left small", colspan: 3 }, t("Left out now: {why}.", { why: newest.left_out })))] : []),
    ...(newest?.fault ? [h("tr", { class: "faulty" }, h("td", { class: "left small", colspan: 3 }, newest.fault.split("\n")[0]))] : [])];
  });
  if (!rows.length) return h("p", { class: "soft" }, t("Nobody yet. Add students, or show them the code of the class."));
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Table of the students") }, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** @param {Class} shown @param {Score} score @param {HTMLElement} pausing @param {(status: "running" | "paused" | "stopped") => Promise<void>} set */
function teachersActs({ id, tournament, join }, score, pausing, set) {
  const path = `/classes/${encodeURIComponent(id)}`;
  return [
    join && h("p", { class: "joining" }, t("Students open {address} and type", { address: `${location.host}${to("join")}` }), " ", h("strong", { class: "code" }, join)),
    h("div", { class: "buttons" },
      !tournament && h("a", { class: "button main", href: to("newclasstournament", { id }) }, t("Start a tournament")),
      h("a", { class: "button", href: to("screen", { id, tournament: score.kind === "ladder" ? null : score.id }) }, t("Projector"))),
    ...(goesOn(score) ? operatorActs(score, pausing, set, to("classsettings", { id, tournament: score.id })) : []),
    h("nav", { class: "links", "aria-label": t("Files") },
      h("a", { href: apiAddress(`${path}/results.csv`), download: true }, t("Results as a table (CSV)")),
      h("a", { href: apiAddress(`${path}/everything.zip`), download: true }, t("Everything in one file (ZIP)"))),
  ];
}
