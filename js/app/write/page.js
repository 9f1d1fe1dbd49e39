/** The playground: write a player of a game in Python, watch it play, and try it against many opponents. */

import { LivestoneError } from "../../src/errors.js";
import { button, h } from "../../table/dom.js";
import { newId } from "../../table/local.js";
import { usually } from "../../table/notation.js";
import { LivestoneTable } from "../../table/table.js";
import { t } from "../../table/words.js";
import { optionsText, sameOptions, titles } from "../catalogue.js";
import { address, isSingleFile, read, readJson, readText } from "../files.js";
import { go, to } from "../routes.js";
import { WatchingDriver } from "../watching.js";
import { cellOf } from "./cells.js";
import { playGame, seedOfGame, tryOut } from "./contest.js";
import { FileBar, keptText } from "./file_bar.js";
import { LeaguePanel } from "./league_panel.js";
import { Learner, lineOf } from "./learner.js";
import { LessonPanel } from "./lesson_panel.js";
import { Log } from "./log.js";
import { Losses, judged } from "./losses.js";
import { opponents } from "./opponents.js";
import { Pythons } from "./pythons.js";
import { Results } from "./results.js";
import { fileName, isOfCells, starterOf, templateName } from "./starter.js";

/** @typedef {import("./contest.js").Played} Played */
/** @typedef {import("../../src/state.js").State} State */
/** @typedef {import("../../src/game.js").Game} Game */
/** @typedef {import("../catalogue.js").Entry} Entry */

/** @typedef {{ text: string, mark: (line: number | null) => void, focus: () => void, close: () => void }} Editor */
/**
 * What lessons and the league do with the page; `put` returns the file that was there before.
 * @typedef {{ game: import("../../src/game.js").Game, opponents: import("./opponents.js").Opponent[], results: Results,
 *   isForeign: () => boolean, isUntouched: () => boolean, put: (text: string) => string, stop: () => void,
 *   begin: (act: (learner: Learner, signal: AbortSignal) => Promise<void>) => Promise<void>,
 *   say: (words: string) => void, show: (played: Played, name: string) => void }} Bench
 */

const USUAL = "freedom";
const FRAME = 100; // milliseconds between two looks at a game that runs, and
const REST = 4; // how much longer than drawing one takes: a quick player is not held up by pictures

/** @type {import("../page.js").Show} */
export async function write(app, { query }) {
  const { game: id = USUAL, file: packed, step = null, ...asked } = Object.fromEntries(query);
  const entry = app.catalogue.find(id);
  const game = await app.games.load(entry.id, { ...entry.presets.freeplay, ...asked });
  const template = isSingleFile() ? null : await readText(`write/${templateName(game)}`).catch(() => null);
  if (template === null) {
    throw new LivestoneError(t("The playground is not in this edition: it is on servers and sites that were built with it."), "not-found");
  }
  if (isOfCells(game)) usually("xy");
  const styles = await styled();
  const { openEditor } = await import(await address("write/editor.js"));
  const chooser = chooserOf(app.catalogue, entry, game);
  const page = new Playground({ game, starter: starterOf(game, template, fileName(game)), chooser, address: id === USUAL ? asked : { game: id, ...asked } }, styles, openEditor);
  if (packed) await page.files.openLink(packed);
  if (id === USUAL && !Object.keys(asked).length) page.addPanels(await readJson("write/lessons.json"), step);
  return { title: t("Write a player"), main: page.main, shown: () => page.start(), close: () => page.close() };
}

/**
 * What chooses another game, or other rules of this one among those of this edition.
 * @param {import("../catalogue.js").Catalogue} catalogue @param {Entry} entry @param {Game} game
 */
function chooserOf(catalogue, entry, game) {
  const games = selectOf("game", titles(catalogue), entry.id);
  const { compiled } = entry;
  const at = compiled.findIndex(({ options }) => sameOptions(options, game.options));
  const rules = selectOf("rules", compiled.map(({ options }, number) => [String(number), optionsText(entry, options) || t("the usual rules")]), String(at));
  games.addEventListener("change", () => go(to("write", { game: games.value })));
  rules.addEventListener("change", () => go(to("write", { game: entry.id, ...compiled[Number(rules.value)].options })));
  return h("div", { class: "tools" }, labelled(t("Game"), games), labelled(t("Board and rules"), rules),
    h("a", { class: "button", href: to("rules", { game: entry.id }) }, t("Rules")));
}

/** @param {string} name @param {string[][]} choices @param {string} chosen */
function selectOf(name, choices, chosen) {
  return /** @type {HTMLSelectElement} */ (h("select", { id: `write-${name}` },
    ...choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words))));
}

