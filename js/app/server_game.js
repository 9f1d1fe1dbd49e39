/** A game that the server keeps: the table, and beside it invitations, chat and lines of replies. */

import { h } from "../table/dom.js";
import { HowToPlay } from "../table/how_to_play.js";
import { tableOfPage } from "../table/playing.js";
import { get, set } from "../table/preferences.js";
import { hasOthers, status } from "../table/sentences.js";
import { ServerDriver } from "../table/server.js";
import { t } from "../table/words.js";
import { endWays } from "./after.js";
import { Invite } from "./beside/invite.js";
import { Lines } from "./beside/lines.js";
import { SeatRatings } from "./beside/ratings.js";
import { Talk } from "./beside/talk.js";
import { readJson } from "./files.js";
import { nextLevel } from "./levels.js";
import { apiAddress, read, send } from "./net/api.js";
import { listen } from "./net/listen.js";
import { notify, notifyButton } from "./notify.js";
import { go, loginAddress, server, to } from "./routes.js";
import { manifestOf, readDescription, studyGame } from "./server_table.js";

/** @typedef {import("../table/driver.js").Link} Link */
/** @typedef {import("../table/driver.js").Snapshot} Snapshot */
/** @typedef {import("./page.js").App} App */
/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("../table/server_snapshot.js").Answer & { game: string, title: string, control: { text: string } }} Answer */

const REMATCH = "rematch"; // the game of which one was asked for in this tab

/**
 * The page of a game that the server keeps.
 * @param {App} app @param {string} id @param {URLSearchParams} query `ply` shows an earlier position
 * @returns {Promise<import("./page.js").Page>}
 */
export async function serverGame(app, id, query) {
  const began = performance.now();
  const answer = /** @type {Answer} */ (await read(`/games/${encodeURIComponent(id)}`));
  const description = await readDescription(answer.game, answer.options);
  const page = new ServerGame(app, answer, description);
  await page.open((performance.now() - began) / 2);
  const ply = query.get("ply");
  if (ply !== null) page.table.goTo(Number(ply));
  return page.page;
}

/**
 * Whether a rematch of a game was asked for when this tab last showed it; note whether it is now.
 * @param {string} id @param {boolean} now
 */
function askedIn(id, now) {
  try {
    const before = sessionStorage.getItem(REMATCH) === id;
    if (now) sessionStorage.setItem(REMATCH, id);
    else if (before) sessionStorage.removeItem(REMATCH);
    return before;
  } catch {
    return false; // a browser may refuse to keep anything
  }
}

/** A table at the server. */
class ServerGame {
  /** @param {App} app @param {Answer} answer @param {import("../table/driver.js").Description} description */
  constructor(app, answer, description) {
    this.app = app;
    this.answer = answer;
    this.description = description;
    this.entry = app.catalogue.find(answer.game);
    this.compiled = manifestOf(this.entry, answer.options);
    this.table = tableOfPage();
    const { id } = this.entry;
    this.table.howToPlay = new HowToPlay(id, to("rules", { game: id }), async () => (await readJson(`lessons/${id}.json`)).drawer);
    const tell = (/** @type {string} */ text, refused = false) => this.table.tell(text, refused);
    this.invite = new Invite(answer.id);
    this.talk = new Talk(answer.id, tell);
    this.lines = new Lines((lines) => this.#plan(lines));
    this.ratings = new SeatRatings(answer.id, () => this.table.refresh());
    this.watching = h("p", { id: "onlooker", class: "soft small", "data-beside": "", hidden: true });
    this.notifying = h("p", { "data-beside": "", hidden: true });
    this.table.append(...[this.invite, this.lines, this.talk].map(({ element }) => element), this.watching, this.notifying);
    this.main = h("main", { class: "whole" }, this.table);
    /** @type {boolean | null} whether it was one's turn when that was last shown */
    this.mine = null;
    this.unbegun = false; // whether this page was shown while the game had no rematch
    this.left = false;
    /** @type {ServerDriver | null} */
    this.driver = null;
    this.table.addEventListener("livestone-shown", (event) => this.#show(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {number} age of the answer, in milliseconds */
  async open(age) {
    const { id } = this.answer;
    const settings = {
      game: apiAddress(`/games/${id}`), listen: (/** @type {import("./net/listen.js").Hears} */ hears) => listen(`games/${id}`, hears), compiled: this.compiled,
      links: (/** @type {Snapshot} */ shown) => this.#links(shown),
      seat: (/** @type {import("../table/driver.js").Seat} */ seat) => this.ratings.of(seat),
      began: (/** @type {string} */ next) => this.#begin(next),
      talked: () => this.talk.update(),
    };
    this.driver = await ServerDriver.open(this.description, settings, { answer: this.answer, age });
    this.table.driver = this.driver;
  }

  /** @returns {import("./page.js").Page} */
  get page() {
    return { title: t(this.entry.title), main: this.main, shown: () => this.#show(this.table.shown), close: () => this.#close() };
  }

  #close() {
    this.left = true;
    this.driver?.close();
    this.table.driver = null;
  }

  /** @param {Snapshot | null} shown */
  #show(shown) {
    if (!shown || this.left || !this.main.isConnected) return; // another page may have the address
    const called = shown.my_turn && hasOthers(shown);
    const words = `${status(shown, this.description)} ${t(this.entry.title)} - Livestone`;
    document.title = words;
    this.main.toggleAttribute("data-my-turn", shown.my_turn);
    if (called && this.mine === false) notify(words);
    this.mine = called;
    const live = shown.ply === shown.last_ply;
    this.app.replace(to("game", { id: shown.id, ply: live ? null : shown.ply }));
    this.#goToRematch(shown);
    this.ratings.look(shown);
    this.invite.look(shown);
    this.talk.look(shown);
    this.lines.look(/** @type {any} */ (shown));
    this.watching.hidden = !shown.onlooker;
    this.watching.textContent = shown.onlooker ? t("You are watching.") : "";
    const button = hasOthers(shown) && shown.status === "running" && !shown.onlooker ? notifyButton() : null;
    if (button && this.notifying.hidden) this.notifying.replaceChildren(button);
    this.notifying.hidden = !button;
  }

  /**
   * Players go to a rematch that begins while their page is open, or while it is loaded again. Who
   * opens the old game later stays there.
   * @param {Snapshot} shown
   */
  #goToRematch({ id, rematch, onlooker, offers }) {
    const before = askedIn(id, offers.some(({ kind, refused }) => kind === "rematch" && !refused));
    if (rematch && !onlooker && (this.unbegun || before)) this.#begin(rematch);
    else this.unbegun = !rematch;
  }

  /** @param {string} id of the game that has begun */
  #begin(id) {
    if (this.left) return;
    this.left = true; // the address is the next page's, before that page is shown
    notify(t("Your game begins"));
    go(to("game", { id }));
  }

