/** The server driver: a game that a server keeps, by its JSON API and its stream of events. */

import { hintOnDevice, piecesOnDevice } from "./on_device.js";
import { NO_COOKIES, Refusal, ask, isUnknown, posted } from "./request.js";
import { hasOthers } from "./sentences.js";
import { completed, toSnapshot } from "./server_snapshot.js";
import { t, translated } from "./words.js";

/** @typedef {import("./driver.js").Description} Description */
/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./driver.js").Hint} Hint */
/** @typedef {import("./driver.js").Link} Link */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./server_snapshot.js").Answer} Answer */
/** @typedef {(told?: { thinking?: import("./driver.js").Thinking | null }) => void} Listener */
/**
 * Where a game is: `game` is its address in the API, `listen` has its events heard until what it
 * returns is called, left out where nothing more happens; `compiled` is where its manifest is. `links` say what is offered beside the board, `began` is
 * told of a rematch, and `talked` of news in its chat; `options` are the rules and the clock in a few
 * words, `words` makes the sentence beside the board where that is not the usual one, and `numbered`
 * boards show on each piece the ply that brought it there.
 * @typedef {{ game: string, listen?: (hears: Record<string, (told: any) => void>) => () => void, compiled?: string, options?: string, numbered?: boolean,
 *   links?: (snapshot: Snapshot) => Link[], seat?: (seat: import("./driver.js").Seat) => import("./driver.js").Seat, began?: (id: string) => void,
 *   talked?: () => void, words?: (snapshot: Snapshot, game: Description) => string }} Settings
 */

const LATER = 2000; // milliseconds until what failed is tried again
const HINT = 120; // seconds for one
const MOVE_TRIES = 3;
const AGAIN = 1000; // milliseconds between them
const TRIPS = 5;
const MAX_LAG = 60_000;
const MAX_KEPT = 64; // earlier positions

/** @implements {Driver} */
export class ServerDriver {
  /**
   * Open a game; `first` is what is known of it, or nothing.
   * @param {Description} description @param {Settings} settings
   * @param {{ answer: Answer, age: number } | null} [first] `age` in milliseconds
   */
  static async open(description, settings, first = null) {
    const driver = new ServerDriver(description, settings);
    if (first) driver.#take(first.answer, first.age);
    else await driver.#read();
    driver.#end = settings.listen?.(driver.#hears);
    return driver;
  }

  /** @type {Answer | null} the newest */
  #latest = null;
  #arrived = 0;
  #newest = 0; // the newest version that the server has told of
  #trouble = ""; // why it is not known how the game stands
  #trips = /** @type {number[]} */ ([]); // milliseconds to the server and back
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {Map<string, Snapshot>} earlier positions by version and ply */
  #earlier = new Map();
  /** @type {(() => void) | undefined} ends the listening */
  #end = undefined;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again = undefined;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #claiming = undefined; // until the game may be claimed
  #sending = 0;
  #closed = false;
  unknown = false; // whether the server no longer knows who plays here

