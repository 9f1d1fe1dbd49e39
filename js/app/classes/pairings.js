/** The round that is about to begin: two change places, some are left out, as the teacher likes. */

import { Part, button, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { section } from "../freeplay/scoreboard.js";
import { read, send } from "../net/api.js";

/**
 * @typedef {import("../net/types.d.ts").Pairings} Shown
 * @typedef {import("../freeplay/tournament.js").Live} Live
 */

/** What a teacher sees of a tournament between its rounds. */
export class Pairings {
  #part = new Part(h("div", { class: "part", id: "pairings", hidden: true }));
  #chosen = ""; // the first of two who change places

  /** @param {Live} page @param {string} path of the class */
  constructor(page, path) {
    this.page = page;
    this.path = path;
  }

  get element() {
    return this.#part.element;
  }

  /** Read it again; `tournament` is the id of one that goes on, if any. @param {string | null} tournament */
  async update(tournament) {
    if (!tournament) return this.#part.show(null, () => []);
    const path = /** @type {"/classes/x/tournaments/x/pairings"} */ (`${this.path}/tournaments/${tournament}/pairings`);
    this.#show(path, await read(path));
  }

  /** @param {"/classes/x/tournaments/x/pairings"} path @param {Shown} shown */
  #show(path, shown) {
    const { review, next } = shown;
    const change = (/** @type {import("../net/types.d.ts").Body<typeof path>} */ data) => {
      this.#chosen = "";
      return this.page.act(() => send(path, data));
    };
    this.#part.show([path, shown, this.#chosen], () => [
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: review, "data-focus": "review", onchange: () => change({ review: !review }) }),
        h("span", {}, t("Pause before each round, to see and change its pairings"))),
      next && section("draft", t("Round {number}, about to begin", { number: next.number }), "",
        h("p", { class: "soft" }, t("Press two names, and they change places. “Go on” begins the round.")),
        h("ol", { class: "pairs" }, ...next.meetings.map(({ players }) => h("li", {}, ...players.flatMap((name, at) => [at > 0 && " – ", this.#name(path, shown, name, change)])))),
        this.#names(t("Free:"), next.byes.map((name) => this.#name(path, shown, name, change))),
        this.#names(t("Left out:"), next.absent.map((name) => button(name, () => change({ round: next.number, absent: next.absent.filter((other) => other !== name) }),
          { "data-focus": `draft ${name}`, "aria-label": t("Let {name} play", { name }), title: t("Let {name} play", { name }) }))),
        this.#chosen && h("div", { class: "buttons" }, button(t("Leave {name} out of this round", { name: this.#chosen }), () => change({ round: next.number, absent: [...next.absent, this.#chosen] }), { "data-focus": "leave out" })),
        h("p", { class: "soft small" }, t("When somebody is left out, or plays again, the round is drawn anew."))),
    ]);
  }

  /** @param {string} label @param {HTMLElement[]} names */
  #names(label, names) {
    return names.length > 0 && h("p", {}, label, ...names.flatMap((one) => [" ", one]));
  }

  /** A name that changes places with the next one. @param {"/classes/x/tournaments/x/pairings"} path @param {Shown} shown @param {string} name @param {(data: { round: number, swap: [string, string] }) => void} change */
  #name(path, shown, name, change) {
    const act = () => {
      if (this.#chosen && this.#chosen !== name) return change({ round: shown.next?.number ?? 0, swap: [this.#chosen, name] });
      this.#chosen = this.#chosen ? "" : name;
      this.#show(path, shown);
    };
    return button(name, act, { "aria-pressed": String(this.#chosen === name), "data-focus": `draft ${name}` });
  }
}
