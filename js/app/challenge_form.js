/** Making a challenge: with whom, how much time, the board and rules, and the terms. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { titles } from "./catalogue.js";
import { ANY_GAME } from "./challenge_words.js";
import { tell } from "./forms.js";
import { read, send } from "./net/api.js";
import { OnlineFields } from "./online_fields.js";
import { OptionFields } from "./option_fields.js";
import { go, loginAddress, to } from "./routes.js";

const USUAL_CONTROL = "10+5";
const RANDOM = "random";
const LEVEL = 4; // of a bot that fills a seat
const MAX_RATING = 4000;

/** @type {import("./page.js").Show} */
export async function newChallenge({ catalogue }, { query }) {
  const account = await read("/account");
  const form = new Form(catalogue, account.name !== null, query);
  await form.online.load();
  form.online.choose(query.get("control") ?? USUAL_CONTROL);
  const title = query.get("audience") === "link" ? t("Challenge a friend") : t("A new challenge");
  return { title, main: h("main", { class: "page narrow" }, h("header", {}, h("h1", {}, title)), form.element) };
}

/** The form; its fields may be given in the address. */
class Form {
  /** @param {import("./catalogue.js").Catalogue} catalogue @param {boolean} known @param {URLSearchParams} query */
  constructor(catalogue, known, query) {
    this.catalogue = catalogue;
    const asked = query.get("game");
    this.entry = catalogue.find(!asked || asked === ANY_GAME ? catalogue.games[0].id : asked);
    this.game = /** @type {HTMLSelectElement} */ (h("select", { id: "game", onchange: () => this.#changeGame() },
      ...titles(catalogue).map(([id, title]) => h("option", { value: id, selected: id === this.entry.id }, title))));
    this.name = /** @type {HTMLInputElement} */ (h("input", { id: "to", value: query.get("to") ?? "", maxlength: 40, autocomplete: "off", autocapitalize: "none", spellcheck: "false" }));
    this.nameField = h("div", { class: "field" }, h("label", { for: "to" }, t("Name")), this.name);
    this.online = new OnlineFields();
    this.rated = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    this.low = rating("low");
    this.high = rating("high");
    this.terms = known ? this.#terms() : [h("p", { class: "soft small" }, t("As a guest your games are casual."), " ", h("a", { href: loginAddress() }, t("Log in to play for a rating")))];
    this.send = h("button", { class: "main big" });
    this.said = h("div", {});
    const audiences = [["anyone", t("Anyone in the lobby")], ["link", t("A friend, by link (needs no account)")], ["person", t("A player by name")]];
    const chosen = query.get("audience") ?? (query.get("to") ? "person" : "anyone");
    this.audiences = audiences.map(([value]) => /** @type {HTMLInputElement} */ (h("input", { type: "radio", name: "audience", value, checked: value === chosen, onchange: () => this.#changeAudience() })));
    const radios = h("div", { class: "radios", role: "radiogroup", "aria-label": t("Who may take it") },
      ...audiences.map(([, text], at) => h("label", {}, this.audiences[at], h("span", {}, text))));
    this.seats = h("div", { class: "pair" });
    this.rulesPlace = h("div", { class: "setup" });
    this.rules = new OptionFields(this.entry, query);
    this.element = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
      h("div", { class: "field" }, h("label", { for: "game" }, t("Game")), this.game),
      h("fieldset", {}, h("legend", {}, t("With whom")), radios, this.nameField, this.seats),
      this.online.elements[0], this.rulesPlace,
      h("fieldset", {}, h("legend", {}, t("Terms")), ...this.terms),
      this.online.elements[1], this.said, h("div", {}, this.send));
    this.rated.checked = known && this.audience !== "link";
    this.#changeAudience();
    this.#showGame();
  }

  get audience() {
    return this.audiences.find(({ checked }) => checked)?.value ?? "anyone";
  }

  #terms() {
    return [
      h("label", { class: "tick" }, this.rated, h("span", {}, t("Rated: the game counts for both"))),
      h("div", { class: "pair" },
        h("div", { class: "field" }, h("label", { for: "low" }, t("Ratings from")), this.low),
        h("div", { class: "field" }, h("label", { for: "high" }, t("Ratings up to")), this.high)),
    ];
  }

  #changeAudience() {
    const { audience } = this;
    this.nameField.hidden = audience !== "person";
    this.name.required = audience === "person";
    this.online.public.checked = audience === "anyone";
    this.send.textContent = audience === "link" ? t("Get the link") : t("Challenge");
  }

  #changeGame() {
    this.entry = this.catalogue.find(this.game.value);
    this.rules = new OptionFields(this.entry, new URLSearchParams());
    this.#showGame();
  }

  /** Show what depends on the game. */
  #showGame() {
    const { seats, players } = this.entry;
    this.side = /** @type {HTMLSelectElement} */ (h("select", { id: "side" }, h("option", { value: RANDOM }, t("Random colour")),
      ...seats.map(({ name }, at) => h("option", { value: at }, at ? t(name) : `${t(name)} (${t("begins")})`))));
    this.fill = /** @type {HTMLSelectElement} */ (h("select", { id: "fill" }, h("option", { value: "" }, t("Another person")), h("option", { value: `bot:${LEVEL}` }, t("A bot"))));
    this.seats.replaceChildren(
      h("div", { class: "field" }, h("label", { for: "side" }, t("Your side")), this.side),
      ...(players > 2 ? [h("div", { class: "field" }, h("label", { for: "fill" }, t("The third player")), this.fill)] : []));
    this.rulesPlace.replaceChildren(...this.rules.elements);
    this.rulesPlace.hidden = !this.rulesPlace.hasChildNodes();
  }

  /** Who sits where: `side` alone, or all seats where a bot takes one. */
  get #places() {
    const side = /** @type {HTMLSelectElement} */ (this.side).value;
    const fill = /** @type {HTMLSelectElement} */ (this.fill).value;
    const { players } = this.entry;
    if (!fill || players < 3) return side === RANDOM ? {} : { side: Number(side) };
    const others = ["anyone", ...Array(players - 2).fill(fill)];
    const mine = side === RANDOM ? 0 : Number(side);
    return { seats: this.entry.seats.map((_, at) => (at === mine ? "me" : others.shift())) };
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    tell(this.said, "");
    const audience = /** @type {"anyone" | "link" | "person"} */ (this.audience);
    const bound = (/** @type {HTMLInputElement} */ { value }) => (value === "" ? null : Number(value));
    try {
      const made = await send("/challenges", {
        game: this.entry.id, options: this.rules.chosen, ...this.online.values, ...this.#places, audience, to: audience === "person" ? this.name.value : "",
        rated: this.rated.checked, low: bound(this.low), high: bound(this.high),
      });
      go(audience === "link" ? to("challenge", { id: made.id }) : to("lobby"));
    } catch (error) {
      tell(this.said, error);
      this.said.scrollIntoView({ block: "nearest" });
    }
  }
}

/** @param {string} id */
function rating(id) {
  return /** @type {HTMLInputElement} */ (h("input", { id, type: "number", min: 0, max: MAX_RATING, inputmode: "numeric" }));
}
