/** What a person gives at a table: moves pressed or typed, second thoughts, and the wish for a hint. */

import { follow } from "../src/paths.js";
import { hintText, pathButtons } from "./choices.js";
import { button } from "./dom.js";
import { Doubt, doubtBox } from "./doubt.js";
import { read, written } from "./notation.js";
import { sound } from "./sounds.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Part} Part */

/** Hands what is given to the table's driver, and says what came of it. */
export class Input {
  /** @type {string[]} the path of a hint that is shown */
  hint = [];
  busy = false; // while a move is sent, or asked about
  /** @type {{ move: string, question: string, ply: number } | null} a move that waits for a second thought */
  doubt = null;
  #hinted = ""; // the move of the latest hint: it is never asked about

  /**
   * @param {import("./table.js").LivestoneTable} table
   * @param {{ show: () => void, showOffers: () => void, parts: () => Record<string, Part> }} page the
   *   table's: draws everything again, or what is asked; `path` and `offers` are among its parts
   */
  constructor(table, page) {
    this.table = table;
    this.page = page;
  }

  /** Hear what is done on the board that stands in an element. @param {HTMLElement} root */
  listen(root) {
    /** @type {[string, (detail: any) => void][]} */
    const acts = [
      ["move", ({ move }) => this.play(move)],
      ["refused", ({ tokens }) => this.#refused(tokens)],
      ["choosing", (detail) => this.#choosing(detail)],
      ["idle", ({ token }) => this.#chooseAgain(token)],
      ["plan", (detail) => this.table.change("plan", detail)],
    ];
    for (const [name, act] of acts) root.addEventListener(`livestone-${name}`, (event) => act(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} move @param {boolean} [sure] */
  async play(move, sure = false) {
    const { driver, shown } = this.table;
    if (!driver || !shown || this.busy) return undefined;
    this.busy = true;
    this.hint = [];
    this.table.tell("");
    let refused = "";
    try {
      await driver.play(move, shown.last_ply, sure || move === this.#hinted);
    } catch (error) {
      refused = error instanceof Error ? error.message : String(error);
      if (error instanceof Doubt) return this.#ask(move, refused);
    }
    this.busy = false;
    if (!refused) return this.table.refresh();
    this.page.show(); // one's own move is taken back
    this.table.tell(refused, true);
    return sound("refused");
  }

  /**
   * Ask about a move that is shown and not played yet.
   * @param {string} move @param {string} question
   */
  #ask(move, question) {
    this.doubt = { move, question, ply: this.table.shown?.last_ply ?? 0 };
    this.page.showOffers();
    const first = this.page.parts().offers.element.querySelector("button");
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest" });
  }

  /** The question that waits for an answer, if there is one. */
  get question() {
    return this.doubt ? [doubtBox(this.doubt.question, () => this.decide(true), () => this.decide(false))] : [];
  }

  forget() {
    this.doubt = null;
    this.busy = false;
  }

  /** @param {boolean} play whether the move is played that was asked about */
  decide(play) {
    const { doubt } = this;
    this.forget();
    this.page.showOffers();
    if (play && doubt) this.play(doubt.move, true);
    else this.page.show(); // the move goes from the board
    this.table.board.focusHere();
  }

  /**
   * Take a move back that is asked about, and begin another.
   * @param {string} token where the player has pressed
   */
  #chooseAgain(token) {
    if (!this.doubt) return;
    this.decide(false);
    this.table.board.give(token);
  }

  async askHint() {
    const { table } = this;
    const { driver, shown } = table;
    if (!driver || !shown) return;
    table.tell(t("Looking for a good move…"));
    try {
      const hint = await driver.hint();
      if (table.shown?.last_ply !== shown.last_ply) return;
      [this.hint, this.#hinted] = [hint.path, hint.move];
      this.page.show();
      table.tell(hintText(driver.description, hint, table.board.shown.turned));
    } catch (error) {
      table.tell(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** @param {string[]} tokens */
  async #refused(tokens) {
    const { driver, board } = this.table;
    if (!driver) return;
    const why = await driver.refusal(tokens.join(" "));
    this.table.dispatchEvent(new CustomEvent("livestone-impossible"));
    sound("refused");
    const said = why ? `${t(why)}.` : t("{tokens} is not possible.", { tokens: tokens.join(" ") });
    const possible = board.given.length ? t("What is possible from {site} is marked.", { site: board.given.join(" ") }) : "";
    this.table.tell(possible ? `${said} ${possible}` : said, true);
  }

  /** @param {{ given: string[], next: string[], move: string | null }} detail */
  #choosing({ given, move }) {
    const { table } = this;
    const { driver, shown, board } = table;
    if (!driver || !shown) return;
    const sure = move ? [
      button(t("Play {move}", { move: written(given.join(" ")) }), () => board.confirm(), { class: "main" }),
      button(t("Choose again"), () => board.cancel()),
    ] : [];
    const named = pathButtons(shown, driver, board, given, (found) => this.play(found));
    this.page.parts().path.show([given, move, board.shown.turned], () => [...sure, ...named]);
    if (!given.length) return table.tell("");
    const tokens = given.join(" ");
    if (move) return table.tell(t("Tap {token} again to play there.", { token: given[given.length - 1] }));
    return table.tell(named.length ? t("{tokens} is chosen. Choose how:", { tokens }) : t("{tokens} is chosen. Where to?", { tokens }));
  }

  /** A move that is written and sent. @param {Event} event */
  async typed(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("move"));
    const text = read(field.value.trim());
    const { shown } = this.table;
    if (!shown || !text) return;
    const tokens = text.split(/\s+/);
    const move = text in shown.paths ? text : follow(shown.paths, tokens).move;
    if (shown.my_turn && !move) return this.#refused(tokens);
    field.value = "";
    return move ? this.play(move) : this.table.change("plan", { tokens });
  }
}
