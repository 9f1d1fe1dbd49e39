/** What thinks about a study: the visitor's device, or the server's engine where that cannot. */

import { EngineError } from "../src/errors.js";
import { t } from "../table/words.js";

/** @typedef {import("../src/bot.js").Analyst} Analyst */
/** @typedef {import("../src/search/report.js").ReportJson} ReportJson */
/** @typedef {import("../table/device.js").Position} Place */
/**
 * A node of the study: its number, the moves that lead to it, and whether there is nothing to think
 * about.
 * @typedef {Place & { node: number, over: boolean }} Position
 */
/** @typedef {Omit<ReportJson, "lines"> & { lines: (ReportJson["lines"][number] & { path: string[] })[] }} Told */
/** @typedef {import("../table/engine_panel.js").Engine<Position>} Engine */

/** @implements {Engine} */
export class StudyAnalyst {
  /** @type {Analyst | null} */
  #analyst = null;
  /** The tokens of a move at the position that was reported on last. */
  pathOf = (/** @type {string} */ _move) => /** @type {string[]} */ ([]);

  /**
   * @param {string | undefined} compiled where the game's manifest is, for the device
   * @param {string} events the server's stream of reports on a node
   */
  constructor(compiled, events) {
    this.compiled = compiled;
    this.events = events;
  }

  /**
   * @param {Position} position @param {import("../src/search/report.js").Limits} limits
   * @param {{ signal: AbortSignal }} options
   * @returns {AsyncGenerator<ReportJson, void, undefined>}
   */
  async *think(position, limits, { signal }) {
    if (this.compiled) {
      try {
        yield* this.#onDevice(this.compiled, position, limits, signal);
        return;
      } catch {
        // An old browser, a file that is not there, a worker that died: from now on the server.
        this.compiled = "";
        this.close();
      }
    }
    if (!signal.aborted) yield* this.#onServer(position.node, signal);
  }

  close() {
    this.#analyst?.close();
    this.#analyst = null;
  }

  /**
   * @param {string} compiled @param {Position} position
   * @param {import("../src/search/report.js").Limits} limits @param {AbortSignal} signal
   */
  async *#onDevice(compiled, position, limits, signal) {
    const { analystOf, load, stateAt } = await import("../table/device.js");
    const game = await load(compiled);
    const state = stateAt(game, position);
    this.pathOf = (move) => state.paths[move] ?? [];
    this.#analyst ??= analystOf(game);
    yield* this.#analyst.think(state, limits, { signal });
  }

  /** @param {number} node @param {AbortSignal} signal */
  async *#onServer(node, signal) {
    const reports = told(new EventSource(`${this.events}?node=${node}`), signal).getReader();
    for (;;) {
      const { done, value } = await reports.read();
      if (done) return;
      this.pathOf = (move) => value.lines.find((line) => line.move === move)?.path ?? [];
      yield value;
    }
  }
}

/**
 * The reports that come from a stream, until it ends or the signal stops it.
 * @param {EventSource} stream @param {AbortSignal} signal
 * @returns {ReadableStream<Told>}
 */
function told(stream, signal) {
  return new ReadableStream({
    start(reports) {
      let ended = false;
      const end = (/** @type {string} */ why) => {
        stream.close();
        if (!ended && why) reports.error(new EngineError(why));
        else if (!ended) reports.close();
        ended = true;
      };
      const hear = (/** @type {string} */ name, /** @type {(told: any) => void} */ act) =>
        stream.addEventListener(name, (event) => {
          const { data } = /** @type {MessageEvent} */ (event);
          if (!ended) act(data ? JSON.parse(data) : null);
        });
      hear("analysis", (report) => reports.enqueue(report));
      hear("done", () => end(""));
      hear("replaced", () => end(t("you have asked it elsewhere")));
      hear("trouble", ({ message }) => end(message));
      hear("error", () => end(t("the server cannot be reached")));
      signal.addEventListener("abort", () => end(""));
    },
  });
}
