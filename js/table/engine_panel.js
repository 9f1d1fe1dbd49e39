/** The engine beside an analysis board: it thinks about the position shown until it is stopped. */

import { button, h } from "./dom.js";
import { workText, worthText } from "./evaluation.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Description} Description */
/** @typedef {import("../src/search/report.js").Limits} Limits */
/** @typedef {import("../src/search/report.js").ReportJson} ReportJson */
/**
 * What thinks about positions of one kind, one after the other.
 * @template Position
 * @typedef {{ close: () => void, think: (position: Position, limits: Limits,
 *   options: { signal: AbortSignal }) => AsyncGenerator<ReportJson, void, undefined> }} Engine
 */
/**
 * One of the best lines, shown; `pressed` is what it was when its button was pressed.
 * @typedef {{ element: HTMLElement, moves: HTMLElement, worth: HTMLElement,
 *   line: ReportJson["lines"][number] | null, pressed: ReportJson["lines"][number] | null }} Row
 */

const LINES = 3;
const SHOWN = 8; // moves of a line
const MAX_SECONDS = 300;
const PAUSE = 3000; // milliseconds between two things that a screen reader hears

/**
 * Shows the best lines; it rests while nobody sees the page.
 * @template {{ over: boolean }} Position
 */
export class EnginePanel {
  /**
   * @param {Description} description @param {Engine<Position>} engine
   * @param {(move: string) => void} onBest hears of the best move whenever it changes, "" for none
   * @param {((moves: string[]) => void) | null} onLine a line is chosen; null where none may be
   */
  constructor(description, engine, onBest, onLine) {
    this.description = description;
    this.engine = engine;
    this.onBest = onBest;
    this.onLine = onLine;
    /** @type {Position | null} */
    this.position = null;
    /** @type {AbortController | null} */
    this.search = null;
    this.on = false;
    this.best = "";
    this.told = { move: "", at: 0 }; // what a screen reader heard last, and when
    this.button = button("", () => this.toggle(), { "aria-pressed": "false" });
    this.lines = h("ol", { class: "found" });
    /** @type {Row[]} */
    this.rows = [];
    this.work = h("p", { class: "soft small work" });
    this.said = h("p", { class: "unseen", role: "status" });
    this.element = h("section", { class: "engine", "aria-labelledby": "engine-title" },
      h("div", { class: "head" }, h("h2", { id: "engine-title" }, t("Engine")), this.button), this.lines, this.work, this.said);
    document.addEventListener("visibilitychange", this.#seen);
    this.#draw(null);
  }

  toggle() {
    this.on = !this.on;
    this.#restart();
  }

  /** Think about another position, where it thinks at all. @param {Position} position */
  show(position) {
    this.position = position;
    this.#restart();
  }

  close() {
    document.removeEventListener("visibilitychange", this.#seen);
    this.search?.abort();
    this.engine.close();
  }

  #seen = () => {
    if (!document.hidden) this.#restart();
    else this.search?.abort();
  };

  #restart() {
    this.search?.abort();
    this.search = null;
    this.said.textContent = "";
    this.told = { move: "", at: 0 };
    this.#best("");
    this.#draw(null);
    if (this.on && this.position && !this.position.over && !document.hidden) this.#think(this.position);
  }

  /** @param {Position} position */
  async #think(position) {
    const search = (this.search = new AbortController());
    const { signal } = search;
    try {
      for await (const report of this.engine.think(position, { seconds: MAX_SECONDS, lines: LINES }, { signal })) {
        if (signal.aborted) return;
        this.#draw(report);
        this.#best(report.lines[0]?.move ?? "");
        this.#say(report);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.on = false;
      this.#draw(null);
      this.work.textContent = t("The engine has stopped: {why}. Start it again to try once more.", { why: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {string} move */
  #best(move) {
    if (move === this.best) return;
    this.best = move;
    this.onBest(move);
  }

  /**
   * Tell those who listen of another best move, not too often, and of the last.
   * @param {ReportJson} report
   */
  #say({ lines: [line], final }) {
    const now = performance.now();
    if (!line || (!final && (line.move === this.told.move || now - this.told.at < PAUSE))) return;
    this.told = { move: line.move, at: now };
    this.said.textContent = t("The engine would play {move}: {worth}.", { move: written(line.move), worth: worthText(line, this.description) });
  }

  /** @param {ReportJson | null} report */
  #draw(report) {
    const over = this.position?.over;
    this.button.textContent = this.on ? t("Stop the engine") : t("Start the engine");
    this.button.setAttribute("aria-pressed", String(this.on));
    /** @type {HTMLButtonElement} */ (this.button).disabled = Boolean(over) && !this.on;
    this.element.toggleAttribute("data-on", this.on && !over);
    this.work.textContent = report ? workText(report) : over ? t("The game is over here.") : this.on ? t("Thinking…") : "";
    // A button under the finger or the focus stays the same while reports come.
    const lines = (report?.lines ?? []).slice(0, LINES);
    while (this.rows.length > lines.length) this.rows.pop()?.element.remove();
    for (const [at, line] of lines.entries()) {
      this.rows[at] ??= this.#row();
      const { moves, worth } = Object.assign(this.rows[at], { line });
      moves.textContent = written(line.pv.slice(0, SHOWN).join(" "));
      worth.textContent = worthText(line, this.description);
    }
  }

  /** @returns {Row} */
  #row() {
    const { onLine } = this;
    const worth = h("span", { class: "soft small" });
    const add = () => {
      const line = row.pressed ?? row.line; // what was there when the button was pressed
      row.pressed = null;
      onLine?.(line?.pv ?? []);
    };
    const moves = onLine ? button("", add, { class: "pv", title: t("Add these moves to the tree") }) : h("span", { class: "pv" });
    const element = h("li", {}, moves, worth);
    /** @type {Row} */
    const row = { element, moves, worth, line: null, pressed: null };
    moves.addEventListener("pointerdown", () => (row.pressed = row.line));
    this.lines.append(element);
    return row;
  }
}

/**
 * Point at a move on the board of a table, unless one is being given there.
 * @param {import("./table.js").LivestoneTable} table @param {string[]} path its tokens, none for none
 */
export function point({ board, driver, shown }, path) {
  if (board.given.length || !shown || !driver) return;
  const sites = path.filter((token) => driver.description.board.names.includes(token));
  const isArrow = sites.length > 1;
  /** @type {import("./signs.js").Sign[]} */
  const signs = isArrow ? [["green", sites[0], sites[sites.length - 1]]] : [];
  const hint = isArrow ? [] : sites;
  board.show(driver.description, { ...board.shown, hint, signs: [...(shown.signs ?? []), ...signs], steps: [] });
}
