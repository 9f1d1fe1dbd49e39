/** The table's page: a game begins, goes on, or is looked at; and what is offered after its end. */

import { LivestoneError } from "../src/errors.js";
import { button, h } from "../table/dom.js";
import { HowToPlay } from "../table/how_to_play.js";
import { LocalDriver } from "../table/local.js";
import { t } from "../table/words.js";
import { endLinks } from "./after.js";
import { coachFor } from "./coached.js";
import { readJson } from "./files.js";
import { Helpers } from "./helpers.js";
import { askedFor } from "./invitation.js";
import { named, refuseSecrets } from "./by_link.js";
import { recordOf, summaryOf } from "./kept.js";
import { extent, isUnsent } from "../table/local_snapshot.js";
import { tableOfPage } from "../table/playing.js";
import { playsHere, seatTexts, startAtServer } from "./new_game.js";
import { server, to } from "./routes.js";
import { serverGame } from "./server_game.js";
import { share } from "./saving.js";
import { Changes, Hold } from "./tabs.js";
import { WatchingDriver } from "./watching.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../table/driver.js").Snapshot} Snapshot */

/** `#play?game=...`: begin a game, and go to its own address. @type {import("./page.js").Show} */
export async function play(app, { query }) {
  const { game: entry, options, seats, opening, guided, coached } = askedFor(app.catalogue, query);
  if (!playsHere(entry, options, seats)) {
    const id = await startAtServer(entry, options, seatTexts(seats), opening ? { opening } : {});
    app.replace(to("game", { id }));
    return serverGame(app, id, query);
  }
  const game = await app.games.load(entry.id, options);
  const { kept } = LocalDriver.start(game, seats, { opening });
  if (kept.link) refuseSecrets(game);
  const whole = { ...kept, over: false, winners: [], ...(kept.link ? { mine: seats[0].kind === "person" } : {}), ...(guided ? { guide: [] } : {}), ...(coached ? { coach: true } : {}) };
  await app.store.keep(whole);
  app.replace(to("game", { id: kept.id }));
  return opened(app, game, whole);
}

/**
 * `#game?id=...`: go on with a game that is kept here, or by the server.
 * @type {import("./page.js").Show}
 */
export async function game(app, { query }) {
  const kept = await app.deviceGames.newest(query.get("id") ?? "");
  if (!kept && server !== undefined) return serverGame(app, query.get("id") ?? "", query);
  if (!kept) {
    throw new LivestoneError(
      t("This game is not kept in this browser: it was played in another one, or deleted. The games that are here stand under My games."),
      "unknown-game",
    );
  }
  const rules = await app.games.load(kept.game, /** @type {any} */ (kept.options));
  return opened(app, rules, kept);
}

/** Go on with a game that has just come here, whichever tab had it. @param {App} app @param {Kept} kept */
export async function goOn(app, kept) {
  app.replace(to("game", { id: kept.id }));
  return opened(app, await app.games.load(kept.game, /** @type {any} */ (kept.options)), kept, true);
}

/**
 * The page of a game, with those who help beside it.
 * @param {App} app @param {Game} game @param {Kept} kept @param {boolean} [taking] it from another tab
 */
async function opened(app, game, kept, taking = false) {
  const page = new GamePage(app, game, kept);
  page.helpers = await Helpers.of(page.table, game, kept, (change) => page.change(change));
  const others = (await app.store.list()).filter(({ id }) => id !== kept.id);
  page.coach = coachFor([...others, { ...kept, moves: ["this one"] }], kept.game);
  return page.page(taking);
}

