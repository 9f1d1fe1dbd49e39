/** The local driver: a game played in this page, against bots or by people at one screen. */

import { Bot, analyse } from "../src/bot.js";
import { GameOver, IllegalMove, LivestoneError } from "../src/errors.js";
import { reveals } from "../src/reveals.js";
import { Doubt } from "./doubt.js";
import { localSnapshot, piecesAfter } from "./local_snapshot.js";
import { t } from "./words.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Thinking} Thinking */
/**
 * A `friend` plays on another device, and their moves come by links.
 * @typedef {{ kind: "person" | "bot" | "friend", level?: number, name?: string }} LocalSeat
 */
/**
 * A game as it is kept: enough to go on with it, or to replay it. `result` is how it was ended
 * other than by its rules; `opening` the position it began with, where that is not the usual one;
 * `link` tells how much of a game by links was sent or has come, and the seats that are taken;
 * `comments` on plies, and `notes` of what programs thought, by their number from 1.
 * @typedef {{ id: string, game: string, options: { [name: string]: unknown }, seats: LocalSeat[],
 *   moves: string[], seconds: number[], opening: string, created: number, updated: number,
 *   result: { reason: string, by: number | null } | null, seed: number,
 *   link?: { sent: number, taken: number[] },
 *   comments?: { [ply: number]: string }, notes?: { [ply: number]: string } }} Kept
 */
/**
 * What a local driver may be told besides: `keep` is called with the game after every change,
 * `links` say what is offered beside the board, `consider` what should be asked before a move is
 * played, if anything.
 * @typedef {{ keep?: (kept: Kept) => void | Promise<void>,
 *   links?: (snapshot: Snapshot, driver: LocalDriver) => import("./driver.js").Link[],
 *   consider?: (state: State, move: string) => Promise<string> }} Settings
 */

// A bot's move never comes sooner, so that one sees one's own; bots among themselves take longer.
const PAUSE = 150;
const BETWEEN_BOTS = 700;
const HINT_SECONDS = 1.5;

/** @implements {Driver} */
export class LocalDriver {
  /**
   * Begin a game.
   * @param {Game} game @param {LocalSeat[]} seats @param {Settings & { opening?: string }} settings
   */
  static start(game, seats, { opening = "", ...settings } = {}) {
    const now = Date.now() / 1000;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const kept = { game: game.id, options: game.options, seats, moves: [], seconds: [], opening, created: now, updated: now };
    const link = seats.some(({ kind }) => kind === "friend") ? { link: { sent: -1, taken: [] } } : {};
    return new LocalDriver(game, { id: newId(), ...kept, result: null, seed, ...link }, settings);
  }

  /**
   * Go on with a kept game. Throws a LivestoneError where its moves do not fit the rules.
   * @param {Game} game @param {Kept} kept @param {Settings} settings
   */
  constructor(game, kept, settings = {}) {
    this.game = game;
    this.kept = kept;
    this.settings = settings;
    this.description = game.manifest;
    this.state = kept.opening ? game.read(kept.opening) : game.start();
    for (const move of kept.moves) this.state.play(move);
    /** @type {Map<number, Bot>} */
    this.bots = new Map();
    /** @type {Set<(told?: { thinking?: Thinking | null }) => void>} */
    this.listeners = new Set();
    /** @type {AbortController | null} */
    this.search = null;
    /** @type {Thinking | null} */
    this.thinking = null;
    this.trouble = "";
    this.version = 1;
    this.stopped = false;
    this.paused = false;
    /** @type {number | null} the player who looks at the screen, where people hide things */
    this.looking = null;
    this.since = performance.now();
    /** @type {import("./signs.js").Sign[]} what is drawn over the board while a person thinks */
    this.signs = [];
  }

  /** Draw signs over the board, until the next move. @param {import("./signs.js").Sign[]} signs */
  mark(signs) {
    this.signs = signs;
    for (const listener of this.listeners) listener();
  }

  /** Let the bot think whose turn it is; called once the game is shown. */
  begin() {
    this.#next();
  }

  get over() {
    return this.kept.result !== null || this.state.over;
  }

  /** @param {number} [ply] @returns {Snapshot} */
  snapshot(ply) {
    return localSnapshot(this, ply ?? this.state.ply);
  }

  /** @param {(told?: { thinking?: Thinking | null }) => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} move @param {number} ply @param {boolean} [sure] */
  async play(move, ply, sure = false) {
    this.#check(ply);
    const question = sure ? "" : await this.settings.consider?.(this.state, move);
    if (question) throw new Doubt(question);
    this.#check(ply);
    this.#played(move);
  }

