/** The review of a game that the server keeps: what the server has found, else what the device finds. */

import { LivestoneError } from "../src/errors.js";
import { endOf, load } from "../table/device.js";
import { button, h } from "../table/dom.js";
import { Review } from "../table/review.js";
import { isAlone, lookedAt } from "../table/sentences.js";
import { ServerDriver } from "../table/server.js";
import { Telling } from "../table/telling.js";
import { sentence, t, translated } from "../table/words.js";
import { apiAddress, read, send } from "./net/api.js";
import { practice } from "./practice.js";
import { go, to } from "./routes.js";
import { manifestOf, readDescription, studyGame } from "./server_table.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("../table/judging.js").Judged} Judged */
/**
 * How far the server's review is, and what it has found: what was lost is in points or, where the
 * `unit` is "wins", in parts of a win.
 * @typedef {import("./net/types.d.ts").Review & {
 *   review: null | { unit: string, plies: Judged[], sides: { accuracy: number | null }[] } }} Answer
 */

export class ServerReview {
  /**
   * @param {App} app @param {string} id of the game
   * @param {import("../table/table.js").LivestoneTable} table @param {boolean} tells all turns at once
   */
  static async open(app, id, table, tells) {
    const path = /** @type {const} */ (`/games/${encodeURIComponent(id)}`);
    const [game, found] = await Promise.all([read(path), read(`${path}/review`)]);
    checkReviewable(game.status === "finished", game.last_ply);
    const entry = app.catalogue.find(game.game);
    const description = await readDescription(game.game, game.options);
    const settings = { game: apiAddress(path), words: lookedAt, links: () => reviewer.links, began: (/** @type {string} */ next) => go(to("game", { id: next })) };
    const driver = await ServerDriver.open(description, settings, { answer: /** @type {any} */ (game), age: 0 });
    const reviewer = new ServerReview(app, { id, path, entry, table, driver, found: /** @type {Answer} */ (found), tells, compiled: manifestOf(entry, game.options) });
    return { entry, driver, reviewer };
  }

  /**
   * @param {App} app
   * @param {{ id: string, path: string, entry: import("./catalogue.js").Entry, compiled: string, found: Answer, tells: boolean,
   *   table: import("../table/table.js").LivestoneTable, driver: ServerDriver }} given
   */
  constructor(app, given) {
    this.app = app;
    this.given = given;
    this.element = h("div", { class: "reviewed", "data-beside": "first" });
    /** @type {Review | null} */
    this.device = null;
    /** @type {EventSource | null} */
    this.stream = null;
    /** @type {Telling | null} */
    this.telling = null;
    given.table.addEventListener("livestone-shown", () => this.telling?.tell());
  }

  /** The ply before the mistake that is asked about, null where none is. */
  get ply() {
    return this.device?.ply ?? null;
  }

  start() {
    this.#show(this.given.found);
  }

  close() {
    this.stream?.close();
    this.device?.close();
    this.given.table.classList.remove("task", "following");
  }

  /** @returns {import("../table/driver.js").Link[]} */
  get links() {
    const { id, table, entry } = this.given;
    return [
      { label: t("To the game"), href: to("game", { id }) },
      { label: t("Analyse from here"), act: () => this.#study(this.ply ?? table.shown?.ply ?? 0) },
      { label: t("Rules"), href: to("rules", { game: entry.id }) },
    ];
  }

  /** @param {number} ply */
  async #study(ply) {
    try {
      await studyGame(this.given.id, ply);
    } catch (error) {
      this.given.table.tell(messageOf(error), true);
    }
  }

