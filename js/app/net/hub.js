/**
 * The browser's one stream of the server's events, for all its pages: it runs in a SharedWorker, or
 * in a page where a browser has none. A page asks for topics and hears their events.
 */

const SILENCE = 15_000; // milliseconds; the server says something every six seconds
const LATER = 2000; // until a stream that was refused is opened again
const SOON = 20; // a page that is left and the next one ask together
const EVENTS = ["changed", "thinking", "trouble", "talk", "game", "paired", "presence", "refused", "heartbeat"];

/**
 * @typedef {{ address?: string, topics?: string[] | null, alive?: string }} Asked the API's stream, what
 *   a page follows (null: it has gone), and the name of a lock that it holds while it is there
 * @typedef {{ name: string, data: any, topic?: string }} Told an event; without a topic `lost` or `opened`
 * @typedef {{ topics: string[], versions: Map<string, number> }} Page what it follows, and was told
 */

/** A stream that is opened again whenever it breaks, or says nothing. */
class Stream {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /** @param {string} address @param {(name: string, data: any) => void} tell also `opened` and `lost` */
  constructor(address, tell) {
    this.address = address;
    this.tell = tell;
    this.open();
  }

  open() {
    this.close();
    const source = (this.#source = new EventSource(this.address));
    this.#wait();
    source.addEventListener("open", () => {
      this.#wait();
      this.tell("opened", {});
    });
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => {
        this.#wait();
        this.tell(name, JSON.parse(event.data || "{}"));
      });
    }
    source.addEventListener("error", () => {
      this.tell("lost", {});
      if (source.readyState === EventSource.CLOSED) this.#again(LATER);
    });
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #wait() {
    this.#again(SILENCE, () => this.tell("lost", {}));
  }

  /** @param {number} milliseconds @param {() => void} [first] */
  #again(milliseconds, first = () => {}) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (first(), this.open()), milliseconds);
  }
}

/** Carries what all pages follow in one stream. */
export class Hub {
  /** @type {Map<MessagePort, Page>} */
  #pages = new Map();
  #address = "";
  #asked = ""; // the topics of the newest stream
  /** @type {Stream | null} */
  #stream = null;
  /** @type {Stream | null} goes on until the newer one is open */
  #before = null;
  #isLost = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /** @param {MessagePort} port of a page */
  connect(port) {
    port.onmessage = ({ data }) => this.#hear(port, data);
  }

  /** Carry nothing any more. */
  close() {
    clearTimeout(this.#timer);
    this.#pages.clear();
    this.#stream?.close();
    this.#leave();
  }

  /** @param {MessagePort} port @param {Asked} asked */
  #hear(port, { address, topics, alive }) {
    if (address) this.#address = address;
    if (alive) navigator.locks.request(alive, () => this.#hear(port, { topics: null })); // it died without a word
    if (topics === undefined) return;
    const page = this.#pages.get(port);
    if (topics === null) this.#pages.delete(port);
    else if (page) page.topics = topics;
    else {
      this.#pages.set(port, { topics, versions: new Map() });
      this.#asked = ""; // a page that is loaded may have another login than those before
    }
    if (this.#isLost && topics) port.postMessage({ name: "lost", data: {} });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow(), SOON);
  }

  /** Open a stream of what is followed now. */
  #follow() {
    const topics = [...new Set([...this.#pages.values()].flatMap((page) => page.topics))].sort().join();
    if (topics === this.#asked) return;
    this.#asked = topics;
    if (this.#before) this.#stream?.close();
    else this.#before = this.#stream;
    this.#stream = null;
    if (topics) {
      /** @type {Stream} */
      const stream = new Stream(`${this.#address}?topics=${encodeURIComponent(topics)}`, (name, data) => this.#tell(stream, name, data));
      this.#stream = stream;
    } else this.#leave();
  }

  #leave() {
    this.#before?.close();
    this.#before = null;
  }

  /** @param {Stream} stream @param {string} name @param {any} data */
  #tell(stream, name, data) {
    if (name === "opened" && stream === this.#stream) this.#leave();
    if (name === "opened" || name === "lost") {
      if (name === "opened" ? !this.#isLost : stream !== this.#stream) return;
      this.#isLost = name === "lost";
      for (const port of this.#pages.keys()) port.postMessage({ name, data });
      return;
    }
    const { topic, version } = data;
    for (const [port, { topics, versions }] of this.#pages) {
      if (!topics.includes(topic)) continue;
      // Each stream begins by saying how things stand, which other pages know already.
      if (name === "changed" && version !== undefined) {
        if (versions.get(topic) === version) continue;
        versions.set(topic, version);
      }
      port.postMessage({ name, data, topic });
    }
  }
}

if ("SharedWorkerGlobalScope" in globalThis) {
  const hub = new Hub();
  addEventListener("connect", (event) => hub.connect(/** @type {MessageEvent} */ (event).ports[0]));
}
