/** The learner's player: their file, run by Python in workers of a frame that reaches nothing. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { read } from "../files.js";
import { textOf } from "./cells.js";

/** @typedef {import("./contest.js").Fault} Fault */
/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../../src/state.js").State} State */

// Seconds for a move, all moves of a game, and to load the file and make a player.
export const LIMITS = { move: 5, game: 300, load: 30 };
const WATCHED = 1; // seconds for a move that is played again to find the line
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src 'none'";

/** Starts Python, always one ahead of who needs it. */
export class Pythons {
  constructor() {
    this.count = 0;
    this.frame = /** @type {HTMLIFrameElement} */ (h("iframe", { hidden: true, title: "Python", sandbox: "allow-scripts" }));
    /** @type {Python | null} */
    this.next = null;
  }

  /** Fetch what Python is started from, and start the first one. */
  async open() {
    const [frame, worker, wasm, libraries, learner, memory] = await Promise.all(
      ["frame.js", "worker.js", "python.wasm", "python.zip", "learner.zip", "memory.gz"].map((name) => read(`write/${name}`)));
    const text = (/** @type {Uint8Array<ArrayBuffer>} */ octets) => new TextDecoder().decode(octets);
    const parts = [h("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }), h("script", {}, text(frame))];
    this.frame.srcdoc = parts.map(({ outerHTML }) => outerHTML).join("");
    await new Promise((resolve) => {
      this.frame.addEventListener("load", resolve, { once: true });
      document.body.append(this.frame);
    });
    const stream = new Blob([memory]).stream().pipeThrough(new DecompressionStream("gzip"));
    const snapshot = await new Response(stream).arrayBuffer();
    const files = { worker: text(worker), wasm: wasm.buffer, libraries: libraries.buffer, learner: learner.buffer, snapshot };
    this.#post({ files }, [wasm.buffer, snapshot]);
    this.next = new Python(this);
    await this.next.ready;
    if (this.next.failed) throw new Error(this.next.failed);
  }

  /** One that is ready, or nearly so. */
  take() {
    const taken = this.next ?? new Python(this);
    this.next = new Python(this);
    return taken;
  }

  /** @param {MessagePort} port */
  start(port) {
    this.#post({ start: (this.count += 1) }, [port]);
    return this.count;
  }

  /** @param {number} number */
  end(number) {
    this.#post({ end: number });
  }

  /** @param {any} message @param {Transferable[]} [given] */
  #post(message, given = []) {
    this.frame.contentWindow?.postMessage(message, "*", given);
  }

  close() {
    this.frame.remove();
  }
}

/** One Python in its worker. */
export class Python {
  /** @param {Pythons} pythons */
  constructor(pythons) {
    this.pythons = pythons;
    /** @type {(kind: string, ...said: any[]) => void} what the player's code says on the way */
    this.tell = () => {};
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    /** @type {((answer: any) => void) | null} */
    this.answer = null;
    /** @type {string | null} why it does not run, empty once it has ended */
    this.failed = null;
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
    port1.onmessage = ({ data }) => {
      if (data.said) this.tell(.../** @type {[string]} */ (data.said));
      else if ("answer" in data) this.answer?.(data.answer);
      else if (data.ready) this.isReady?.(true);
      else this.#stop(data.failed);
    };
    this.number = pythons.start(port2);
  }

  /**
   * The answer to a message, null where there is none in time: then it has ended.
   * @param {unknown} message @param {number} seconds
   */
  async ask(message, seconds) {
    await this.ready;
    if (this.failed !== null) return this.failed && failure(this.failed);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let alarm;
    const answer = await new Promise((resolve) => {
      this.answer = resolve;
      this.port.postMessage(message);
      alarm = setTimeout(() => resolve(null), seconds * 1000);
    });
    clearTimeout(alarm);
    this.answer = null;
    if (answer === null) this.end();
    return answer;
  }

  end() {
    this.#stop("");
    this.port.close();
    this.pythons.end(this.number);
  }

  /** @param {string} why */
  #stop(why) {
    this.failed ??= why;
    this.isReady?.(true);
    this.answer?.(why ? failure(why) : null);
  }
}

/** @param {string} why @returns {Fault} */
function failure(why) {
  return { fault: "failed", message: t("Python has ended: {why}", { why }), details: "" };
}

/** Plays the learner's file; after a fault the next game gets a new Python. */
export class Learner {
  /**
   * @param {Pythons} pythons @param {{ name: string, text: string }} file
   * @param {(kind: string, ...said: any[]) => void} tell
   */
  constructor(pythons, file, tell) {
    this.pythons = pythons;
    this.file = file;
    this.tell = tell;
    /** @type {Python | null} */
    this.python = null;
    /** @type {{ options: object, seat: number, seed: number }} */
    this.game = { options: {}, seat: 0, seed: 0 };
    this.told = 0;
    this.left = LIMITS.game;
  }

  /** @param {Game} game @param {number} seat @param {number} seed @returns {Promise<Fault | null>} */
  async begin(game, seat, seed) {
    this.game = { options: game.options, seat, seed };
    this.told = 0;
    this.left = LIMITS.game;
    if (!this.python) {
      this.python = this.pythons.take();
      this.python.tell = this.tell;
      const fault = await this.#ask({ file: this.file.name, text: this.file.text }, LIMITS.load, late.load);
      if (fault.fault) return fault;
    }
    const answer = await this.#ask(this.game, LIMITS.load, late.load);
    return answer.fault ? answer : null;
  }

  /** @param {State} state @returns {Promise<string | Fault>} */
  async move(state) {
    const seconds = Math.min(LIMITS.move, this.left);
    const moves = state.moveTexts;
    const began = performance.now();
    const answer = await this.#ask({ moves: moves.slice(this.told), seconds }, seconds, late.move, moves);
    this.left -= (performance.now() - began) / 1000;
    this.told = state.ply;
    if (answer.fault) return answer;
    if (answer.note) this.tell("note", state.ply + 1, answer.note);
    return textOf(answer.move, state.game.options.size);
  }

  end() {
    this.python?.end();
    this.python = null;
  }

  /**
   * @param {object} message @param {number} seconds @param {(seconds: string) => string} late
   * @param {string[]} [moves] so far, where a move is asked for
   */
  async #ask(message, seconds, late, moves) {
    const python = this.python;
    const answer = await python?.ask(message, seconds);
    if (this.python !== python) return { fault: "stopped", message: "", details: "" };
    if (answer && !answer.fault) return answer;
    this.end();
    if (answer) return answer;
    const still = moves ? await this.#still(moves) : "";
    return { fault: "timeout", message: `${late(String(Number(seconds.toPrecision(3))))}${still}`, details: "" };
  }

  /** In which line the player's time went: the game is played again, and watched. @param {string[]} moves */
  async #still(moves) {
    const python = this.pythons.take();
    let line = 0;
    python.tell = (kind, number) => kind === "line" && (line = number);
    const alarm = setTimeout(() => python.end(), (LIMITS.game - this.left + 2 * WATCHED) * 1000);
    let answer = await python.ask({ file: this.file.name, text: this.file.text }, LIMITS.load);
    answer &&= await python.ask(this.game, LIMITS.load);
    for (let ply = this.game.seat, told = 0; answer && !answer.fault && ply <= moves.length; told = ply, ply += 2) {
      const more = ply === moves.length ? { watch: true } : {};
      answer = await python.ask({ moves: moves.slice(told, ply), seconds: LIMITS.move, ...more }, more.watch ? WATCHED : LIMITS.move);
    }
    clearTimeout(alarm);
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