  /** @param {Answer} answer */
  #show(answer) {
    const { table, driver } = this.given;
    if (table.driver !== driver) table.driver = driver;
    if (answer.review) this.#tell(answer.review);
    else if (answer.status === "running") this.#wait(answer);
    else this.#offer(answer);
  }

  /**
   * What the server has found, and how well each player played.
   * @param {NonNullable<Answer["review"]>} review
   */
  #tell({ unit, plies, sides }) {
    const { table, driver } = this.given;
    const { seats } = driver.description;
    this.telling = new Telling({ seats, last: table.shown?.last_ply ?? plies.length, points: unit !== "wins" }, table);
    const words = sides.map(({ accuracy }, seat) =>
      accuracy !== null && h("li", {}, t("{player}: accuracy {n} of 100.", { player: t(seats[seat].name), n: Math.round(accuracy) })));
    this.element.replaceChildren(section(this.telling.element, h("ul", { class: "soft small accuracy" }, ...words)));
    this.telling.show(new Map(plies.map((one) => [one.ply, one])));
  }

  /** Wait for the server's review. @param {Answer} answer */
  #wait({ done, total }) {
    const bar = /** @type {HTMLProgressElement} */ (h("progress", { max: total || 1, value: done, "aria-label": t("How far the review is") }));
    this.element.replaceChildren(section(h("p", { role: "status" }, t("The server looks for the turns that cost most…")), bar));
    const stream = (this.stream = new EventSource(apiAddress(`${this.given.path}/review/events`)));
    stream.addEventListener("thinking", ({ data }) => {
      const { seconds, limit } = JSON.parse(data);
      Object.assign(bar, { max: limit || 1, value: seconds });
    });
    stream.addEventListener("changed", () => this.#do(() => read(`${this.given.path}/review`)));
    stream.addEventListener("error", () => stream.readyState === EventSource.CLOSED && this.#refuse(t("The server cannot be reached. Please try again.")));
  }

  /**
   * Let the device review the game, if it can, and the server where it is asked.
   * @param {Answer} answer
   */
  async #offer({ trouble }) {
    const { compiled, path } = this.given;
    const ask = () => this.#do(() => send(`${path}/review`));
    const asking = (/** @type {boolean} */ alone) => h("div", { class: "buttons" }, button(
      alone ? t("Review with the engine") : t("Have the server review it, for everybody who sees the game"), ask, { class: alone ? "main" : "link" }));
    const said = trouble ? h("p", { class: "notice refused", role: "alert" }, sentence(translated(trouble))) : "";
    const end = compiled && await Promise.all([load(compiled), read(`${path}/record`)]).then(([game, record]) => endOf(game, record), () => null); // an old browser, or no such file
    if (!end) {
      this.element.replaceChildren(section(said, asking(true)));
      return;
    }
    const { table, driver, entry, tells } = this.given;
    const { seats } = /** @type {import("../table/driver.js").Snapshot} */ (await driver.snapshot());
    const me = isAlone(/** @type {any} */ ({ seats })) ? seats.findIndex(({ is_me: mine }) => mine) : -1;
    this.device = new Review(end, table, driver, { me, links: () => this.links, practice: practice.bind(null, entry) }, () => this.app.refresh(), tells);
    this.element.replaceChildren(said, this.device.element, asking(false));
    await this.device.start();
  }

  /** Show what comes of asking the server. @param {() => Promise<Answer>} act */
  async #do(act) {
    try {
      const answer = await act();
      this.close();
      this.device = null;
      this.#show(answer);
    } catch (error) {
      this.#refuse(messageOf(error));
    }
  }

  /** @param {string} why */
  #refuse(why) {
    this.stream?.close();
    this.element.querySelector(":scope > .refused")?.remove();
    const again = this.stream ? [" ", button(t("Try again"), () => this.app.refresh())] : [];
    this.element.append(h("p", { class: "notice refused", role: "alert" }, why, ...again));
  }
}

/**
 * Throws LivestoneError where there is nothing to review.
 * @param {boolean} over @param {number} moves
 */
export function checkReviewable(over, moves) {
  if (!over) throw new LivestoneError(t("This game is not over yet: it can be reviewed when it is."), "running");
  if (!moves) throw new LivestoneError(t("There is nothing to review: no move was played."), "empty");
}

/** @param {...(HTMLElement | string)} content */
function section(...content) {
  return h("section", { class: "judged", "aria-labelledby": "judged-title" }, h("h2", { id: "judged-title" }, t("Why?")), ...content);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
