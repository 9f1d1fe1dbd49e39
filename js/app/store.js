/**
 * The games, and what was learned, kept in this browser in IndexedDB; in memory only where that is
 * forbidden or full.
 */

import { t } from "../table/words.js";

/** @typedef {import("./kept.js").Kept} Kept */

const NAME = "livestone";
const VERSION = 2;
const GAMES = "games";
const PROGRESS = "progress";

/** Keeps games; what cannot be kept lives as long as the page, and `trouble` says why. */
export class Store {
  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.database = database;
    /** @type {Map<string, Kept>} what the browser did not take */
    this.unsaved = new Map();
    /** @type {Map<string, unknown>} progress that the browser did not take */
    this.unsavedProgress = new Map();
    this.trouble = "";
    this.why = forbidden(); // why nothing is kept, where there is no database
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Open the store of this browser; it always opens. */
  static async open() {
    try {
      const database = await opened();
      const store = new Store(database);
      // Another tab has a newer version of these pages: let it have the database.
      database.onversionchange = () => store.#lose(t("Livestone was renewed in another tab. Load this page again to keep games."));
      return store;
    } catch {
      return new Store(null);
    }
  }

  /**
   * Call a listener whenever `trouble` changes; returns how to stop that.
   * @param {() => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /**
   * Keep a game, in place of what was kept of it before; whether it is safe.
   * @param {Kept} kept
   */
  async keep(kept) {
    this.unsaved.set(kept.id, kept);
    if (!this.database) {
      this.#say(this.why);
      return false;
    }
    try {
      await this.#do("readwrite", (games) => games.put(kept));
    } catch (error) {
      this.#say(isFull(error) ? full() : forbidden());
      return false;
    }
    if (this.unsaved.get(kept.id) === kept) this.unsaved.delete(kept.id);
    this.#say("");
    return true;
  }

  /**
   * @param {string} id
   * @returns {Promise<Kept | undefined>}
   */
  async get(id) {
    return this.unsaved.get(id) ?? (await this.#read((games) => games.get(id), undefined));
  }

  /** All games, those that were played last first. */
  async list() {
    /** @type {Kept[]} */
    const kept = await this.#read((games) => games.getAll(), []);
    const all = new Map(kept.map((one) => [one.id, one]));
    for (const [id, one] of this.unsaved) all.set(id, one);
    return [...all.values()].sort((one, other) => other.updated - one.updated);
  }

  /** @param {string} id */
  async remove(id) {
    this.unsaved.delete(id);
    if (this.database) await this.#do("readwrite", (games) => games.delete(id));
  }

  /**
   * What is kept of somebody's progress under a name, or nothing.
   * @template T
   * @param {string} id @param {T} nothing
   * @returns {Promise<T>}
   */
  async progress(id, nothing) {
    const unsaved = this.unsavedProgress.get(id);
    if (unsaved) return /** @type {T} */ (unsaved);
    const kept = await this.#read((all) => all.get(id), /** @type {{ value: T } | undefined} */ (undefined), PROGRESS);
    return kept?.value ?? nothing;
  }

  /**
   * Change what is kept under a name, whatever another tab has made of it meanwhile; returns what
   * is kept now.
   * @template T
   * @param {string} id @param {T} nothing @param {(before: T) => T} change
   * @returns {Promise<T>}
   */
  async changeProgress(id, nothing, change) {
    const known = await this.progress(id, nothing);
    try {
      if (!this.database) throw new DOMException(this.why, "SecurityError");
      const value = await this.#changed(id, nothing, change);
      this.unsavedProgress.delete(id);
      return value;
    } catch (error) {
      const value = change(known);
      this.unsavedProgress.set(id, value);
      this.#say(isFull(error) ? fullOfProgress() : forbiddenProgress());
      return value;
    }
  }

  /**
   * @template T
   * @param {string} id @param {T} nothing @param {(before: T) => T} change
   * @returns {Promise<T>}
   */
  #changed(id, nothing, change) {
    return new Promise((resolve, reject) => {
      const transaction = /** @type {IDBDatabase} */ (this.database).transaction(PROGRESS, "readwrite");
      const all = transaction.objectStore(PROGRESS);
      const request = all.get(id);
      /** @type {T} */
      let value;
      request.onsuccess = () => {
        try {
          value = change(this.unsavedProgress.get(id) ?? request.result?.value ?? nothing);
          all.put({ id, value });
        } catch (error) {
          reject(error);
          transaction.abort();
        }
      };
      transaction.oncomplete = () => resolve(value);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  }

  /**
   * @template T
   * @param {(games: IDBObjectStore) => IDBRequest} ask @param {T} nothing
   * @param {string} name of the store
   * @returns {Promise<T>}
   */
  async #read(ask, nothing, name = GAMES) {
    if (!this.database) return nothing;
    try {
      return await this.#do("readonly", ask, name);
    } catch {
      this.#say(forbidden());
      return nothing;
    }
  }

  /**
   * @param {IDBTransactionMode} mode @param {(games: IDBObjectStore) => IDBRequest} ask
   * @param {string} name of the store
   * @returns {Promise<any>}
   */
  #do(mode, ask, name = GAMES) {
    return new Promise((resolve, reject) => {
      const transaction = /** @type {IDBDatabase} */ (this.database).transaction(name, mode);
      const request = ask(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? request.error);
      transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  }

  /** @param {string} trouble */
  #lose(trouble) {
    this.database?.close();
    this.database = null;
    this.why = trouble;
    this.#say(trouble);
  }

  /** @param {string} trouble */
  #say(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    for (const listener of this.listeners) listener();
  }
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const missing = [GAMES, PROGRESS].filter((name) => !request.result.objectStoreNames.contains(name));
      for (const name of missing) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another tab holds the database"));
  });
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

function full() {
  return t("This browser has no room left, so games are not kept: this one goes on until you close the page. Delete games under My games, or save this one as a file.");
}

function forbidden() {
  return t("This browser does not let games be kept (a private window, or a setting): they last until you close the page. Save one as a file to keep it.");
}

function fullOfProgress() {
  return t("This browser has no room left, so your progress is not kept: it lasts until you close the page. Delete games under My games.");
}

function forbiddenProgress() {
  return t("This browser does not let your progress be kept (a private window, or a setting): it lasts until you close the page.");
}
