/** The playground: write a player in Python, watch it play, and try it against many opponents. */

import { LivestoneError } from "../../src/errors.js";
import { button, h } from "../../table/dom.js";
import { newId } from "../../table/local.js";
import { usually } from "../../table/notation.js";
import { LivestoneTable } from "../../table/table.js";
import { t } from "../../table/words.js";
import { usualOptions } from "../catalogue.js";
import { address, isSingleFile, readJson, readText } from "../files.js";
import { WatchingDriver } from "../watching.js";
import { playGame, seedOfGame, tryOut } from "./contest.js";
import { FileBar, keptText } from "./file_bar.js";
import { LeaguePanel } from "./league_panel.js";
import { Learner, Pythons, lineOf } from "./learner.js";
import { LessonPanel } from "./lesson_panel.js";
import { Log } from "./log.js";
import { opponents } from "./opponents.js";
import { Results } from "./results.js";

/** @typedef {import("./contest.js").Played} Played */
/** @typedef {import("../../src/state.js").State} State */

/** @typedef {{ text: string, mark: (line: number | null) => void, focus: () => void, close: () => void }} Editor */
/**
 * What lessons and the league do with the page; `put` returns the file that was there before.
 * @typedef {{ game: import("../../src/game.js").Game, opponents: import("./opponents.js").Opponent[], results: Results,
 *   isForeign: () => boolean, isUntouched: () => boolean, put: (text: string) => string, stop: () => void,
 *   begin: (act: (learner: Learner, signal: AbortSignal) => Promise<void>) => Promise<void>,
 *   say: (words: string) => void, show: (played: Played, name: string) => void }} Bench
 */

export const FILE = "my_player.py";
const FRAME = 100; // milliseconds between two looks at a game that runs

/** @type {import("../page.js").Show} */
export async function write(app, { query }) {
  usually("xy");
  const entry = app.catalogue.find("freedom");
  const starter = isSingleFile() ? null : await readText(`write/${FILE}`).catch(() => null);
  if (starter === null) {
    throw new LivestoneError(t("The playground is not in this edition: it is on servers and sites that were built with it."), "not-found");
  }
  const game = await app.games.load(entry.id, { ...usualOptions(entry), ...entry.presets.freeplay });
  const styles = await styled();
  const { openEditor } = await import(await address("write/editor.js"));
  const page = new Playground(game, starter, styles, openEditor);
  const packed = query.get("file");
  if (packed) await page.files.openLink(packed);
  page.addPanels(await readJson("write/lessons.json"), query.get("step"));
  return { title: t("Write a player"), main: page.main, shown: () => page.start(), close: () => page.close() };
}

/** The styles that only this page has. */
async function styled() {
  const link = h("link", { rel: "stylesheet", href: await address("write/write.css") });
  const loaded = new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
  document.head.append(link);
  await loaded;
  return link;
}

/** Shows a game with what the learner's player has drawn at its moves. */
class DrawnDriver extends WatchingDriver {
  /** @type {Map<number, string>} notes of plies, by their numbers from 1 */
  notes = new Map();

  /** @param {number} [ply] */
  snapshot(ply) {
    const shown = super.snapshot(ply);
    const plies = shown.turns.flatMap((turn) => turn.plies);
    for (const one of plies) one.note = this.notes.get(one.number);
    return plies.length ? shown : { ...shown, said: t("Press Run: the game is shown here.") };
  }
}

