/** The guide in a first game: what matters is pointed out once, when it first happens. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { Situation } from "./moments.js";

/** @typedef {import("./moments.js").Moment} Moment */
/** @typedef {Moment & { say: string }} Tip */

const SLOW = ["win", "threat"];
const URGENT = ["threat", "win", "choice", "turn"];
// What has happened may be told later; what is so now is looked at again.
const EVENTS = ["capture", "gain", "loss"];

/**
 * What is told where a game's own lessons say nothing of a moment.
 * @param {boolean} points whether the game counts points
 * @returns {Tip[]}
 */
function usualTips(points) {
  /** @type {[string, string][]} */
  const told = [
    ["start", t("Your turn: marks on the board show where you may play. Press another place, and you are told why it cannot be.")],
    ["turn", t("Your turn goes on: choose what you do next.")],
    ["capture", t("A piece was captured: it has left the board.")],
    ["win", t("You can win on this turn. Look for it.")],
    ["threat", t("Take care: your opponent could win on the next turn.")],
  ];
  if (points) told.push(["gain", t("Points have been made: they stand beside the players' names.")]);
  return told.map(([moment, say]) => ({ moment, what: null, say }));
}

/** Tells one sentence at a time beside the board. */
export class Guide {
  /**
   * @param {Tip[]} own those of the game's lessons @param {boolean} points
   * @param {string[]} told the moments that have been told in this game
   * @param {number} since the ply from which on the guide looks
   * @param {(told: string[]) => void} keep
   */
  constructor(own, points, told, since, keep) {
    const names = new Set(own.map(({ moment }) => moment));
    const all = [...own.map((tip) => ({ ...tip, say: t(tip.say) })), ...usualTips(points).filter(({ moment }) => !names.has(moment))];
    // What takes a while to find comes last.
    this.tips = all.sort((one, other) => Number(SLOW.includes(one.moment)) - Number(SLOW.includes(other.moment)));
    this.told = new Set(told);
    this.keep = keep;
    this.since = since;
    this.looks = 0;
    this.moment = ""; // what is told now is about
    /** @type {Tip[]} what has happened and waits to be told */
    this.waiting = [];
    this.text = h("p", { role: "status" });
    this.element = h("section", { class: "notice guide", "data-beside": "first", "aria-label": t("Guide"), hidden: true }, this.text);
  }

  /**
   * Look at a game as it stands now, when its person is to move or it is over.
   * @param {import("../src/state.js").State} state @param {number} player
   */
  async look(state, player) {
    const situation = new Situation(state, player, Math.min(this.since, state.ply));
    this.since = state.ply;
    const look = (this.looks += 1);
    if (URGENT.includes(this.moment)) this.element.hidden = true; // it was about another turn
    this.waiting = this.waiting.filter(({ moment }) => EVENTS.includes(moment));
    for (const tip of this.tips) {
      if (!this.#isNew(tip) || !(await situation.has(tip))) continue;
      if (SLOW.includes(tip.moment) && look !== this.looks) return; // the game has gone on
      this.waiting.push(tip);
    }
    const urgent = this.waiting.findIndex(({ moment }) => URGENT.includes(moment));
    if (urgent > 0) this.waiting.unshift(...this.waiting.splice(urgent, 1));
    this.#next();
  }

  /** A move was refused. */
  refused() {
    const tip = this.tips.find(({ moment }) => moment === "refusal");
    if (!tip || !this.#isNew(tip)) return;
    this.waiting.unshift(tip);
    this.#next();
  }

  /** @param {Tip} tip */
  #isNew(tip) {
    return !this.told.has(nameOf(tip)) && !this.waiting.includes(tip);
  }

  #next() {
    const tip = this.waiting.shift();
    if (!tip) return;
    this.told.add(nameOf(tip));
    this.moment = tip.moment;
    this.text.textContent = tip.say;
    this.element.hidden = false;
    this.keep([...this.told]);
  }
}

/** @param {Tip} tip */
function nameOf({ moment, what }) {
  return what === null ? moment : `${moment} ${what}`;
}
