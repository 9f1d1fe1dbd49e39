/** Beside a game between accounts: everybody's profile, their rating, and how the game has changed it. */

import { read } from "../net/api.js";
import { to } from "../routes.js";

/** @typedef {import("../../table/driver.js").Seat} Seat */

export class SeatRatings {
  /** @param {string} id of the game @param {() => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** @type {(import("../net/types.d.ts").SeatRating | null)[]} by seat */
    this.known = [];
    this.asked = "";
  }

  /** A seat with what is known of who has it. @param {Seat} seat @returns {Seat} */
  of(seat) {
    if (!seat.account) return seat;
    return { ...seat, profile: to("person", { name: seat.account }), rating: this.known[seat.index] ?? undefined };
  }

  /** Ask who plays how well, once as the game is seen first and once after its end. @param {import("../../table/driver.js").Snapshot} shown */
  async look({ seats, status }) {
    const names = seats.flatMap(({ account }) => account || []);
    const asked = `${status === "finished"} ${names}`;
    if (asked === this.asked || !names.length) return;
    this.asked = asked;
    this.known = await read(`/games/${this.id}/ratings`).catch(() => this.known);
    this.changed();
  }
}
