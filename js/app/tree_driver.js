/** What the drivers of all analysis boards have in common: who listens, and what none of them does. */

import { LivestoneError } from "../src/errors.js";
import { t } from "../table/words.js";

export class TreeDriver {
  version = 1;
  /** @type {Set<() => void>} */
  listeners = new Set();

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Something else is to be seen. */
  changed() {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }

  /** @returns {Promise<import("../table/driver.js").Hint>} */
  async hint() {
    throw new LivestoneError(t("Ask the engine below the board."));
  }

  async change() {
    throw new LivestoneError(t("This cannot be done on an analysis board."));
  }

  close() {
    this.listeners.clear();
  }
}