  /** @param {Description} description @param {Settings} settings */
  constructor(description, settings) {
    this.description = description;
    this.settings = settings;
    document.addEventListener("visibilitychange", this.#seen);
  }

  /** @param {number} [ply] @returns {Snapshot | Promise<Snapshot>} */
  snapshot(ply) {
    const latest = /** @type {Answer} */ (this.#latest);
    if (ply === undefined || ply >= latest.last_ply) return this.#live;
    const found = this.#earlier.get(`${latest.version} ${ply}`);
    return found ? { ...found, trouble: this.#trouble } : this.#past(ply);
  }

  /** @param {Answer} answer @param {number} arrived @returns {Snapshot} */
  #shown(answer, arrived) {
    const shown = toSnapshot(answer, arrived, this.settings.options);
    const { words, numbered, seat } = this.settings;
    const told = { ...shown, ...(numbered ? { numbered } : {}), ...(seat ? { seats: shown.seats.map(seat) } : {}) };
    // Written anew each time: how cells are named may change.
    return words ? Object.defineProperty({ ...told }, "said", { get: () => words(told, this.description), enumerable: true }) : told;
  }

  get #live() {
    const shown = this.#shown(/** @type {Answer} */ (this.#latest), this.#arrived);
    return { ...shown, trouble: this.#trouble || shown.trouble };
  }

  /** @param {Listener} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} move @param {number} ply */
  async play(move, ply) {
    const lag = Math.min(...this.#trips, MAX_LAG) / 1000;
    // The same move for the same ply counts once, however often it is sent.
    await this.#change("plies", { move, ply, ...(this.#trips.length ? { lag } : {}) }, MOVE_TRIES);
  }

  /** @param {string} text */
  async refusal(text) {
    try {
      await this.play(text, this.#latest?.last_ply ?? 0);
    } catch (error) {
      return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    }
    this.#tell();
    return "";
  }

  /** @returns {Promise<Hint>} */
  async hint() {
    const { last_ply: before, viewer } = /** @type {Answer} */ (this.#latest);
    const record = () => this.#ask(`${this.settings.game}/record`);
    const found = viewer === null ? await hintOnDevice(this.settings.compiled, record) : null;
    const { ply, move, path } = found ?? (await this.#ask(`${this.settings.game}/hint`, posted()));
    if (ply !== before || ply !== this.#latest?.last_ply) throw new Refusal(t("The game has gone on."), "conflict", 409);
    return { move, path };
  }

  /** @param {string} move */
  preview(move) {
    const { viewer, text } = /** @type {Answer} */ (this.#latest);
    return viewer === null ? piecesOnDevice(this.settings.compiled, text, move) : [];
  }

  /** @param {string} what @param {any} [details] */
  async change(what, details = {}) {
    const { last_ply: ply } = /** @type {Answer} */ (this.#latest);
    await this.#change(...changeOf(what, details, ply));
  }

  /** @param {Snapshot} snapshot */
  links(snapshot) {
    return this.settings.links?.(snapshot) ?? [];
  }

  /** Read how the game stands. */
  async refresh() {
    clearTimeout(this.#again);
    this.#reading ??= this.#readAgain().finally(() => (this.#reading = null));
    await this.#reading;
    if (this.#newest > (this.#latest?.version ?? 0) && !this.#trouble) await this.refresh();
  }

  /** Try again what failed. */
  retry() {
    this.refresh();
  }

  close() {
    this.#closed = true;
    this.#end?.();
    clearTimeout(this.#again);
    clearTimeout(this.#claiming);
    this.#listeners.clear();
    document.removeEventListener("visibilitychange", this.#seen);
  }

  async #readAgain() {
    try {
      await this.#read();
      this.#trouble = "";
      if (this.unknown) this.#listenAnew();
      this.unknown = false;
      this.#tell();
    } catch (error) {
      if (error instanceof Refusal && !error.isTrouble) this.#stop(error);
      else if (error instanceof Refusal && error.status) this.#lose(error.message);
      else this.#lose(this.#trouble || t("The server cannot be reached. Trying again."));
    }
  }

  /** Have the stream begin again, as who one is now. */
  #listenAnew() {
    this.#end?.();
    this.#end = undefined;
    setTimeout(() => this.#closed || (this.#end = this.settings.listen?.(this.#hears)));
  }

  async #read() {
    /** @type {Record<string, string>} */
    const headers = document.hidden ? { "X-Hidden-Tab": "yes" } : {}; // nobody sees what is read now
    const answer = await this.#askTable("", { headers });
    this.#take(answer, this.#age);
  }

  /** @param {number} ply @returns {Promise<Snapshot>} */
  async #past(ply) {
    try {
      const answer = await this.#askTable(`?ply=${ply}`, {});
      const found = this.#shown(answer, performance.now() - this.#age);
      this.#earlier.set(`${answer.version} ${ply}`, found);
      if (this.#earlier.size > MAX_KEPT) this.#earlier.delete([...this.#earlier.keys()][0]);
      return { ...found, trouble: this.#trouble };
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : String(error));
      return this.#live;
    }
  }

  /**
   * Do something to the game. What is refused may have been decided on what is no more so: then
   * the game is read again. Throws an error that says why it was not done.
   * @param {string} action @param {object} data @param {number} [tries] while the server is not reached
   */
  async #change(action, data, tries = 1) {
    this.#sending += 1;
    try {
      const answer = await this.#askSurely(() => this.#askTable(`/${action}`, posted(data)), tries);
      if (answer.id === this.#latest?.id) this.#take(answer, this.#age);
      else this.settings.began?.(answer.id); // a rematch
    } catch (error) {
      if (error instanceof Refusal && error.isTrouble) this.#lose(error.message);
      else if (error instanceof Refusal && [401, 403, 409].includes(error.status)) await this.refresh();
      throw error;
    } finally {
      this.#sending -= 1;
      this.#catchUp();
    }
  }

  /**
   * @param {() => Promise<Answer>} ask @param {number} tries
   */
  async #askSurely(ask, tries) {
    for (let left = tries - 1; ; left--) {
      try {
        return await ask();
      } catch (error) {
        const unreached = error instanceof Refusal && (!error.status || [502, 503, 504].includes(error.status));
        if (!unreached || left <= 0 || this.#closed) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  /**
   * Ask the server for the table, without the plies that are known here, if it can leave them out.
   * @param {string} rest of the address @param {RequestInit} request @returns {Promise<Answer>}
   */
  async #askTable(rest, request) {
    const known = this.#latest;
    const since = known?.cursor ? `${rest.includes("?") ? "&" : "?"}since=${known.cursor}` : "";
    return completed(await this.#ask(this.settings.game + rest + since, request), known);
  }

  /**
   * Ask the server. Throws a Refusal.
   * @param {string} address @param {RequestInit} [request] @returns {Promise<any>}
   */
  async #ask(address, request = {}) {
    const isHint = address.endsWith("/hint");
    const began = performance.now();
    const told = await ask(address, request, isHint ? HINT : undefined).catch((error) => {
      throw this.#isPlayer && isUnknown(error) && error.code !== NO_COOKIES ? new Refusal(t("The server no longer knows you as a player of this game: your session ended, or cookies were deleted. Log in again, and the game goes on where it stands."), error.code, error.status) : error;
    });
    if (!isHint) this.#trips = [...this.#trips, performance.now() - began].slice(-TRIPS);
    return told;
  }

  get #isPlayer() {
    return Boolean(this.#latest?.seats.some(({ is_me: mine }) => mine));
  }

  /** How old an answer is, about, that has just come, in milliseconds. */
  get #age() {
    return (this.#trips[this.#trips.length - 1] ?? 0) / 2;
  }

  /** @param {Answer} answer @param {number} age */
  #take(answer, age) {
    if (this.#latest && answer.version < this.#latest.version) return;
    if (this.#latest && answer.description !== this.#latest.description) dispatchEvent(new CustomEvent("livestone-edition", { detail: { sure: true } }));
    if (this.#latest?.version !== answer.version) this.#earlier.clear();
    this.#latest = answer;
    this.#arrived = performance.now() - age;
    this.#newest = Math.max(this.#newest, answer.version);
    clearTimeout(this.#claiming);
    if (answer.claim) this.#claiming = setTimeout(() => this.refresh(), answer.claim * 1000);
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Say what has failed until the game can be read again, which is tried from now on.
   * @param {string} text
   */
  #lose(text) {
    if (this.#closed) return;
    this.#trouble = text;
    this.#tell();
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.refresh(), LATER);
  }

  /**
   * Say why the game may not be read any more; it is tried again when somebody asks, or comes back.
   * @param {Refusal} why
   */
  #stop(why) {
    this.unknown = isUnknown(why);
    this.#trouble = why.message;
    this.#tell();
  }

  /**
   * Read the game if the server has told of something newer than what is shown. A hidden page does
   * so where it waits for people, so that its title can tell.
   */
  #catchUp() {
    if (document.hidden && !this.#waitsForPeople) return;
    if (!this.#sending && this.#newest > (this.#latest?.version ?? 0)) this.refresh();
  }

  get #hears() {
    return {
      changed: (/** @type {{ version: number }} */ { version }) => {
        this.#newest = Math.max(this.#newest, version);
        this.#catchUp();
      },
      thinking: (/** @type {import("./driver.js").Thinking} */ thinking) => {
        for (const listener of this.#listeners) listener({ thinking });
      },
      trouble: (/** @type {{ message: string }} */ { message }) => {
        if (this.#latest) this.#latest = { ...this.#latest, trouble: translated(message) };
        this.#tell();
      },
      talk: () => this.settings.talked?.(),
      presence: () => this.refresh(),
      refused: () => this.refresh(),
      opened: () => this.refresh(),
      lost: () => {
        this.#trouble = t("The connection is lost. Trying again; your game is safe.");
        this.#tell();
      },
    };
  }

  get #waitsForPeople() {
    const latest = /** @type {Answer} */ (this.#latest);
    const { status, offers } = latest;
    return status === "waiting" || (hasOthers(latest) && status === "running") || offers.some(({ kind }) => kind === "rematch");
  }

  // A visitor who comes back sees the clocks as they are now.
  #seen = () => {
    if (document.hidden) return;
    if (this.#latest?.clock || this.unknown) this.refresh();
    else this.#catchUp();
  };
}

/**
 * The action of the API that does something, and what it is told.
 * @param {string} what @param {any} details @param {number} ply
 * @returns {[string, object]}
 */
function changeOf(what, details, ply) {
  if (what === "draw" || what === "pause") return ["offer", { kind: what, ply }];
  if (what === "answer") return ["answer", { ...details, ply }];
  if (what === "answer-takeback") return ["takeback", { ...details, ply }];
  if (what === "plan") return ["plan", { ply, lines: details.tokens.length ? [["*", details.tokens.join(" ")]] : [] }];
  return [what, what === "undo" || what === "look" ? { ply } : {}];
}