/** @param {string} label @param {HTMLElement} field */
function labelled(label, field) {
  return h("div", { class: "field" }, h("label", { for: field.id }, label), field);
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

/** @typedef {{ mine: number, theirs: string }} Points */
const WITH_POINTS = {
  won: (/** @type {Points} */ points) => t("Won, {mine} to {theirs}.", points),
  shared: (/** @type {Points} */ points) => t("Shared the win, {mine} to {theirs}.", points),
  drawn: (/** @type {Points} */ points) => t("Drawn, {mine} to {theirs}.", points),
  lost: (/** @type {Points} */ points) => t("Lost, {mine} to {theirs}.", points),
};
const WITHOUT = { won: () => t("Won."), shared: () => t("Shared the win."), drawn: () => t("Drawn."), lost: () => t("Lost.") };

class Playground {
  /**
   * @param {{ game: Game, starter: string, chooser: HTMLElement, address: Record<string, string> }} about @param {HTMLElement} styles
   * @param {(place: HTMLElement, settings: { text: string, label: string, onChange: () => void, onRun: () => void }) => Editor} openEditor
   */
  constructor({ game, starter, chooser, address }, styles, openEditor) {
    this.game = game;
    this.file = fileName(game);
    this.styles = styles;
    this.opponents = opponents(game);
    this.pythons = new Pythons();
    this.table = new LivestoneTable();
    const shown = isOfCells(game) ? cellOf : (/** @type {string} */ text) => text;
    this.log = new Log((ply) => this.table.goTo(ply), shown);
    this.losses = new Losses((played, name, ply) => this.#look(played, name, ply), shown);
    this.results = new Results((played, name) => this.#look(played, name));
    this.place = h("div", { class: "editor" });
    this.said = h("p", { class: "outcome", role: "status" });
    this.opponent = selectOf("opponent", this.opponents.map(({ name }) => [name, name]), "greedy");
    this.colour = selectOf("colour", game.manifest.seats.map((/** @type {{ name: string }} */ { name }, /** @type {number} */ at) => [String(at), t(name)]), "0");
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
      text: keptText(game) ?? starter, label: t("Your player, {file}", { file: this.file }),
      onChange: () => this.files.changed(), onRun: () => this.#run(),
    });
    this.files = new FileBar(this.editor, starter, game, address, say);
    this.table.driver = this.driver;
    this.table.addEventListener("livestone-shown", () => this.log.showPly(this.table.shown?.ply ?? 0));
    this.main = this.#main(chooser);
  }

  /** @param {HTMLElement} chooser */
  #main(chooser) {
    const game = t(this.game.manifest.title);
    return h("main", { class: "write" },
      h("header", {}, h("h1", {}, t("Write a player")),
        h("p", { class: "soft" }, t("A player of {game} is one class with one method, in Python. It runs in this browser, and the same file at the command line.", { game })),
        chooser),
      h("div", { class: "bench" },
        h("section", { "aria-label": t("Your file") },
          h("div", { class: "tools" }, this.run, this.again, this.try, this.stop, labelled(t("against"), this.opponent), labelled(t("as"), this.colour)),
          this.said, this.place, this.files.element,
          h("h2", { id: "write-log" }, t("What your player said")), this.log.element),
        h("section", { "aria-label": t("The game") }, this.table)),
      this.results.element, this.losses.element);
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
      const module = () => read(`games/${this.game.manifest.module}`);
      this.learner = new Learner(this.pythons, { name: this.file, text: this.editor.text }, module, (kind, ...said) => this.#told(kind, ...said));
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
        const began = performance.now();
        if (began < next) return;
        next = Infinity;
        this.#show(state, seconds, seat, opponent.name);
        afterDrawing(() => (next = performance.now() + Math.max(FRAME, REST * (performance.now() - began))));
      };
      this.#tellEnd(await playGame(this.game, learner, opponent, { seat, seed, opening, tell, signal }), opponent.name);
    });
  }

  #try() {
    return this.#begin(async (learner, signal) => {
      this.#say(t("Your player plays ten games against each opponent, until one is too strong."));
      this.results.show([], false);
      this.losses.clear();
      const rows = await tryOut(this.game, learner, this.opponents, { signal, tell: (found) => this.results.show(found, false) });
      this.results.show(rows, true);
      const last = rows.at(-1)?.games.at(-1);
      if (last?.fault) this.#tellEnd(last, rows[rows.length - 1].opponent.name);
      else this.#say(t("The engine looks for the move that cost most in each lost game…"));
      for await (const [loss, worst] of judged(this.game, rows, signal)) this.losses.add(loss, worst);
      if (!last?.fault) this.#say(signal.aborted ? t("Stopped.") : t("Done: press a game to look at it."));
    });
  }

  /** @param {Played} played @param {string} name @param {number} [ply] to show first */
  #look(played, name, ply) {
    if (this.running) return;
    this.log.clear();
    this.driver.notes.clear();
    this.#show(played.state, played.seconds, played.seat, name);
    this.#tellEnd(played, name);
    if (ply !== undefined) this.table.goTo(ply);
  }

  /** Show how a game has ended, and the line that is to blame. @param {Played} played @param {string} name */
  #tellEnd(played, name) {
    const { state, seat, seconds, fault, share } = played;
    this.#show(state, seconds, seat, name, fault);
    this.#busy(false);
    if (fault && fault.fault !== "stopped") {
      this.#say(t("Lost, because {why}", { why: fault.message }), true);
      this.editor.mark(lineOf(fault, this.file));
      this.log.fault(fault, state);
      return;
    }
    if (played.stopped || fault) return this.#say(t("Stopped."));
    const points = { mine: state.scores[seat], theirs: state.scores.filter((_, at) => at !== seat).join(", ") };
    const told = state.game.manifest.points ? WITH_POINTS : WITHOUT;
    const how = share === 1 ? "won" : share === 0 ? "lost" : state.winners?.length ? "shared" : "drawn";
    this.#say(told[how](points));
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
    const names = this.game.manifest.seats.map((/** @type {unknown} */ _, /** @type {number} */ at) => (at === seat ? this.file : name));
    const result = fault ? { reason: fault.fault, by: seat } : null;
    return {
      id: newId(), game: this.game.id, options: this.game.options, seats: names.map((/** @type {string} */ one) => ({ kind: "bot", name: one || t("Opponent") })),
      moves, seconds: seconds.slice(0, moves.length), opening: "", created: 0, updated: 0, result, seed: 0,
    };
  }
}

/** Do something once what has been changed is drawn. @param {() => void} act */
function afterDrawing(act) {
  requestAnimationFrame(() => setTimeout(act));
}
