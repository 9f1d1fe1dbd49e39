/** Who plays: a line for each seat, with its points, its tally and its clock. */

import { clockOf } from "./clocks.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */

/**
 * The lines of the seats.
 * @param {Snapshot} shown @param {Description} game
 */
export function seatLines(shown, game) {
  const live = shown.ply === shown.last_ply;
  const mover = live && shown.status === "running" ? shown.mover : null;
  const winners = (live && shown.winners) || [];
  return shown.seats.map((seat, at) => {
    const role = [seat.player, seat.level_name, winners.includes(at) ? t("winner") : ""];
    return h(
      "li",
      { class: at === mover ? "mover" : null, "data-seat": at },
      chip(seat.colour),
      h(
        "span",
        { class: "name", title: seat.name },
        seat.name,
        h("span", { class: "role" }, role.filter((word) => word && word !== seat.name).join(", ")),
      ),
      shown.tally[at] ? h("span", { class: "tally" }, shown.tally[at]) : null,
      clockOf(shown, at),
      game.points
        ? h("span", { class: "score" }, String(shown.scores[at]), " ", h("span", { class: "unit" }, t(game.unit)))
        : null,
    );
  });
}

/** @param {string} colour */
export function chip(colour) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="chip ${colour}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/></svg>`;
  return template.content.firstChild;
}