class Playground {
  /**
   * @param {import("../../src/game.js").Game} game @param {string} starter @param {HTMLElement} styles
   * @param {(place: HTMLElement, settings: { text: string, label: string, onChange: () => void, onRun: () => void }) => Editor} openEditor
   */
  constructor(game, starter, styles, openEditor) {
    this.game = game;
    this.styles = styles;
    this.opponents = opponents(game);
    this.pythons = new Pythons();
    this.table = new LivestoneTable();
    this.log = new Log((ply) => this.table.goTo(ply));
    this.results = new Results((played, name) => this.#look(played, name));
    this.place = h("div", { class: "editor" });
    this.said = h("p", { class: "outcome", role: "status" });
    this.opponent = this.#select("opponent", this.opponents.map(({ name }) => [name, name]), "greedy");
    this.colour = this.#select("colour", [["0", t("White")], ["1", t("Black")]], "0");
    this.run = button(t("Run"), () => this.#run(), { class: "main", "aria-keyshortcuts": "Control+Enter" });
    this.again = button(t("From here again"), () => this.#run(this.table.shown?.ply ?? 0), { disabled: true });
    this.try = button(t("Try all"), () => this.#try());
    this.stop = button(t("Stop"), () => this.#stop(), { disabled: true });
    /** @type {AbortController | null} */
    this.running = null;
    this.number = 0;
    /** @type {import("./learner.js").Learner | null} */
    this.learner = null;
    this.driver = new DrawnDriver(game, this.#kept([], [], 0, ""));
    const say = this.#say.bind(this);
    this.editor = openEditor(this.place, {
      text: keptText() ?? starter, label: t("Your player, {file}", { file: FILE }),
      onChange: () => this.files.changed(), onRun: () => this.#run(),
    });
    this.files = new FileBar(this.editor, starter, FILE, say);
    this.table.driver = this.driver;
    this.table.addEventListener("livestone-shown", () => this.log.showPly(this.table.shown?.ply ?? 0));
    this.main = this.#main();
  }

  /** @param {string} name @param {[string, string][]} choices @param {string} chosen */
  #select(name, choices, chosen) {
    return /** @type {HTMLSelectElement} */ (h("select", { id: `write-${name}` },
      ...choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words))));
  }

  #main() {
    const labelled = (/** @type {string} */ label, /** @type {HTMLElement} */ field) => h("div", { class: "field" }, h("label", { for: field.id }, label), field);
    return h("main", { class: "write" },
      h("header", {}, h("h1", {}, t("Write a player")),
        h("p", { class: "soft" }, t("A player of Freedom is one class with one method, in Python. It runs in this browser, and the same file at the command line."))),
      h("div", { class: "bench" },
        h("section", { "aria-label": t("Your file") },
          h("div", { class: "tools" }, this.run, this.again, this.try, this.stop, labelled(t("against"), this.opponent), labelled(t("as"), this.colour)),
          this.said, this.place, this.files.element,
          h("h2", { id: "write-log" }, t("What your player said")), this.log.element),
        h("section", { "aria-label": t("The game") }, this.table)),
      this.results.element);
  }

  /** @param {import("./lesson_panel.js").Lesson[]} lessons @param {string | null} step */
  addPanels(lessons, step) {
    const { game, opponents, results, files, editor } = this;
    /** @type {Bench} */
    const bench = {
      game, opponents, results,
      isForeign: () => files.isForeign,
      isUntouched: () => editor.text === files.starter,
      put: (text) => {
        const before = editor.text;
        editor.text = text;
        return before;
      },
      begin: (act) => this.#begin(act),
      stop: () => this.#stop(),
      say: (words) => this.#say(words),
      show: (played, name) => (played.fault || !played.stopped ? this.#tellEnd(played, name) : this.#show(played.state, played.seconds, played.seat, name)),
    };
    this.main.querySelector(".bench")?.prepend(new LessonPanel(bench, lessons, step).element);
    this.results.element.before(new LeaguePanel(bench).element);
  }

  /** Start Python, so that it is there when it is wanted. */
  start() {
    this.#say(t("Python is starting. You can write already."));
    this.ready = this.pythons.open();
    this.ready.then(
      () => this.running || this.#say(t("Ready: press Run.")),
      (error) => this.#say(t("Python cannot be started here: {why}", { why: error.message }), true),
    );
  }

  close() {
    this.#stop();
    this.pythons.close();
    this.editor?.close();
    this.styles.remove();
    this.driver.close();
    this.table.driver = null;
  }

  /** @param {string} words @param {boolean} [isWrong] */
  #say(words, isWrong = false) {
    this.said.textContent = words;
    this.said.classList.toggle("wrong", isWrong);
  }

  /**
   * Do something with the learner's player, until it is done or stopped.
   * @param {(learner: Learner, signal: AbortSignal) => Promise<void>} act
   */
  async #begin(act) {
    if (this.running || !(await this.files.mayRun())) return;
    const running = (this.running = new AbortController());
    this.#busy(true);
    this.editor.mark(null);
    this.log.clear();
    try {
      await this.ready;
      this.learner = new Learner(this.pythons, { name: FILE, text: this.editor.text }, (kind, ...said) => this.#told(kind, ...said));
      if (!running.signal.aborted) await act(this.learner, running.signal);
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error), true);
    }
    this.learner?.end();
    this.running = null;
    this.#busy(false);
  }

