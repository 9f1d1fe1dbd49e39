/** The learner's player: their file, run by Python, which is told of the game and asked for moves. */

import { t } from "../../table/words.js";
import { textOf } from "./cells.js";
import { hexOf } from "./live_state.js";

/** @typedef {import("./contest.js").Fault} Fault */
/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../../src/state.js").State} State */
/** @typedef {import("./pythons.js").Python} Python */

// Seconds for a move, all moves of a game, and to load the file and make a player.
export const LIMITS = { move: 5, game: 300, load: 30 };
const WATCHED = 0.5; // seconds in which a move that is played again tells its lines

/** Plays the learner's file; after a fault the next game gets a new Python. */
export class Learner {
  /**
   * @param {{ take: () => Pick<Python, "ask" | "end" | "tell" | "ready"> }} pythons @param {{ name: string, text: string }} file
   * @param {() => Promise<Uint8Array>} module reads the game's compiled module, which a GamePlayer asks
   * @param {(kind: string, ...said: any[]) => void} tell
   */
  constructor(pythons, file, module, tell) {
    this.pythons = pythons;
    this.file = file;
    this.module = module;
    this.tell = tell;
    /** Whether the file has a Player, who names cells; known once it is loaded. */
    this.isOfCells = true;
    /** @type {Pick<Python, "ask" | "end" | "tell"> | null} */
    this.python = null;
    /** @type {object[]} what Python was told, from the file on, to be told again */
    this.sent = [];
    this.seat = this.told = 0;
    this.left = LIMITS.game;
  }

  /** @param {Game} game @param {number} seat @param {number} seed @returns {Promise<Fault | null>} */
  async begin(game, seat, seed) {
    this.seat = seat;
    this.told = 0;
    this.left = LIMITS.game;
    const fault = this.python ? null : await this.#start(game);
    if (fault) return fault;
    const { id, title } = game.manifest;
    this.sent.length = this.isOfCells ? 1 : 2;
    const answer = await this.#ask({ game: id, title, options: game.options, seat, seed }, LIMITS.load, late.load);
    return answer.fault ? answer : null;
  }

  /** Have a Python load the file. @param {Game} game @returns {Promise<Fault | null>} */
  async #start(game) {
    this.python = this.pythons.take();
    this.python.tell = this.tell;
    this.sent = [];
    const answer = await this.#ask({ file: this.file.name, text: this.file.text }, LIMITS.load, late.load);
    if (answer.fault) return answer;
    this.isOfCells = answer.cells;
    if (this.isOfCells) return null;
    const known = await this.#ask({ manifest: game.manifest, module: await this.module() }, LIMITS.load, late.load);
    return known.fault ? known : null;
  }

  /** @param {State} state @returns {Promise<string | Fault>} */
  async move(state) {
    const seconds = Math.min(LIMITS.move, this.left);
    const began = performance.now();
    const answer = await this.#ask({ ...this.#news(state), seconds }, seconds, late.move);
    this.left -= (performance.now() - began) / 1000;
    this.told = state.ply;
    if (answer.fault) return answer;
    if (answer.note) this.tell("note", state.ply + 1, answer.note);
    if (this.isOfCells) return textOf(answer.move, state.game.options.size);
    try {
      return state.game.text(state.parse(answer.move));
    } catch (error) {
      this.end();
      return { fault: "illegal", message: error instanceof Error ? error.message : String(error), details: "" };
    }
  }

  /** What the player does not know yet: plies; of a game with secrets what they may see of it. @param {State} state */
  #news(state) {
    if (!state.game.has("observe")) return { moves: state.moveTexts.slice(this.told) };
    const { position, moves } = state.view(this.seat);
    return { position: hexOf(position), history: state.history.map(hexOf), moves };
  }

  end() {
    this.python?.end();
    this.python = null;
  }

  /**
   * @param {object} message @param {number} seconds @param {(seconds: string) => string} late
   */
  async #ask(message, seconds, late) {
    const python = this.python;
    this.sent.push(message);
    const answer = await python?.ask(message, seconds);
    if (this.python !== python) return { fault: "stopped", message: "", details: "" };
    if (answer && !answer.fault) return answer;
    this.end();
    if (answer) return answer;
    const still = "moves" in message ? await this.#still() : "";
    return { fault: "timeout", message: `${late(String(Number(seconds.toPrecision(3))))}${still}`, details: "" };
  }

  /** In which line the player's time went: they are told everything once more, and watched. */
  async #still() {
    const python = this.pythons.take();
    let line = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let seen;
    python.tell = (kind, number) => {
      if (kind !== "line") return;
      line = number;
      seen ??= setTimeout(() => python.end(), WATCHED * 1000);
    };
    await python.ready; // a busy machine takes its time
    const alarm = setTimeout(() => python.end(), (LIMITS.game - this.left + LIMITS.move) * 1000);
    const last = this.sent.length - 1;
    for (const [at, message] of this.sent.entries()) {
      const answer = await (at < last ? python.ask(message, LIMITS.load) : python.ask({ ...message, watch: true }, LIMITS.move));
      if (!answer || answer.fault) break;
    }
    clearTimeout(alarm);
    clearTimeout(seen);
    python.end();
    const text = this.file.text.split("\n")[line - 1]?.trim().slice(0, 80);
    return text === undefined ? "" : t(": still in line {line}, `{text}`", { line, text });
  }
}

const late = {
  load: (/** @type {string} */ seconds) => t("it was not ready to play within {seconds} seconds", { seconds }),
  move: (/** @type {string} */ seconds) => t("it gave no answer within {seconds} seconds", { seconds }),
};

/** The line that a fault names, null where it names none. @param {Fault} fault @param {string} name the file's */
export function lineOf({ message }, name) {
  const at = message.indexOf(`(${name}, line `);
  const found = /line (\d+)/.exec(at < 0 ? message : message.slice(at));
  return found && Number(found[1]);
}
