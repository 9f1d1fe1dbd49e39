/** Beside a game between accounts: everybody's profile, their rating, and how the game has changed it. */

import { read } from "../net/api.js";
import { to } from "../routes.js";

/** @typedef {import("../../table/driver.js").Seat} Seat */

const NEW = 1500; // the rating that everybody begins with

export class SeatRatings {
  /** @param {string} game its id in the catalogue @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    /** @type {Map<string, { before: number, now: number }>} by account */
    this.known = new Map();
    this.asked = "";
  }

  /** A seat with what is known of who has it. @param {Seat} seat @returns {Seat} */
  of(seat) {
    if (!seat.account) return seat;
    return { ...seat, profile: to("person", { name: seat.account }), rating: this.known.get(seat.account) };
  }

  /** Ask who plays how well, once as the game is seen first and once after its end. @param {import("../../table/driver.js").Snapshot} shown */
  async look({ seats, status }) {
    const names = [...new Set(seats.flatMap(({ account }) => account || []))];
    const asked = `${status === "finished"} ${names}`;
    if (asked === this.asked || !names.length) return;
    this.asked = asked;
    const found = await Promise.all(names.map((name) => this.#ratingOf(name).catch(() => null))); // a profile may be hidden
    names.forEach((name, at) => {
      const now = found[at];
      if (now !== null) this.known.set(name, { before: this.known.get(name)?.before ?? now, now });
    });
    this.changed();
  }

  /** @param {string} name @returns {Promise<number>} */
  async #ratingOf(name) {
    const { ratings } = /** @type {{ ratings: { game: string, rating: number }[] }} */ (await read(`/people/${encodeURIComponent(name)}`));
    return ratings.find(({ game }) => game === this.game)?.rating ?? NEW;
  }
}
