/** The driver of a board that asks for a move and then stands still, with what followed to look at. */

import { TaskDriver } from "./task.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Link} Link */

export class AskingDriver extends TaskDriver {
  /**
   * @param {import("../src/state.js").State} state
   * @param {(driver: TaskDriver) => void} told @param {() => Link[]} linksNow
   */
  constructor(state, told, linksNow) {
    super(state, told);
    this.linksNow = linksNow;
  }

  /**
   * Nobody is said to be thinking who is not: once the answer is given, the table only shows.
   * @param {number} [ply] @returns {Snapshot}
   */
  snapshot(ply) {
    const shown = super.snapshot(ply);
    const seats = shown.seats.map((seat) => (seat.kind === "bot" ? { ...seat, name: seat.player, level_name: "" } : seat));
    if (this.phase === "open") return { ...shown, seats };
    return { ...shown, seats, status: "finished", reason: "finished", ended_by: null, winners: this.state.over ? this.state.winners : null };
  }

  links() {
    return this.linksNow();
  }
}
