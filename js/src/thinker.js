/** What thinks for a bot: a worker where there is one, else this thread, in slices. */

import { EngineError, LivestoneError } from "./errors.js";
import { Game } from "./game.js";
import { levelOf } from "./levels.js";
import { start } from "./workers.js";

/** @typedef {import("./service.js").Request} Request */
/** @typedef {import("./service.js").Service} Service */
/** @typedef {import("./search/report.js").ReportJson} ReportJson */
/** @typedef {import("./workers.js").Port} Port */
/**
 * What a worker says to a request: a report, that it is done, or why it cannot answer.
 * @typedef {{ id?: number, report?: ReportJson, done?: boolean, code?: string, message?: string,
 *   died?: string }} Told
 */
/** @typedef {(told: Told) => void} Listener */

/** Sends requests to its worker; one that dies is reported, and replaced at the next request. */
export class Thinker {
  /** @param {Game} game @param {boolean} worker whether it may have one */
  constructor(game, worker = true) {
    this.game = game;
    this.worker = worker;
    /** @type {Promise<Port | null> | null} */
    this.port = null;
    /** @type {Port | null} the worker that the listeners wait for */
    this.current = null;
    /** @type {Promise<Service> | null} */
    this.service = null;
    /** @type {Map<number, Listener>} */
    this.listeners = new Map();
    this.count = 0;
  }

  /**
   * Report on what is asked until it is answered, or stopped by the signal.
   * @param {Request} request @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *ask(request, signal) {
    await this.#prepare(request);
    const port = this.worker ? await (this.port ??= this.#start()) : null;
    if (port) {
      yield* this.#asked(port, request, signal);
      return;
    }
    const { Service } = await import("./service.js");
    // Memory of its own: a search never meets what the page does meanwhile.
    this.service ??= Game.of(this.game.compiled, this.game.manifest).then((game) => new Service(game));
    yield* (await this.service).answer(request, () => signal?.aborted ?? false);
  }

  /**
   * A light module has no search for the strongest level: that asks the full one.
   * @param {Request} request
   */
  async #prepare({ level }) {
    const strongest = level === undefined || levelOf(this.game, level).playouts.count === null;
    if (!strongest || !this.game.manifest.full) return;
    const full = await this.game.full();
    await this.close();
    this.game = full;
  }

  /** End the worker, and forget what it has learned. */
  async close() {
    const port = await this.port;
    this.#bury(port, "it has been closed");
    port?.end();
    this.service = null;
  }

  /**
   * @param {Port} port @param {Request} request @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *#asked(port, request, signal) {
    const id = this.count++;
    const box = new Mailbox();
    const stop = () => port.post({ stop: id });
    this.listeners.set(id, (told) => box.put(told));
    signal?.addEventListener("abort", stop);
    port.busy(true);
    try {
      port.post({ id, request });
      if (signal?.aborted) stop();
      for (;;) {
        const told = await box.take();
        if (told.report) yield told.report;
        else if (told.done) return;
        else throw failure(told);
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      // Whoever stops listening does not want the rest.
      if (this.listeners.delete(id)) stop();
      if (!this.listeners.size) port.busy(false);
    }
  }

  /** @returns {Promise<Port | null>} */
  async #start() {
    /** @type {Port | null} */
    let port = null;
    const { manifest, compiled } = this.game;
    const ready = await new Promise((resolve) => {
      const died = (/** @type {string} */ why) => {
        resolve(false);
        this.#bury(port, why);
      };
      const receive = (/** @type {Told & { ready?: boolean }} */ told) => {
        if (told.ready) resolve(true);
        else if (told.died !== undefined) {
          died(told.died);
          port?.end();
        } else this.listeners.get(told.id ?? -1)?.(told);
      };
      start(receive, died).then((started) => {
        port = this.current = started;
        if (port) port.post({ manifest, compiled });
        else resolve(false);
      });
    });
    if (!ready) this.worker = false; // a page that may have none: then it works in slices
    return ready ? port : null;
  }

  /**
   * Tell all who wait that their worker is gone; the next request starts another.
   * @param {Port | null} port @param {string} why
   */
  #bury(port, why) {
    if (!port || port !== this.current) return;
    this.port = this.current = null;
    for (const listener of this.listeners.values()) listener({ died: why });
    this.listeners.clear();
  }
}

/** What has been told and not been read yet. */
class Mailbox {
  constructor() {
    /** @type {Told[]} */
    this.letters = [];
    /** @type {Listener | null} */
    this.waiting = null;
  }

  /** @param {Told} told */
  put(told) {
    if (this.waiting) this.waiting(told);
    else this.letters.push(told);
    this.waiting = null;
  }

  /** @returns {Promise<Told>} */
  take() {
    const first = this.letters.shift();
    if (first) return Promise.resolve(first);
    return new Promise((resolve) => (this.waiting = resolve));
  }
}

/** @param {Told} told */
function failure({ died, message, code }) {
  if (died !== undefined) return new EngineError(`the worker of the bot has died: ${died}`);
  return new LivestoneError(message ?? "", code);
}