/** A table with its game; another tab may have the game, then this one follows. */
class GamePage {
  /** @param {App} app @param {Game} game @param {Kept} kept */
  constructor(app, game, kept) {
    this.app = app;
    this.game = game;
    this.kept = kept;
    this.entry = app.catalogue.find(kept.game);
    this.table = tableOfPage();
    const { id } = this.entry;
    this.table.howToPlay = new HowToPlay(id, to("rules", { game: id }), async () => (await readJson(`lessons/${id}.json`)).drawer);
    this.other = h("div", { class: "notice other-tab", role: "status", hidden: true },
      h("p", {}, t("This game goes on in another tab; here you see it.")),
      button(t("Play it here"), () => this.hold.takeOver(), { class: "main" }));
    this.changes = new Changes((id) => id === this.kept.id && this.#reload());
    this.hold = new Hold(kept.id, { onMine: () => this.#play(), onWatching: () => this.#watch() });
    /** @type {(value?: unknown) => void} */
    this.known = () => {};
    /** @type {LocalDriver | WatchingDriver | null} */
    this.driver = null;
    /** @type {Helpers | null} */
    this.helpers = null;
    /** @type {string | null} what the next game's address says of a coach */
    this.coach = null;
    this.table.addEventListener("livestone-shown", () => this.#look());
    this.seen = () => document.hidden || this.app.deviceGames.newest(this.kept.id).catch(() => {}); // sending says why
  }

  /** What those who help may see: the present game, where it is played here. */
  #look() {
    if (this.driver instanceof LocalDriver && this.driver === this.table.driver) this.helpers?.look(this.driver);
  }

  /** Keep something else of the game. @param {Partial<Kept>} change */
  async change(change) {
    this.kept = { ...this.kept, ...change };
    await this.app.store.keep(this.kept);
  }

  /**
   * The page, once it is known whether this tab plays: nothing moves then.
   * @param {boolean} taking it from another tab @returns {Promise<import("./page.js").Page>}
   */
  async page(taking) {
    await new Promise((resolve) => {
      this.known = resolve;
      if (taking && navigator.locks) this.hold.takeOver();
      else this.hold.start();
    });
    document.addEventListener("visibilitychange", this.seen);
    const main = h("main", { class: "whole" }, this.other, this.table);
    return { title: t(this.entry.title), main, close: () => this.#close() };
  }

  async #play() {
    this.other.hidden = true;
    const kept = (await this.app.store.get(this.kept.id)) ?? this.kept;
    this.kept = kept;
    /** @type {LocalDriver} */
    const driver = new LocalDriver(this.game, kept, {
      keep: (now) => this.#keep(driver, now),
      links: (shown) => this.#links(shown),
      consider: (state, move) => this.helpers?.consider(state, move) ?? Promise.resolve(""),
    });
    this.#drive(driver);
    this.app.deviceGames.playing = this;
    this.app.deviceGames.changed(kept.id);
    driver.begin();
    this.known();
  }

  #watch() {
    this.other.hidden = false;
    this.#drive(new WatchingDriver(this.game, this.kept, (shown) => this.#links(shown), true));
    this.known();
  }

  /** @param {LocalDriver | WatchingDriver} driver */
  #drive(driver) {
    this.driver?.close();
    this.driver = driver;
    this.table.driver = driver;
  }

  /** @param {LocalDriver} driver @param {import("../table/local.js").Kept} now */
  async #keep(driver, now) {
    // A clock that was put back makes no game older than it was.
    const updated = Math.max(now.updated, this.kept.updated);
    this.kept = { ...this.kept, ...now, updated, ...summaryOf(driver.state, now) };
    await this.app.store.keep(this.kept);
    this.changes.tell(this.kept.id);
    this.app.deviceGames.changed(this.kept.id);
  }

  /** Let nobody play on here: another device has. */
  leave() {
    this.driver?.close();
    this.table.driver = null;
  }

  async #reload() {
    if (!(this.driver instanceof WatchingDriver)) return;
    const kept = await this.app.store.get(this.kept.id);
    if (!kept || !(this.driver instanceof WatchingDriver)) return;
    this.kept = kept;
    this.driver.update(kept);
  }

  /** @param {Snapshot} shown */
  #links(shown) {
    const sharing = { label: t("Share or save"), act: () => this.#share() };
    const rules = { label: t("Rules"), href: to("rules", { game: this.entry.id }) };
    const sending = this.#sending(shown);
    if (shown.status !== "finished") return [...sending, sharing, rules];
    return [...sending, ...endLinks(this.entry, this.kept, shown, this.coach), sharing, rules];
  }

  /** How a game by links goes to those who are elsewhere. @param {Snapshot} shown @returns {import("../table/driver.js").Link[]} */
  #sending({ my_turn: mine }) {
    if (!this.kept.link) return [];
    if (!isUnsent(this.kept) || mine) return mine ? [] : [{ label: t("The link again"), beside: true, act: () => this.#send() }];
    return [{ label: t("Send the game"), main: true, act: () => this.#send() }];
  }

  /** Show the link; what was played until then is played. */
  async #send() {
    const { driver } = this;
    if (!(driver instanceof LocalDriver) || !driver.kept.link) return;
    const change = async (/** @type {Kept} */ kept) => {
      driver.kept = kept;
      await this.#keep(driver, kept);
      await this.table.refresh();
      return this.kept;
    };
    const link = { ...driver.kept.link, sent: extent(driver.kept) };
    const kept = await change({ ...this.kept, ...driver.kept, link });
    const { sendDialog } = await import("./send_dialog.js");
    await sendDialog(this.game, kept, (name) => change(named({ ...this.kept, ...driver.kept }, name)));
  }

  #share() {
    share(recordOf(this.game, this.kept), this.table.shown?.ply ?? 0);
  }

  #close() {
    document.removeEventListener("visibilitychange", this.seen);
    if (this.app.deviceGames.playing === this) this.app.deviceGames.playing = null;
    this.hold.close();
    this.changes.close();
    this.helpers?.close();
    this.leave();
  }
}
