/**
 * The games, and what was learned, kept in this browser in IndexedDB. What the browser does not take
 * stays in memory, is told, and is written as soon as it can be.
 */

import { t } from "../table/words.js";

/** @typedef {import("./kept.js").Kept} Kept */
/**
 * What is kept under a name, of what was; undefined deletes it. A change is `late` when another tab
 * may have kept something newer since it was made.
 * @typedef {(before: any, late: boolean) => any} Change
 */

const NAME = "livestone";
const VERSION = 2;
const GAMES = "games";
const PROGRESS = "progress";
const PATIENCE = 3000; // milliseconds until a page goes on without a database that does not open
const AGAIN = 3000; // until what was not taken is tried again
const BLOCKED = "BlockedError";
const FULL = "QuotaExceededError";

/** Keeps games and progress; `trouble` says what keeps it from that, empty where nothing does. */
export class Store {
  /** @type {Promise<IDBDatabase> | null} */
  #opening = null;
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {number | undefined} of the database; undefined where a newer edition has made it */
  #version = VERSION;
  /** @type {Record<string, Map<string, Change[]>>} what the browser has not taken yet, by ids */
  #waiting = { [GAMES]: new Map(), [PROGRESS]: new Map() };
  /** @type {Promise<unknown>} the writing that was begun last */
  #last = Promise.resolve();
  #failure = ""; // the name of the error of what failed last, empty where all is written
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  trouble = "";

  /** Open the store of this browser; it always opens. */
  static async open() {
    const store = new Store();
    await store.#connected().catch((error) => store.#fail(error));
    return store;
  }

  /** Whether a newer edition of Livestone has the database now; it goes on keeping what is given. */
  get isOlder() {
    return this.#version === undefined;
  }

  /**
   * Call a listener whenever `trouble` changes, and now where there is some; returns how to stop that.
   * @param {() => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    if (this.trouble) listener();
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Keep a game, in place of what was kept of it before; whether it is safe.
   * @param {Kept} kept
   */
  keep(kept) {
    const { id, updated } = kept;
    return this.#save(GAMES, id, [(before, late) => (late && before?.updated > updated ? before : kept)]);
  }

  /**
   * @param {string} id
   * @returns {Promise<Kept | undefined>}
   */
  async get(id) {
    return this.#known(GAMES, id, await this.#read(GAMES, (games) => games.get(id), undefined));
  }

  /** All games, those that were played last first. */
  async list() {
    /** @type {Kept[]} */
    const kept = await this.#read(GAMES, (games) => games.getAll(), []);
    const all = new Map(kept.map((one) => [one.id, one]));
    for (const id of this.#waiting[GAMES].keys()) all.set(id, this.#known(GAMES, id, all.get(id)));
    return [...all.values()].filter(Boolean).sort((one, other) => other.updated - one.updated);
  }

  /** @param {string} id */
  async remove(id) {
    await this.#save(GAMES, id, [() => undefined]);
    this.#flush(); // there may be room now
  }

  /**
   * What is kept of somebody's progress under a name, or nothing.
   * @template T
   * @param {string} id @param {T} nothing
   * @returns {Promise<T>}
   */
  async progress(id, nothing) {
    const kept = await this.#read(PROGRESS, (all) => all.get(id), undefined);
    return this.#known(PROGRESS, id, kept)?.value ?? nothing;
  }

  /**
   * Change what is kept under a name, whatever another tab has made of it meanwhile; returns what
   * is kept now.
   * @template T
   * @param {string} id @param {T} nothing @param {(before: T) => T} change
   * @returns {Promise<T>}
   */
  async changeProgress(id, nothing, change) {
    const before = this.#waiting[PROGRESS].get(id) ?? [];
    await this.#save(PROGRESS, id, [...before, (kept) => ({ id, value: change(kept?.value ?? nothing) })]);
    return this.progress(id, nothing);
  }

  /**
   * What there is under a name: what is kept, with the changes that wait.
   * @param {string} name @param {string} id @param {any} kept
   */
  #known(name, id, kept, late = false) {
    return (this.#waiting[name].get(id) ?? []).reduce((before, change) => change(before, late), kept);
  }

  /**
   * @param {string} name @param {string} id @param {Change[]} changes
   */
  async #save(name, id, changes) {
    this.#waiting[name].set(id, changes);
    return this.#write(name, id);
  }

