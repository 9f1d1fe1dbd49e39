/** Setting up a game: who plays, and the board and rules among those of this edition. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { refuseSecrets } from "./by_link.js";
import { levelText } from "./catalogue.js";
import { coachFor } from "./coached.js";
import { proposedLevel } from "./levels.js";
import { playsHere, startAtServer } from "./new_game.js";
import { OnlineFields } from "./online_fields.js";
import { OptionFields } from "./option_fields.js";
import { go, server, to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */

/** @type {import("./page.js").Show} */
export async function setup(app, { query }) {
  const game = app.catalogue.find(query.get("game") ?? "");
  const kept = await app.store.list();
  const form = new Form(app, game, proposedLevel(kept, game.id), coachFor(kept, game.id), query);
  await form.online?.load();
  const main = h("main", { class: "page narrow" },
    h("header", {},
      h("h1", {}, t(game.title)),
      h("p", { class: "soft" }, t("{author}, {year}.", { author: game.author, year: game.year }), " ", h("a", { href: to("rules", { game: game.id }) }, t("Rules")))),
    form.element,
  );
  return { title: t("New game of {game}", { game: t(game.title) }), main };
}

/** The form. */
class Form {
  /**
   * @param {import("./page.js").App} app @param {Entry} game @param {number} level of bots
   * @param {string | null} coach what an address says of a coach @param {URLSearchParams} query
   */
  constructor(app, game, level, coach, query) {
    this.app = app;
    this.game = game;
    this.level = level;
    this.coach = coach;
    this.options = new OptionFields(game, query);
    /** @type {HTMLSelectElement[]} */
    this.seats = [];
    this.online = server === undefined ? null : new OnlineFields();
    this.refused = h("p", { class: "notice refused", role: "alert", hidden: true });
    this.element = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => this.#start(event) },
      this.#people(), ...this.options.elements, ...(this.online?.elements ?? []), this.refused, h("button", { class: "main big" }, t("Start")));
  }

  #people() {
    const { seats } = this.game;
    const fields = seats.map(({ name }, at) => {
      const id = `seat-${at}`;
      const select = /** @type {HTMLSelectElement} */ (h("select", { id },
        h("optgroup", { label: t("People") },
          h("option", { value: "me", selected: at === 0 }, t("Me")),
          h("option", { value: "person" }, t("Another person here")),
          h("option", { value: "friend" }, t("A friend, by link"))),
        h("optgroup", { label: t("Bots") },
          ...this.game.levels.map((level) => h("option", { value: `bot:${level.number}`, selected: at > 0 && level.number === this.level }, levelText(level))))));
      this.seats.push(select);
      return h("div", { class: "field" }, h("label", { for: id }, t(name)), select);
    });
    return h("fieldset", {}, h("legend", {}, t("Who plays")), h("div", { class: "pair" }, ...fields),
      h("p", { class: "soft small" }, t("Several people at this screen: choose “Me” for one side and “Another person here” for each other. Bots alone play while you watch."),
        ` ${t("A friend somewhere else: choose “A friend, by link”, and you get a link to send.")}`));
  }

  /** Whether a game by links would tell no secrets. */
  async #mayStart() {
    if (server !== undefined || this.seats.every(({ value }) => value !== "friend")) return true;
    try {
      refuseSecrets(await this.app.games.load(this.game.id, this.options.chosen));
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #refuse(error) {
    this.refused.hidden = false;
    this.refused.textContent = error instanceof Error ? error.message : String(error);
    this.refused.scrollIntoView({ block: "nearest" });
  }

  /** @param {Event} event */
  async #start(event) {
    event.preventDefault();
    if (!(await this.#mayStart())) return;
    const places = this.seats.map(({ value }) => value);
    const kinds = places.map((place) => ({ kind: place === "friend" ? "friend" : place.startsWith("bot:") ? "bot" : "person" }));
    if (this.online?.public.checked) kinds.push({ kind: "spectator" });
    if (!playsHere(this.game, this.options.chosen, kinds, this.online?.control)) {
      try {
        go(to("game", { id: await startAtServer(this.game, this.options.chosen, places, this.online?.values) }));
      } catch (error) {
        this.#refuse(error);
      }
      return;
    }
    const seats = this.seats.map(({ value }) => value);
    const alone = seats.filter((seat) => !seat.startsWith("bot:")).length === 1;
    go(to("play", { game: this.game.id, ...this.options.differing, seats: seats.join(","), coach: alone ? this.coach : null }));
  }
}
