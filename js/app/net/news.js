/** Keeps a page up to date: it is read again whenever the server tells that something has changed. */

import { Stream } from "../../table/stream.js";
import { t } from "../../table/words.js";
import { Refusal, apiAddress } from "./api.js";

const LATER = 2000; // milliseconds until what failed is tried again
const SOON = 250; // between two readings

/**
 * The news of a stream. A hidden page hears none, and is read again when it is seen, unless it
 * waits for something.
 */
export class News {
  /** @type {Stream} */
  #stream;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again = undefined;
  #reading = false;
  #stale = false;
  #closed = false;

  /**
   * @param {string} path of the stream, below `/api`
   * @param {() => Promise<void>} update reads the page again and shows it
   * @param {(trouble: string) => void} say what keeps the page from being up to date; empty: nothing
   * @param {{ waits?: () => boolean, hear?: Record<string, (told: any) => void> }} [more] what is
   *   done at other events
   */
  constructor(path, update, say, { waits = () => false, hear = {} } = {}) {
    this.update = update;
    this.say = say;
    this.waits = waits;
    const changed = async () => {
      await this.refresh();
      if (this.#idle) this.#stream.close();
    };
    const lost = () => this.say(t("The connection is lost. Trying again."));
    this.#stream = new Stream(apiAddress(path), { ...hear, changed }, { lost });
  }

  open() {
    document.addEventListener("visibilitychange", this.#seen);
    this.#stream.open();
  }

  close() {
    this.#closed = true;
    this.#stream.close();
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
        this.say("");
        if (this.#stale) await new Promise((resolve) => setTimeout(resolve, SOON));
      }
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      const mayChange = !(error instanceof Refusal) || !error.status || error.status >= 429;
      if (mayChange) this.#again = setTimeout(() => this.refresh(), LATER);
    } finally {
      this.#reading = false;
    }
  }

  get #idle() {
    return document.hidden && !this.waits();
  }

  #seen = () => {
    if (this.#idle) this.#stream.close();
    else if (!this.#stream.isOpen) this.#stream.open();
  };
}