  /**
   * Write what waits under a name, after what is being written; whether it was taken.
   * @param {string} name @param {string} id
   * @returns {Promise<boolean>}
   */
  #write(name, id, late = false) {
    const writing = this.#last.then(async () => {
      /** @type {Change[]} */
      let changes = [];
      try {
        await this.#do("readwrite", name, (all) => all.get(id), (all, kept) => {
          changes = this.#waiting[name].get(id) ?? [];
          if (!changes.length) return;
          const value = this.#known(name, id, kept, late);
          if (value === undefined) all.delete(id);
          else all.put(value);
        });
      } catch (error) {
        this.#fail(error);
        return false;
      }
      const left = (this.#waiting[name].get(id) ?? []).filter((change) => !changes.includes(change));
      if (left.length) this.#waiting[name].set(id, left);
      else this.#waiting[name].delete(id);
      this.#succeed();
      return true;
    });
    this.#last = writing;
    return writing;
  }

  /** Write all that waits. */
  async #flush() {
    clearTimeout(this.#timer);
    for (const [name, waiting] of Object.entries(this.#waiting)) {
      for (const id of waiting.keys()) await this.#write(name, id, true);
    }
  }

  /**
   * @template T
   * @param {string} name @param {(all: IDBObjectStore) => IDBRequest} ask @param {T} nothing
   * @returns {Promise<T>}
   */
  async #read(name, ask, nothing) {
    try {
      const found = await this.#do("readonly", name, ask);
      this.#succeed();
      return found;
    } catch (error) {
      this.#fail(error);
      return nothing;
    }
  }

  /**
   * Ask something of the database, and `act` on the answer before anybody else does.
   * @param {IDBTransactionMode} mode @param {string} name @param {(all: IDBObjectStore) => IDBRequest} ask
   * @param {(all: IDBObjectStore, found: any) => void} [act]
   * @returns {Promise<any>}
   */
  async #do(mode, name, ask, act) {
    for (let tries = 1; ; tries--) {
      const database = await this.#connected();
      try {
        return await transacted(database.transaction(name, mode), name, ask, act);
      } catch (error) {
        if (!tries || isFull(error)) throw error;
        this.#leave(database); // the browser may have closed it: another connection may do
      }
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  async #connected() {
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      if (this.isOlder || /** @type {any} */ (error)?.name !== "VersionError") throw error;
      this.#version = undefined;
      return this.#connected();
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  #open() {
    return new Promise((resolve, reject) => {
      const wait = (/** @type {string} */ text) => reject(new DOMException(text, BLOCKED));
      const timer = setTimeout(wait, PATIENCE, "the database does not open");
      const fail = (/** @type {unknown} */ error) => {
        clearTimeout(timer);
        this.#opening = null;
        reject(error);
      };
      try {
        const request = indexedDB.open(NAME, this.#version);
        request.onupgradeneeded = () => upgrade(request.result);
        request.onblocked = () => wait("another tab holds the database");
        request.onsuccess = () => {
          clearTimeout(timer);
          this.#opening = Promise.resolve(this.#follow(request.result));
          resolve(request.result);
          this.#succeed(); // it may have been blocked, or slow
          this.#flush();
        };
        request.onerror = () => {
          fail(request.error);
        };
      } catch (error) {
        queueMicrotask(() => fail(error)); // forbidden
      }
    });
  }

  /** Leave a database that the browser closes, or that a newer edition or a deletion wants. @param {IDBDatabase} database */
  #follow(database) {
    this.#database = database;
    database.onclose = () => this.#leave(database);
    database.onversionchange = ({ newVersion }) => {
      this.#leave(database);
      if (newVersion !== null) this.#version = undefined;
      this.#tell();
    };
    return database;
  }

  /** @param {IDBDatabase} database */
  #leave(database) {
    if (this.#database !== database) return;
    database.close();
    this.#database = this.#opening = null;
    this.#flush();
  }

  /** @param {any} error */
  #fail(error) {
    this.#failure = error?.name || "Error";
    clearTimeout(this.#timer);
    if (this.#games || this.#waiting[PROGRESS].size) this.#timer = setTimeout(() => this.#flush(), AGAIN);
    this.#tell();
  }

  #succeed() {
    if (!this.#games && !this.#waiting[PROGRESS].size) this.#failure = "";
    this.#tell();
  }

  get #games() {
    return this.#waiting[GAMES].size;
  }

  #tell() {
    // Only a page that would lose something asks before it is left.
    (this.#games ? addEventListener : removeEventListener)("beforeunload", ask);
    const trouble = this.#sentence();
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    for (const listener of this.#listeners) listener();
  }

  #sentence() {
    const progressOnly = !this.#games && this.#waiting[PROGRESS].size > 0;
    if (this.isOlder) {
      return this.#failure
        ? t("Livestone was renewed in another tab, and this page can keep nothing more. Save your game as a file, then load this page again.")
        : t("Livestone was renewed in another tab. Your games are kept; load this page again for the new edition.");
    }
    if (!this.#failure) return "";
    if (this.#failure === BLOCKED) return t("Another tab has an older edition of Livestone open, so nothing is kept: close that tab, or load it again.");
    if (this.#failure === FULL) return progressOnly ? fullOfProgress() : full();
    return progressOnly ? forbiddenProgress() : forbidden();
  }
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === FULL;
}

/** @param {BeforeUnloadEvent} event */
function ask(event) {
  event.preventDefault();
}

/** @param {IDBDatabase} database */
function upgrade(database) {
  const missing = [GAMES, PROGRESS].filter((name) => !database.objectStoreNames.contains(name));
  for (const name of missing) database.createObjectStore(name, { keyPath: "id" });
}

/**
 * @param {IDBTransaction} transaction @param {string} name @param {(all: IDBObjectStore) => IDBRequest} ask
 * @param {(all: IDBObjectStore, found: any) => void} act
 * @returns {Promise<any>}
 */
function transacted(transaction, name, ask, act = () => {}) {
  return new Promise((resolve, reject) => {
    const all = transaction.objectStore(name);
    const request = ask(all);
    request.onsuccess = () => {
      try {
        act(all, request.result);
      } catch (error) {
        reject(error);
        transaction.abort();
      }
    };
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new DOMException("the browser ended this", "AbortError"));
  });
}

function full() {
  return t("This browser has no room left: what you play now is kept when you delete games under My games, else it lasts until you close the page. You can also save it as a file.");
}

function forbidden() {
  return t("This browser does not let games be kept (a private window, or a setting): they last until you close the page. Save one as a file to keep it.");
}

function fullOfProgress() {
  return t("This browser has no room left: your progress is kept when you delete games under My games, else it lasts until you close the page.");
}

function forbiddenProgress() {
  return t("This browser does not let your progress be kept (a private window, or a setting): it lasts until you close the page.");
}
