/** Games played on this device that the server keeps as well, so that a person has them everywhere. */

import { newId } from "../table/local.js";
import { t } from "../table/words.js";
import { keptOf, recordOf, seatsOf } from "./kept.js";
import { Refusal, read, send } from "./net/api.js";
import { replace, to } from "./routes.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {Pick<import("./page.js").App, "catalogue" | "games" | "store" | "say" | "refresh">} App */
/**
 * What was sent of a game: whose it is at the server, the version there, and the mark of the game
 * as it was here then; `deleted` where the server is still to be told that.
 * @typedef {{ owner: string, version: number, mark: string, deleted?: boolean }} Sent
 */
/** @typedef {Kept & { elsewhere?: boolean }} Listed  one of another device has a number of moves only */
/** @typedef {{ kept: Kept, leave: () => void }} Playing  the page that plays a game in this tab */
/** @typedef {import("./net/types.d.ts").DeviceGame} Answer */

const NAME = "device-games";
const ID = /^[\w-]{12}$/; // as devices name games
const SOON = 3000; // milliseconds that a page waits for what another device has played
const AGAIN = 2000; // until what was not sent is sent again; twice as long each time
const LATEST = 60_000;

/** Sends games after every ply, where the server keeps them, and finds those of other devices. */
export class DeviceGames {
  #sending = false;
  #wait = AGAIN;
  /** @type {Set<string>} ids of games to be sent */
  #waiting = new Set();
  /** @type {Map<string, string>} marks of the games that the server does not take */
  #refused = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer = undefined;

  /** @param {App} app @param {Promise<{ device_games?: string } | null>} account */
  constructor(app, account) {
    this.app = app;
    /** Whose games the server keeps; empty: nobody's. */
    this.owner = account.then((found) => found?.device_games ?? "", () => "");
    /** @type {Playing | null} */
    this.playing = null;
  }

  /** Send what the server does not have yet. @param {string} owner whose games it keeps; empty: nobody's */
  async begin(owner) {
    this.owner = Promise.resolve(owner);
    if (!owner) return;
    addEventListener("online", () => this.#send());
    const sent = await this.#sent();
    for (const kept of await this.app.store.list()) if (isUnsent(kept, sent[kept.id], owner)) this.#waiting.add(kept.id);
    for (const [id, one] of Object.entries(sent)) if (one.deleted && one.owner === owner) this.#waiting.add(id);
    await this.#send();
  }

  /** Send a game that has changed. @param {string} id */
  async changed(id) {
    this.#waiting.add(id);
    await this.#send();
  }

  /** Delete a game here, and on every device. @param {string} id */
  async remove(id) {
    await this.app.store.remove(id);
    const owner = await this.owner;
    const known = (await this.#sent())[id];
    if (!owner || (known && known.owner !== owner)) return;
    await this.#note(id, { owner, version: 0, mark: "", deleted: true });
    await this.app.store.remove(id); // what was read of it meanwhile
    this.changed(id);
  }

  /**
   * A game as it is now: the one kept here, or what another device has made of it; where one is kept
   * here, the server has a moment only. Throws a Refusal.
   * @param {string} id @returns {Promise<Kept | undefined>}
   */
  async newest(id) {
    const kept = await this.app.store.get(id);
    let waits = true;
    const ask = async () => {
      const owner = await this.owner;
      const known = (await this.#sent())[id];
      const later = kept && (!known || known.owner !== owner || isUnsent(kept, known, owner)); // sending decides
      if (!owner || !ID.test(id) || later || known?.deleted) return kept;
      const answer = await this.#read(id).catch((error) => {
        if (!kept) throw error;
        return null;
      });
      if (!waits || !answer || answer.version === known?.version) return kept;
      const present = this.#isPlayed(id)?.kept;
      return present && markOf(present) !== known.mark ? present : this.#take(answer, owner);
    };
    if (!kept) return ask();
    const soon = new Promise((resolve) => setTimeout(() => resolve((waits = false)), SOON)).then(() => kept);
    return Promise.race([ask(), soon]);
  }

  /**
   * All games of this device and of the person's others, those played last first; what was deleted
   * elsewhere goes here as well.
   * @returns {Promise<{ games: Listed[], owner: string, trouble: string }>}
   */
  async all() {
    const owner = await this.owner;
    /** @type {Map<string, Listed>} */
    const all = new Map((await this.app.store.list()).map((kept) => [kept.id, kept]));
    let trouble = "";
    if (owner) {
      try {
        await this.#merge(all, owner);
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
      }
    }
    return { games: [...all.values()].sort((one, other) => other.updated - one.updated), owner, trouble };
  }

  /** @param {Map<string, Listed>} all @param {string} owner */
  async #merge(all, owner) {
    const sent = await this.#sent();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { games, deleted, pages: last } = await read(`/device-games?page=${page}`);
      pages = last;
      for (const id of deleted) {
        const kept = all.get(id);
        if (!kept || sent[id]?.owner !== owner || isUnsent(kept, sent[id], owner)) continue;
        await this.#forget(id);
        all.delete(id);
      }
      for (const line of games) {
        const kept = all.get(line.id);
        const known = sent[line.id];
        if (known?.deleted) continue;
        // What a guest had sent is the account's now.
        if (kept && known && known.owner !== owner) await this.#note(line.id, { ...known, owner });
        if (!kept || (known && !isUnsent(kept, known, known.owner) && line.version > known.version)) all.set(line.id, this.#listed(line));
      }
    }
  }

