/** The coach at a table: it asks before a bad move, marks threats, and tells what a move scores. */

import { follow } from "../src/paths.js";
import { h } from "../table/dom.js";
import { Budget, threatTo } from "../table/lookahead.js";
import { written } from "../table/notation.js";
import { t, tn } from "../table/words.js";
import { Warnings } from "./warnings.js";

/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../table/lookahead.js").Threat} Threat */

/** The coach's part of the panel, and what it does. */
export class Coach {
  /**
   * @param {Game} game @param {import("../table/table.js").LivestoneTable} table
   * @param {boolean} on @param {(on: boolean) => void} chosen is told when a person switches it
   */
  constructor(game, table, on, chosen) {
    this.game = game;
    this.table = table;
    this.on = on;
    /** @type {Warnings | null} */
    this.warnings = null;
    this.search = new AbortController();
    /** @type {State | null} */
    this.state = null;
    this.box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: on, name: "coach" }));
    this.box.addEventListener("change", () => {
      this.on = this.box.checked;
      chosen(this.on);
      this.#begin();
    });
    this.threat = h("p", { class: "threat", role: "status" });
    this.effect = h("p", { class: "effect soft", "aria-live": "polite", hidden: !game.manifest.points });
    this.element = h("section", { class: "coach", "data-beside": "above", "aria-label": t("Coach") },
      h("label", { class: "tick" }, this.box, h("span", {}, t("Coach: warns before bad moves, and shows threats"))),
      this.threat, this.effect);
    for (const event of ["pointerover", "focusin"]) table.board.addEventListener(event, this.#pointed);
  }

  /** A person is to move in a state, or nobody is. @param {State | null} state */
  look(state) {
    this.state = state;
    this.#begin();
  }

  /**
   * The question to ask before a move is played, if any.
   * @param {State} state @param {string} move
   */
  async consider(state, move) {
    if (!this.on || !this.warnings) return "";
    return this.warnings.question(state, move);
  }

  close() {
    this.search.abort();
    this.warnings?.close();
    for (const event of ["pointerover", "focusin"]) this.table.board.removeEventListener(event, this.#pointed);
  }

  #begin() {
    const { state, on } = this;
    this.search.abort();
    this.search = new AbortController();
    this.#show(null);
    this.effect.textContent = "";
    this.element.toggleAttribute("data-on", on);
    if (!on || !state) return;
    this.warnings ??= new Warnings(this.game);
    this.warnings.prepare(state);
    this.#threaten(state, this.search.signal);
  }

  /** @param {State} state @param {AbortSignal} signal */
  async #threaten(state, signal) {
    const threat = await threatTo(state, new Budget(signal));
    if (!signal.aborted) this.#show(threat);
  }

  /** @param {Threat | null} threat */
  #show(threat) {
    this.threat.textContent = threat ? threatText(threat, this.game) : "";
    const signs = (threat?.sites ?? []).map((site) => /** @type {import("../table/signs.js").Sign} */ (["yellow", site]));
    const driver = /** @type {{ mark?: (signs: any[]) => void, signs?: any[] } | null} */ (this.table.driver);
    if (signs.length || driver?.signs?.length) driver?.mark?.(signs);
  }

  #pointed = (/** @type {Event} */ event) => {
    const { state, on, table } = this;
    const site = event.target instanceof Element ? event.target.closest("[data-site]") : null;
    if (!on || !state || !(site instanceof SVGElement) || !this.game.manifest.points) return;
    const { board } = table;
    if (!board.shown.playable) return;
    const { move } = follow(board.shown.paths ?? {}, [...board.given, site.dataset.site ?? ""]);
    this.effect.textContent = move ? effectText(state, move, this.game) : "";
  };
}

/** A threat, in a sentence. @param {Threat} threat @param {Game} game */
function threatText({ player, wins, gain, sites, standing }, game) {
  const values = { player: t(game.manifest.seats[player].name), sites: written(sites.join(", ")) };
  if (!standing) {
    if (wins) return t("Marked: after some of your moves {player} could win at once ({sites}).", values);
    return tn("Marked: after some of your moves {player} could gain {n} point at once ({sites}).", "Marked: after some of your moves {player} could gain {n} points at once ({sites}).", gain, values);
  }
  if (wins) return t("Marked: {player} could win on the next turn ({sites}).", values);
  return tn("Marked: {player} could gain {n} point on the next turn ({sites}).", "Marked: {player} could gain {n} points on the next turn ({sites}).", gain, values);
}

/**
 * What a move does to the points, in a sentence.
 * @param {State} state @param {string} move @param {Game} game
 */
function effectText(state, move, game) {
  const after = state.copy();
  after.play(move);
  const changes = after.scores.flatMap((score, seat) => {
    const change = score - state.scores[seat];
    if (!change) return [];
    return [t("{player} {change}", { player: t(game.manifest.seats[seat].name), change: change > 0 ? `+${change}` : `−${-change}` })];
  });
  return changes.length ? t("{move}: {changes}", { move: written(move), changes: changes.join(", ") }) : t("{move}: no points change", { move: written(move) });
}
