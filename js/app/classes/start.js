/** A teacher's forms: a tournament of chosen players, and the board, rules and clock of games. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { settingsPage, tournamentPage } from "../freeplay/operating.js";
import { to } from "../routes.js";
import { readClass } from "./class.js";

/** @param {string} name @param {string} value @param {boolean} checked */
function box(name, value, checked) {
  return /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name, value, checked }));
}

/** @param {string} legend @param {HTMLInputElement[]} boxes @param {...HTMLElement} more */
function checks(legend, boxes, ...more) {
  return h("fieldset", { class: "entrants" }, h("legend", {}, legend),
    h("div", { class: "checks" }, ...boxes.map((one) => h("label", {}, one, h("span", {}, one.value)))), ...more);
}

/** @param {HTMLInputElement[]} boxes */
function chosen(boxes) {
  return boxes.filter(({ checked }) => checked).map(({ value }) => value);
}

/** @type {import("../page.js").Show} */
export async function newClassTournament(app, { query }) {
  const id = query.get("id") ?? "";
  const { path, shown, score } = await readClass(app, id);
  const boxes = [
    ...shown.members.filter(({ newest }) => newest).map(({ name }) => box("entrant", name, true)),
    ...shown.opponents.map((name) => box("entrant", name, false)),
  ];
  const review = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  const entrants = checks(t("Who takes part"), boxes,
    h("label", { class: "check" }, review, h("span", {}, t("Pause before each round, to see and change its pairings"))));
  return tournamentPage(app, {
    lead: t("The newest version of each player plays, also one that is handed in meanwhile. The ladder rests until the tournament is over."),
    running: shown.tournament ? { name: score.name, address: to("class", { id }) } : null,
    settings: score.settings,
    choice: { element: entrants, values: () => ({ entrants: chosen(boxes), review: review.checked }) },
    path: `${path}/tournaments`,
    next: () => to("class", { id }),
  });
}

/** @type {import("../page.js").Show} */
export async function classSettings(app, { query }) {
  const [id, tournament] = [query.get("id") ?? "", query.get("tournament") ?? ""];
  const { path, shown, score } = await readClass(app, id, tournament);
  const boxes = shown.opponents.map((name) => box("house", name, score.settings.house.includes(name)));
  return settingsPage(app, score, `${path}/tournaments/${tournament}`, to("class", { id }), {
    element: score.kind === "ladder" ? checks(t("Always on the ladder"), boxes) : null,
    values: () => ({ house: chosen(boxes) }),
  });
}
