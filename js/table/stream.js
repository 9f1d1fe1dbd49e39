/** A stream of the server's events that notices when the server has gone silent. */

const SILENCE = 15_000; // milliseconds; the server says something every six seconds
const LATER = 2000; // until a stream that was refused is opened again

/** Opens an address again whenever it breaks, or says nothing. */
export class Stream {
  /** @type {EventSource | null} */
  #source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /**
   * @param {string} address
   * @param {Record<string, (told: any) => void>} hear what is done at each event
   * @param {{ opened?: () => void, lost: () => void }} more `opened` is called at each opening
   */
  constructor(address, hear, { opened = () => {}, lost }) {
    this.address = address;
    /** @type {Record<string, (told: any) => void>} */
    this.hear = { heartbeat: () => {}, ...hear };
    this.opened = opened;
    this.lost = lost;
  }

  /** Whether it is open, as far as one knows. */
  get isOpen() {
    return this.#source?.readyState === EventSource.OPEN;
  }

  open() {
    this.close();
    const source = (this.#source = new EventSource(this.address));
    this.#wait();
    source.addEventListener("open", () => {
      this.#wait();
      this.opened();
    });
    for (const [name, act] of Object.entries(this.hear)) {
      source.addEventListener(name, (event) => {
        this.#wait();
        act(JSON.parse(event.data || "{}"));
      });
    }
    source.addEventListener("error", () => {
      this.lost();
      if (source.readyState === EventSource.CLOSED) this.#later(LATER);
    });
  }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.lost();
      this.open();
    }, SILENCE);
  }

  /** @param {number} milliseconds */
  #later(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), milliseconds);
  }
}
