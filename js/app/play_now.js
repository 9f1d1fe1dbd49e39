/** In the lobby: quick pairing, a challenge, a friend, a bot, and the house bots. */

import { Part, h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { titles } from "./catalogue.js";
import { ANY_GAME, ratingOf } from "./challenge_words.js";
import { recall, remember } from "./lobby_news.js";
import { read, send } from "./net/api.js";
import { loginAddress, to } from "./routes.js";

/** @typedef {import("./net/types.d.ts").HouseBot} HouseBot */

const CHOSEN = "livestone.lobby"; // the game last chosen for quick pairing
const USUAL = "10+5";

/** The time controls of quick pairing, with how fast they are. */
function presets() {
  return [["3+2", t("Quick")], ["5+3", t("Quick")], ["10+5", t("Medium")], ["15+10", t("Medium")], ["30+20", t("Long")], ["2d", t("Correspondence")]]
    .map(([control, speed]) => ({ control, speed, short: control === "2d" ? tn("{n} day", "{n} days", 2) : control }));
}

/** The ways to a game; what is chosen here survives every update of the lobby. */
export class PlayNow {
  /**
   * @param {{ catalogue: import("./catalogue.js").Catalogue, clocks: Map<string, string>,
   *   do: (place: Element, act: () => Promise<any>) => Promise<void> }} lobby
   * @param {string} asked the game that an address asks for @param {boolean} known
   */
  constructor(lobby, asked, known) {
    this.lobby = lobby;
    const { catalogue } = lobby;
    const games = [[ANY_GAME, t("Any game")], ...titles(catalogue)];
    const wanted = [asked, recall(CHOSEN), catalogue.games[0].id].find((id) => games.some(([one]) => one === id));
    this.game = /** @type {HTMLSelectElement} */ (h("select", { id: "quick-game", onchange: () => this.#changed() },
      ...games.map(([id, title]) => h("option", { value: id, selected: id === wanted }, title))));
    this.casual = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    this.rated = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    this.clock = h("select", { id: "house-clock" },
      ...presets().map(({ control, speed, short }) => h("option", { value: control, selected: control === USUAL }, `${short}: ${speed}`)),
      h("option", { value: "none" }, t("No clock")));
    this.challenge = h("a", { class: "button" }, t("Make a challenge"));
    this.friend = h("a", { class: "button" }, t("Play a friend"));
    this.bot = h("a", { class: "button" }, t("Play a bot"));
    this.said = h("div", { class: "said" });
    this.houseSaid = h("div", { class: "said" });
    this.bots = new Part(h("div", { class: "presets house" }));
    /** @type {HouseBot[]} those that are here, with their ratings at one game */
    this.rows = [];
    this.rowsOf = "";
    this.house = this.#house(known);
    this.element = h("section", { class: "now", "aria-labelledby": "now" },
      h("h2", { id: "now" }, t("Play now")), this.#quick(known), this.house);
    this.#changed();
  }

  /** The game chosen, the first one where any will do. */
  get particular() {
    return this.game.value === ANY_GAME ? this.lobby.catalogue.games[0].id : this.game.value;
  }

  /** @param {boolean} known */
  #quick(known) {
    const seek = async (/** @type {string} */ control) => {
      const game = this.game.value;
      remember(CHOSEN, game);
      await this.lobby.do(this.said, () => send("/lobby/quick", { game, control, rated: !this.casual.checked }));
    };
    const buttons = presets().map(({ control, speed, short }) =>
      h("button", { type: "button", "aria-label": `${speed}: ${this.lobby.clocks.get(control) ?? short}`, onclick: () => seek(control) },
        h("strong", {}, short), h("span", { class: "soft small" }, speed)));
    return h("div", { class: "quick" },
      h("div", { class: "field" }, h("label", { for: "quick-game" }, t("Game")), this.game),
      h("div", { class: "presets" }, ...buttons),
      known
        ? h("label", { class: "tick" }, this.casual, h("span", {}, t("Casual: the game does not count for ratings")))
        : h("p", { class: "soft small" }, t("As a guest your games are casual."), " ", h("a", { href: loginAddress() }, t("Log in to play for a rating"))),
      this.said,
      h("div", { class: "buttons others" }, this.challenge, this.friend, this.bot));
  }

  /** @param {boolean} known */
  #house(known) {
    return h("div", { class: "bot", id: "house", hidden: true },
      h("h3", {}, t("Challenge a house bot")),
      h("p", { class: "soft small" }, t("They have accounts and ratings, and play with a clock, at the game chosen above.")),
      h("div", { class: "field" }, h("label", { for: "house-clock" }, t("Time")), this.clock),
      known && h("label", { class: "tick" }, this.rated, h("span", {}, t("Rated: the game counts"))),
      this.houseSaid, this.bots.element);
  }

  /** Another game is chosen: everything here is about it. */
  #changed() {
    const any = this.game.value === ANY_GAME;
    const game = any ? null : this.game.value;
    this.challenge.setAttribute("href", to("newchallenge", { game }));
    this.friend.setAttribute("href", to("newchallenge", { game, audience: "link" }));
    this.bot.setAttribute("href", to("setup", { game: this.particular }));
    this.showHouse(this.rows, this.rowsOf).catch(() => {}); // the lobby says that the server is away
  }

  /**
   * Show the house bots that are here, with their ratings at the game chosen.
   * @param {HouseBot[]} found @param {string} game at which their ratings were read
   */
  async showHouse(found, game) {
    const wanted = this.particular;
    const known = this.rowsOf === wanted && found.map(({ name }) => name).join() === this.rows.map(({ name }) => name).join();
    if (game === wanted) this.rows = found;
    else if (!known) this.rows = found.length ? (await read(`/lobby?game=${wanted}`)).house : [];
    this.rowsOf = wanted;
    this.house.hidden = !this.rows.length;
    this.bots.show([this.rows, wanted], () => this.rows.map((one) => this.#houseBot(one)));
  }

  /** @param {HouseBot} one */
  #houseBot(one) {
    const { name, level, title } = one;
    const rating = ratingOf(one);
    const words = t("Challenge {name}, level {level}: {title}", { name, level, title: t(title) });
    return h("button", { type: "button", id: `house-${level}`, "data-focus": name, "aria-label": rating ? `${words}, ${t("rating")} ${rating}` : words, onclick: () => this.#challengeHouse(one) },
      h("strong", {}, String(level)), h("span", { class: "soft small" }, t(title), rating && h("br"), rating));
  }

  /** Where more than two play, bots of its level join. @param {HouseBot} one */
  async #challengeHouse({ name, level }) {
    const { players } = this.lobby.catalogue.find(this.particular);
    const seats = players > 2 ? { seats: ["me", "anyone", ...Array(players - 2).fill(`bot:${level}`)] } : {};
    const control = /** @type {HTMLSelectElement} */ (this.clock).value;
    await this.lobby.do(this.houseSaid, () => send("/challenges", { game: this.particular, control, rated: this.rated.checked, audience: "person", to: name, ...seats }));
  }
}
