/** One game in several tabs: one of them plays it, the others follow. */

const CHANNEL = "livestone-games";

/**
 * What becomes of this tab's part in a game: it is to play it, or to watch while another does.
 * @typedef {{ onMine: () => void, onWatching: () => void }} Parts
 */

/** This tab's hold on a game. The tab that has it loses it when it is closed, or to `takeOver`. */
export class Hold {
  /** @param {string} id of the game @param {Parts} parts */
  constructor(id, parts) {
    this.name = `livestone-game-${id}`;
    this.parts = parts;
    this.closing = new AbortController();
    /** @type {(() => void) | null} ends the hold that this tab has */
    this.release = null;
  }

  /** Take the game where no other tab has it, else wait for it. */
  start() {
    if (!navigator.locks) {
      this.parts.onMine(); // an old browser: the last tab that plays is the one that is kept
      return;
    }
    this.#request({ ifAvailable: true }, () => {
      this.parts.onWatching();
      this.#wait();
    });
  }

  /** Take the game from the tab that has it. */
  takeOver() {
    this.#request({ steal: true });
  }

  close() {
    this.closing.abort();
    this.release?.();
  }

  #wait() {
    this.#request({ signal: this.closing.signal });
  }

  /** @param {LockOptions} options @param {() => void} [refused] */
  async #request(options, refused = () => {}) {
    try {
      await navigator.locks.request(this.name, options, (lock) => {
        if (this.closing.signal.aborted) return undefined;
        if (!lock) return refused();
        return new Promise((resolve) => {
          if (this.release) return resolve(undefined); // taken over meanwhile
          this.release = () => resolve(undefined);
          this.parts.onMine();
        });
      });
    } catch {
      // Another tab has taken the game over, or this page is left.
      if (this.closing.signal.aborted || !this.release) return;
      this.release = null;
      this.parts.onWatching();
      this.#wait();
    }
  }
}

/** Tells other tabs of a change of a game, and hears of theirs. */
export class Changes {
  /** @param {(id: string) => void} onChange */
  constructor(onChange) {
    this.channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
    if (this.channel) this.channel.onmessage = ({ data }) => onChange(String(data));
  }

  /** @param {string} id */
  tell(id) {
    this.channel?.postMessage(id);
  }

  close() {
    this.channel?.close();
    this.channel = null; // what is kept after the page has been left tells nobody
  }
}