  /** @param {number} ply */
  #check(ply) {
    if (this.over) throw new GameOver(t("The game is over."));
    if (ply !== this.state.ply) throw new IllegalMove(t("The game has gone on: look at the board again."));
    if (this.kept.seats[this.state.player].kind !== "person") throw new IllegalMove(t("It is not your turn."));
  }

  /** @param {string} text */
  refusal(text) {
    if (this.kept.result) return t("The game is over.");
    return this.state.refusal(text);
  }

  /** @param {string} move */
  preview(move) {
    return piecesAfter(this.state, move);
  }

  async hint() {
    const { state } = this;
    this.search = new AbortController();
    let best = null;
    for await (const report of analyse(state, { seconds: HINT_SECONDS }, { signal: this.search.signal })) {
      best = report.lines[0];
      this.#tell({ seat: state.player, seconds: report.seconds, limit: HINT_SECONDS, hint: true });
    }
    this.#tell(null);
    if (!best || state !== this.state) throw new LivestoneError(t("The search was stopped."));
    return { move: best.move, path: state.paths[best.move] ?? [best.move] };
  }

  /** @param {string} what */
  async change(what) {
    if (what === "undo") this.#undo();
    else if (what === "resign") this.#end("resigned", this.#resigning());
    else if (what === "abort") this.#end("aborted", null);
    else if (what === "look") this.looking = this.state.player;
    else if (what === "pause") this.paused = true;
    else if (what === "resume") this.paused = false;
    else throw new LivestoneError(t("This cannot be done in a game on this device."));
    await this.#changed();
  }

  /** The ply that may be taken back to, null where there is none: what was sent stays. */
  get undoTarget() {
    const { played } = this.state;
    const { seats, link } = this.kept;
    for (let at = played.length - 1; at >= Math.max(0, link?.sent ?? 0); at--) {
      if (seats[played[at].player].kind !== "person") continue;
      for (let ply = at; ply < played.length; ply++) if (reveals(this.state, ply)) return null;
      return at;
    }
    return null;
  }

  /** @param {Snapshot} snapshot */
  links(snapshot) {
    return this.settings.links?.(snapshot, this) ?? [];
  }

  /** Stop thinking and playing. */
  close() {
    this.stopped = true;
    this.search?.abort();
    for (const bot of this.bots.values()) bot.close().catch(() => {});
    this.bots.clear();
    this.listeners.clear();
  }

  /** @param {string} move */
  #played(move) {
    this.state.play(move);
    const seconds = Math.max(0, performance.now() - this.since) / 1000;
    this.since = performance.now();
    this.kept = { ...this.kept, moves: [...this.kept.moves, this.state.moveTexts[this.state.ply - 1]], seconds: [...this.kept.seconds, seconds] };
    this.#changed();
  }

  #undo() {
    const target = this.undoTarget;
    if (target === null) throw new IllegalMove(t("There is no move of yours to take back."));
    this.search?.abort();
    const state = this.state.copy(); // a bot that thinks still has the other one
    while (state.ply > target) state.undo();
    this.state = state;
    this.kept = { ...this.kept, moves: this.kept.moves.slice(0, target), seconds: this.kept.seconds.slice(0, target) };
  }

  /** Who gives the game up: the person to move, or else the only person. */
  #resigning() {
    const { seats } = this.kept;
    const mover = this.state.player;
    if (seats[mover].kind === "person") return mover;
    return Math.max(0, seats.findIndex(({ kind }) => kind === "person"));
  }

  /** @param {string} reason @param {number | null} by */
  #end(reason, by) {
    if (this.over) throw new GameOver(t("The game is over."));
    this.search?.abort();
    this.kept = { ...this.kept, result: { reason, by } };
  }

  async #changed() {
    this.version += 1;
    this.thinking = null;
    this.signs = [];
    this.kept = { ...this.kept, updated: Date.now() / 1000 };
    for (const listener of this.listeners) listener();
    this.#next();
    await this.settings.keep?.(this.kept);
  }

  /** Let the bot play whose turn it is. */
  async #next() {
    const { seats } = this.kept;
    if (this.over || this.stopped || this.paused || seats[this.state.player].kind !== "bot") return;
    const state = this.state;
    const search = (this.search = new AbortController());
    const before = performance.now();
    try {
      const move = await this.#bot(state.player).move(state, {
        signal: search.signal,
        onReport: ({ seconds }) => this.#tell({ seat: state.player, seconds, limit: this.#bot(state.player).seconds }),
      });
      const pause = seats.some(({ kind }) => kind === "person") ? PAUSE : BETWEEN_BOTS;
      await new Promise((resolve) => setTimeout(resolve, pause - (performance.now() - before)));
      if (search.signal.aborted || state !== this.state || this.paused || this.stopped || this.over) return;
      this.trouble = "";
      this.#played(move);
    } catch (error) {
      if (search.signal.aborted || this.stopped) return;
      this.trouble = t("The bot cannot move: {why}", { why: error instanceof Error ? error.message : String(error) });
      for (const listener of this.listeners) listener();
    }
  }

  /** Ask the bot again that could not move. */
  retry() {
    this.trouble = "";
    this.#next();
    for (const listener of this.listeners) listener();
  }

  /** @param {number} seat */
  #bot(seat) {
    let bot = this.bots.get(seat);
    if (!bot) {
      bot = new Bot(this.game, { level: this.kept.seats[seat].level ?? 2, seed: this.kept.seed + seat });
      this.bots.set(seat, bot);
    }
    return bot;
  }

  /** @param {Thinking | null} thinking */
  #tell(thinking) {
    this.thinking = thinking;
    for (const listener of this.listeners) listener({ thinking });
  }
}

/** A new name for a game. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_");
}