  /** @param {import("./net/types.d.ts").DeviceGameLine} line @returns {Listed} */
  #listed({ id, game, options, players: those, ply, result: ending, created, updated }) {
    const players = /** @type {Parameters<typeof seatsOf>[0]} */ (/** @type {unknown} */ (those));
    const result = /** @type {import("../src/record_types.js").Result | null} */ (/** @type {unknown} */ (ending));
    const entry = this.app.catalogue.games.find((one) => one.id === game);
    const seats = seatsOf(players, entry ?? { seats: players, levels: [] });
    return {
      id, game, options, seats, moves: Array(ply).fill(""), seconds: [], opening: "", created, updated, seed: 0,
      result: result && { reason: result.reason, by: result.by }, over: result !== null, winners: result?.winners ?? [], elsewhere: true,
    };
  }

  /** Send everything that waits, one after the other; later again where that cannot be done now. */
  async #send() {
    const owner = await this.owner;
    if (!owner || this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    try {
      for (let [id] = this.#waiting; id !== undefined; [id] = this.#waiting) {
        this.#waiting.delete(id); // what changes from now on makes it wait again
        await this.#sendOne(id, owner).catch((error) => {
          this.#waiting.add(id);
          throw error;
        });
      }
      this.#wait = AGAIN;
      this.#say("");
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#say(t("What you play is kept on this device, and will be sent to the server later. {why}", { why }));
      this.#timer = setTimeout(() => this.#send(), this.#wait);
      this.#wait = Math.min(LATEST, 2 * this.#wait);
    } finally {
      this.#sending = false;
    }
  }

  /** Send a game as it is now, until it does not change meanwhile. @param {string} id @param {string} owner */
  async #sendOne(id, owner) {
    for (;;) {
      const known = (await this.#sent())[id];
      if (known?.deleted) {
        await send(`/device-games/${id}/delete`);
        await this.#note(id, null);
        return;
      }
      const kept = await this.app.store.get(id);
      if (!kept || !isUnsent(kept, known, owner) || this.#refused.get(id) === markOf(kept)) return;
      if (!this.#isPlayed(id) && (await isPlayedElsewhere(id))) return; // the tab that plays it sends it
      await this.#save(kept, known, owner);
    }
  }

  /** @param {Kept} kept @param {Sent | undefined} known @param {string} owner */
  async #save(kept, known, owner) {
    const { id, created, updated, coach } = kept;
    try {
      const game = await this.app.games.load(kept.game, /** @type {any} */ (kept.options));
      const record = recordOf(game, kept).asJson();
      const { version } = await send(`/device-games/${id}`, { version: known?.version ?? 0, record, created, updated, coach: coach ?? null });
      await this.#note(id, { owner, version, mark: markOf(kept) });
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return this.#conflict(id, owner);
      if (error instanceof Refusal && error.isTrouble) throw error;
      this.#refused.set(id, markOf(kept));
      const why = error instanceof Error ? error.message : String(error);
      this.app.say(t("The server does not keep this game; it is kept on this device. {why}", { why }), { name: `${NAME}-refused` });
    }
  }

  /**
   * Another device has played on, or deleted the game. What both have played is kept: the server's
   * as it is, this device's as a game of its own where it is no beginning of that.
   * @param {string} id @param {string} owner
   */
  async #conflict(id, owner) {
    const answer = await this.#read(id);
    const theirs = answer && (await this.#made(answer));
    const here = this.#isPlayed(id);
    const ours = here?.kept ?? (await this.app.store.get(id));
    if (!ours) return;
    here?.leave();
    const copy = newId();
    const apart = !theirs || !isBeginning(ours, theirs);
    if (apart) await this.app.store.keep({ ...ours, id: copy });
    if (theirs) await this.#put(theirs, { owner, version: /** @type {Answer} */ (answer).version, mark: markOf(theirs) });
    else await this.#forget(id);
    if (apart) {
      this.#waiting.add(copy);
      this.app.say(theirs
        ? t("This game was played on another device as well. Both are kept under My games: what you played here is a game of its own now.")
        : t("This game was deleted on another device. As you have played on here, it is kept as a new game."));
    }
    if (!here) return;
    replace(to("game", { id: apart ? copy : id }));
    this.app.refresh();
  }

  /** Keep a game of the server's here. @param {Answer} answer @param {string} owner */
  async #take(answer, owner) {
    const kept = await this.#made(answer);
    const here = this.#isPlayed(answer.id);
    here?.leave();
    await this.#put(kept, { owner, version: answer.version, mark: markOf(kept) });
    if (here) this.app.refresh();
    return kept;
  }

  /** Keep a game here as the server has it, unless it was deleted meanwhile. @param {Kept} kept @param {Sent} as */
  async #put(kept, as) {
    await this.app.store.keep(kept);
    await this.#note(kept.id, as);
    if ((await this.#sent())[kept.id]?.deleted) await this.app.store.remove(kept.id);
  }

  /** Keep nothing of a game that the server has no more. @param {string} id */
  async #forget(id) {
    await this.app.store.remove(id);
    await this.#note(id, null);
  }

  /** @param {Answer} answer @returns {Promise<Kept>} */
  async #made({ id, record, coach, created, updated }) {
    const kept = keptOf(await this.app.games.record(JSON.stringify(record)));
    const seed = Math.floor(Math.random() * 2 ** 31);
    return { ...kept, id, created, updated, seed, ...(coach === null ? {} : { coach }) };
  }

  /** A game at the server, null where it has none. @param {string} id @returns {Promise<Answer | null>} */
  async #read(id) {
    try {
      return await read(`/device-games/${id}`);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  /** @param {string} id */
  #isPlayed(id) {
    return this.playing?.kept.id === id ? this.playing : null;
  }

  /** @returns {Promise<Record<string, Sent>>} */
  #sent() {
    return this.app.store.progress(NAME, /** @type {Record<string, Sent>} */ ({}));
  }

  /** Note what the server has of a game; that it is to be deleted stays until it is. @param {string} id @param {Sent | null} one */
  #note(id, one) {
    return this.app.store.changeProgress(NAME, /** @type {Record<string, Sent>} */ ({}), (before) => {
      const { [id]: old, ...others } = before;
      if (!one) return others;
      return old?.deleted ? before : { ...others, [id]: one };
    });
  }

  /** @param {string} text */
  #say(text) {
    this.app.say(text, { name: NAME });
  }
}

/** What tells whether a game has changed, though clocks may be put back. @param {Kept} kept */
function markOf({ moves, result, updated }) {
  return [moves.length, moves.at(-1), result?.reason, updated].join(" ");
}

/** @param {Kept} kept @param {Sent | undefined} known @param {string} owner */
function isUnsent(kept, known, owner) {
  if (kept.link || (!kept.moves.length && !known)) return false; // friends by links know this device
  return !known || (known.owner === owner && known.mark !== markOf(kept));
}

/** @param {Kept} ours @param {Kept} theirs */
function isBeginning(ours, theirs) {
  return !ours.result && ours.moves.every((move, at) => move === theirs.moves[at]);
}

/** Whether another tab plays a game. @param {string} id */
async function isPlayedElsewhere(id) {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === `livestone-game-${id}`);
}
