/** Keeps a page up to date: it is read again whenever the server tells that something has changed. */

import { t } from "../../table/words.js";
import { Refusal } from "./api.js";
import { listen } from "./listen.js";

const LATER = 2000; // milliseconds until what failed is tried again
const SOON = 250; // between two readings

/** The news of a topic. A hidden page acts on them when it is seen, unless it waits for something. */
export class News {
  /** @type {(() => void) | null} */
  #end = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again = undefined;
  #reading = false;
  #stale = false;
  #closed = false;
  #isNew = true; // nothing was shown yet
  /** @type {Map<string, () => void>} what is done when the page is seen */
  #held = new Map();

  /**
   * @param {string} topic
   * @param {() => Promise<void>} update reads the page again and shows it
   * @param {(trouble: string) => void} say what keeps the page from being up to date; empty: nothing
   * @param {{ waits?: () => boolean, hear?: Record<string, (told: any) => void> }} [more] what is
   *   done at other events
   */
  constructor(topic, update, say, { waits = () => false, hear = {} } = {}) {
    this.topic = topic;
    this.update = update;
    this.say = say;
    this.waits = waits;
    const refresh = () => this.refresh();
    /** @type {Record<string, (told: any) => void>} */
    this.hear = { ...hear, changed: refresh, opened: refresh };
  }

  open() {
    if (this.#end) return;
    const held = Object.entries(this.hear).map(([name, act]) => [name, (/** @type {any} */ told) => {
      if (document.hidden && !this.waits() && !this.#isNew) this.#held.set(name, () => act(told));
      else act(told);
    }]);
    const lost = () => this.say(t("The connection is lost. Trying again."));
    document.addEventListener("visibilitychange", this.#seen);
    this.#end = listen(this.topic, { ...Object.fromEntries(held), lost });
  }

  close() {
    this.#closed = true;
    this.#end?.();
    this.#end = null;
    clearTimeout(this.#again);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  /** Read the page again: at once, or as soon as the reading that goes on is over. */
  async refresh() {
    if (this.#closed) return;
    clearTimeout(this.#again);
    this.#stale = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#stale && !this.#closed) {
        this.#stale = false;
        await this.update();
        this.#isNew = false;
        this.say("");
        if (this.#stale) await new Promise((resolve) => setTimeout(resolve, SOON));
      }
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      const mayChange = !(error instanceof Refusal) || !error.status || error.status >= 429;
      if (mayChange && !this.#closed) this.#again = setTimeout(() => this.refresh(), LATER);
    } finally {
      this.#reading = false;
    }
  }

  #seen = () => {
    if (document.hidden) return;
    for (const act of this.#held.values()) act();
    this.#held.clear();
  };
}