  /** @param {string[][]} lines */
  async #plan(lines) {
    const ply = /** @type {Snapshot} */ (this.table.shown).last_ply;
    await send(`/games/${this.answer.id}/plan`, { ply, lines });
    await this.driver?.refresh();
  }

  /** @param {Snapshot} shown @returns {Link[]} */
  #links(shown) {
    const { id, status: state, onlooker } = shown;
    const fresh = { label: t("New game"), href: to("setup", { game: this.entry.id, ...this.#changed() }) };
    const lobby = { label: t("To the lobby"), href: to("lobby"), main: true };
    const why = this.#isStudied(shown) ? { label: t("Why?"), href: to("review", { id }) } : null;
    /** @type {Link[]} */
    const ways = state === "finished"
      ? endWays({ next: onlooker ? lobby : this.#next(shown), why, rematch: this.#rematch(shown), fresh })
      : [onlooker ? lobby : fresh];
    if (this.driver?.unknown) ways.unshift({ label: t("Log in"), href: loginAddress(), main: true });
    if (this.#isStudied(shown)) ways.push({ label: t("Analyse"), act: () => this.#study(shown) });
    return [
      ...ways,
      { label: t("Rules"), href: to("rules", { game: this.entry.id }) },
      { label: t("Save as text"), href: apiAddress(`/games/${id}/record.txt`), save: true },
      { label: t("Save as JSON"), href: apiAddress(`/games/${id}/record.json`), save: true },
      { label: get("sounds") ? t("Turn sounds off") : t("Turn sounds on"), act: () => set("sounds", !get("sounds")) },
    ];
  }

  /** What is first after a game: one's rematch, or an opponent of another level. @param {Snapshot} shown */
  #next(shown) {
    return shown.rematch ? { label: t("To the rematch"), href: to("game", { id: shown.rematch }) } : this.#otherLevel(shown);
  }

  /** @param {Snapshot} shown @returns {Link | null} */
  #rematch(shown) {
    if (shown.onlooker || shown.rematch || shown.offers.some(({ kind }) => kind === "rematch")) return null;
    return { label: hasOthers(shown) ? t("Ask for a rematch") : t("Rematch"), act: () => this.table.change("rematch") };
  }

  /** The options that are not the usual ones. */
  #changed() {
    const options = /** @type {Record<string, any>} */ (this.answer.options);
    return Object.fromEntries(this.entry.options.filter(({ name, default: usual }) => options[name] !== usual).map(({ name }) => [name, options[name]]));
  }

  /**
   * A stronger opponent after a win against bots, a weaker one after a loss.
   * @param {Snapshot} shown @returns {Link | null}
   */
  #otherLevel({ status: state, seats, winners }) {
    const [mine, ...more] = seats.filter(({ is_me: isMe }) => isMe);
    const bots = seats.filter(({ kind }) => kind === "bot");
    if (state !== "finished" || !winners?.length || !mine || more.length || bots.length + 1 < seats.length) return null;
    const played = Math.max(...bots.map((bot) => bot.level ?? 0));
    const next = nextLevel(played, winners.includes(mine.index), this.entry.levels.length);
    if (!next) return null;
    const places = seats.map(({ index }) => (index === mine.index ? "me" : `bot:${next.level}`));
    return { label: next.label, href: to("play", { game: this.entry.id, ...this.#changed(), seats: places.join(",") }) };
  }

  /** Whether the game may be studied: it is over, or one only watches, and nothing is hidden. @param {Snapshot} shown */
  #isStudied({ last_ply: last, status: state, onlooker, viewer }) {
    return last > 0 && (state === "finished" || (onlooker && viewer === null && state === "running"));
  }

  /** @param {Snapshot} shown */
  async #study({ id, ply }) {
    try {
      await studyGame(id, ply);
    } catch (error) {
      this.table.tell(error instanceof Error ? error.message : String(error), true);
    }
  }
}
