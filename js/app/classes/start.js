/** A teacher's forms: a tournament of chosen players, and the board, rules and clock of games. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { settingsPage, tournamentPage } from "../freeplay/operating.js";
import { to } from "../routes.js";
import { readClass } from "./class.js";

/** @type {import("../page.js").Show} */
export async function newClassTournament(app, { query }) {
  const id = query.get("id") ?? "";
  const { path, shown, score } = await readClass(app, id);
  const box = (/** @type {string} */ name, /** @type {boolean} */ checked) => /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name: "entrant", value: name, checked }));
  const boxes = [
    ...shown.members.filter(({ newest }) => newest).map(({ name }) => box(name, true)),
    ...shown.opponents.map((name) => box(name, false)),
  ];
  const review = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const entrants = h("fieldset", { class: "entrants" }, h("legend", {}, t("Who takes part")),
    h("div", { class: "checks" }, ...boxes.map((one) => h("label", {}, one, h("span", {}, one.value)))),
    h("label", { class: "check" }, review, h("span", {}, t("Pause before each round, to see and change its pairings"))));
  return tournamentPage(app, {
    lead: t("The newest version of each player plays, also one that is handed in meanwhile. The ladder rests until the tournament is over."),
    running: shown.tournament ? { name: score.name, address: to("class", { id }) } : null,
    settings: score.settings,
    choice: { element: entrants, values: () => ({ entrants: boxes.filter(({ checked }) => checked).map(({ value }) => value), review: review.checked }) },
    path: `${path}/tournaments`,
    next: () => to("class", { id }),
  });
}

/** @type {import("../page.js").Show} */
export async function classSettings(app, { query }) {
  const [id, tournament] = [query.get("id") ?? "", query.get("tournament") ?? ""];
  const { path, score } = await readClass(app, id, tournament);
  return settingsPage(app, score, `${path}/tournaments/${tournament}`, to("class", { id }));
}
