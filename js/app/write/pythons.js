/** Python in workers of a frame that reaches nothing. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { read } from "../files.js";

/** @typedef {import("./contest.js").Fault} Fault */

const LATER = 1000; // milliseconds until the next Python starts
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

  /** One that is ready, or nearly so. The next one is started a little later, so that this one has the processor. */
  take() {
    const taken = this.next ?? new Python(this);
    this.next = null;
    setTimeout(() => (this.next ??= this.frame.isConnected ? new Python(this) : null), LATER);
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