  /** What the learner's player says and draws. @param {string} kind @param {any[]} said */
  #told(kind, ...said) {
    if (kind === "note") this.driver.notes.set(said[0], said[1]);
    else this.log.tell(kind, ...said);
  }

  /** @param {boolean} isBusy */
  #busy(isBusy) {
    for (const one of [this.run, this.try]) /** @type {HTMLButtonElement} */ (one).disabled = isBusy;
    /** @type {HTMLButtonElement} */ (this.stop).disabled = !isBusy;
    /** @type {HTMLButtonElement} */ (this.again).disabled = isBusy || !this.driver.shown.state.ply;
  }

  #stop() {
    this.running?.abort();
    this.learner?.end();
  }

  /** Play one game, from what is shown up to a ply on. @param {number} [ply] */
  #run(ply) {
    const opening = ply === undefined ? [] : this.driver.shown.state.moveTexts.slice(0, ply);
    return this.#begin(async (learner, signal) => {
      const opponent = this.opponents[this.opponent.selectedIndex];
      const seat = Number(this.colour.value);
      if (ply === undefined) this.number += 1;
      const seed = await seedOfGame(0, opponent.name, this.number);
      this.#say(t("Your player plays against {name}.", { name: opponent.name }));
      if (ply === undefined) this.driver.notes.clear();
      let next = 0;
      const tell = (/** @type {State} */ state, /** @type {number[]} */ seconds) => {
        this.log.move(state, seconds, seat);
        if (performance.now() < next) return;
        this.#show(state, seconds, seat, opponent.name);
        next = performance.now() + FRAME;
      };
      this.#tellEnd(await playGame(this.game, learner, opponent, { seat, seed, opening, tell, signal }), opponent.name);
    });
  }

  #try() {
    return this.#begin(async (learner, signal) => {
      this.#say(t("Your player plays ten games against each opponent, until one is too strong."));
      this.results.show([], false);
      const rows = await tryOut(this.game, learner, this.opponents, { signal, tell: (found) => this.results.show(found, false) });
      this.results.show(rows, true);
      const last = rows.at(-1)?.games.at(-1);
      if (last?.fault) this.#tellEnd(last, rows[rows.length - 1].opponent.name);
      else this.#say(signal.aborted ? t("Stopped.") : t("Done: press a game to look at it."));
    });
  }

  /** @param {Played} played @param {string} name */
  #look(played, name) {
    if (this.running) return;
    this.log.clear();
    this.driver.notes.clear();
    this.#show(played.state, played.seconds, played.seat, name);
    this.#tellEnd(played, name);
  }

  /** Show how a game has ended, and the line that is to blame. @param {Played} played @param {string} name */
  #tellEnd(played, name) {
    const { state, seat, seconds, fault, share } = played;
    this.#show(state, seconds, seat, name, fault);
    this.#busy(false);
    if (fault && fault.fault !== "stopped") {
      this.#say(t("Lost, because {why}", { why: fault.message }), true);
      this.editor.mark(lineOf(fault, FILE));
      this.log.fault(fault, state);
      return;
    }
    const [mine, theirs] = [state.scores[seat], state.scores[1 - seat]];
    if (played.stopped || fault) this.#say(t("Stopped."));
    else if (share === 1) this.#say(t("Won, {mine} to {theirs}.", { mine, theirs }));
    else if (share === 0) this.#say(t("Lost, {mine} to {theirs}.", { mine, theirs }));
    else this.#say(t("Drawn, {mine} to {theirs}.", { mine, theirs }));
  }

  /**
   * @param {State} state @param {number[]} seconds @param {number} seat @param {string} name
   * @param {import("./contest.js").Fault | null} [fault]
   */
  #show(state, seconds, seat, name, fault = null) {
    this.driver.update(this.#kept(state.moveTexts, seconds, seat, name, fault));
  }

  /**
   * @param {string[]} moves @param {number[]} seconds @param {number} seat the learner's
   * @param {string} name the opponent's @param {import("./contest.js").Fault | null} [fault]
   * @returns {import("../../table/local.js").Kept}
   */
  #kept(moves, seconds, seat, name, fault = null) {
    const names = seat ? [name, FILE] : [FILE, name];
    const result = fault ? { reason: fault.fault, by: seat } : null;
    return {
      id: newId(), game: this.game.id, options: this.game.options, seats: names.map((one) => ({ kind: "bot", name: one || t("Opponent") })),
      moves, seconds: seconds.slice(0, moves.length), opening: "", created: 0, updated: 0, result, seed: 0,
    };
  }
}
