/** Who plays: a line for each seat, with its points, its tally and its clock. */

import { clockOf } from "./clocks.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Description} Description */

/**
 * The lines of the seats, from the top of the board to its bottom.
 * @param {Snapshot} shown @param {Description} game @param {boolean} turned whether the board is
 */
export function seatLines(shown, game, turned) {
  const lines = seatsInOrder(shown, game);
  const below = (/** @type {number} */ seat) => Number(game.sides?.[seat] === "bottom");
  const order = [...lines.keys()].sort((one, other) => below(one) - below(other));
  return (turned ? order.reverse() : order).map((seat) => lines[seat]);
}

/** @param {Snapshot} shown @param {Description} game */
function seatsInOrder(shown, game) {
  const live = shown.ply === shown.last_ply;
  const mover = live && shown.status === "running" ? shown.mover : null;
  const winners = (live && shown.winners) || [];
  return shown.seats.map((seat, at) => {
    const away = live && hasLeft(shown, at);
    const role = [seat.player, seat.level_name, winners.includes(at) ? t("winner") : "", away ? t("has left") : ""];
    return h(
      "li",
      { class: [at === mover && "mover", away && "away"].filter(Boolean).join(" ") || null, "data-seat": at },
      chip(seat.colour),
      h(
        "span",
        { class: "name", title: seat.name },
        seat.profile ? h("a", { href: seat.profile, "data-focus": `seat-${at}` }, seat.name) : seat.name,
        ratingOf(seat),
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

/** @param {import("./driver.js").Seat} seat */
function ratingOf({ rating }) {
  if (!rating) return null;
  const change = rating.now - rating.before;
  const words = change ? `${rating.before} ${change > 0 ? "+" : "−"}${Math.abs(change)}` : String(rating.now);
  return h("span", { class: "rating" }, " ", h("span", { class: "unseen" }, t("Rating"), " "), words);
}

/**
 * Whether somebody for whom others wait is not at the table.
 * @param {Snapshot} shown @param {number} seat
 */
export function hasLeft({ present, seats }, seat) {
  return Boolean(present) && seats[seat].kind === "person" && !present?.includes(seat);
}

/** @param {string} colour */
export function chip(colour) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="chip ${colour}" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/></svg>`;
  return template.content.firstChild;
}
