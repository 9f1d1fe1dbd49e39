/**
 * The server's page of a study: a table for every side, and beside it what the server sends: the
 * tree of moves, the engine, the tools. Every step and every change brings both.
 */

import { copyOnClick } from "./copying.js";
import { EnginePanel, point } from "./engine_panel.js";
import { piecesOnDevice } from "./on_device.js";
import { apply } from "./preferences.js";
import { Parts } from "./parts.js";
import { toSnapshot } from "./server_snapshot.js";
import { studied } from "./sentences.js";
import { StudyAnalyst } from "./study_analyst.js";
import { drawMarks } from "./study_marks.js";
import { LivestoneTable } from "./table.js";
import { speakAsPage, t } from "./words.js";

/** @typedef {import("./driver.js").Driver} Driver */
/**
 * What the server says of a study at a node: who has `played` what led there, and the sign that it
 * has; `why_not` is why the engine may not be asked there.
 * @typedef {import("./server_snapshot.js").Answer & import("./device.js").Position & {
 *   node: number, played: number | null, glyph: string, heading: string, why_not: string, beside?: string,
 *   notice?: { text: string, refused: boolean } | null }} Answer
 */

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "over", ArrowDown: "under", Home: "first", End: "last" };
const PART = { "X-Part": "table" };

/** @implements {Driver} */
class StudyDriver {
  /**
   * @param {import("./driver.js").Description} description @param {string} page
   * @param {Answer} answer @param {(answer: Answer) => void} show what came with a position
   */
  constructor(description, page, answer, show) {
    this.description = description;
    this.page = page;
    this.answer = answer;
    this.show = show;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  snapshot() {
    const { moves, played, glyph } = this.answer;
    const shown = toSnapshot(this.answer, performance.now());
    const last = played === null ? null : { mover: played, move: moves[moves.length - 1], called: glyphName(glyph) };
    return { ...shown, said: studied(shown, this.description, last) };
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {string} move */
  async play(move) {
    const fields = { node: String(this.answer.node), move };
    await this.read(`${this.page}/play`, { method: "POST", body: new URLSearchParams(fields) });
  }

  /** @param {string} text */
  async refusal(text) {
    try {
      await this.play(text);
    } catch (error) {
      return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    }
    return "";
  }

  /** @param {string} move */
  preview(move) {
    return piecesOnDevice(compiled, this.answer.text, move);
  }

  /**
   * Read a page of the study, or send it a form, and show what comes. Throws an error that says why
   * it was not done.
   * @param {string} address @param {RequestInit} [request]
   */
  async read(address, request = {}) {
    let answer;
    try {
      answer = await fetch(address, { ...request, headers: PART });
      /** @type {Answer & { message?: string }} */
      const told = await answer.json();
      if (told.notice) throw new Refused(told.notice.text);
      if (!answer.ok) throw new Error(told.message);
      this.answer = told;
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused(t("The server cannot be reached, so this was not done. Please try again."));
    }
    if (answer.redirected || !request.method) history.replaceState(null, "", answer.url);
    for (const listener of this.listeners) listener();
    this.show(this.answer);
  }

  /** @returns {Promise<import("./driver.js").Hint>} */
  async hint() {
    throw new Refused(t("Ask the engine below the board."));
  }

  async change() {
    throw new Refused(t("This cannot be done on an analysis board."));
  }

  links() {
    return [];
  }

  close() {
    this.listeners.clear();
  }
}

/**
 * What a sign for a move is called.
 * @param {string} glyph
 */
function glyphName(glyph) {
  /** @type {Record<string, string>} */
  const names = {
    "!": t("good move"), "?": t("mistake"), "!!": t("brilliant move"), "??": t("blunder"),
    "!?": t("interesting move"), "?!": t("doubtful move"),
  };
  return names[glyph] ?? "";
}

/** What the server has refused, as a sentence. */
class Refused extends Error {}

const table = /** @type {LivestoneTable} */ (document.querySelector("livestone-table"));
const { page, description, compiled, events, mine } = /** @type {Record<string, string>} */ (table.dataset);
const byId = (/** @type {string} */ id) => document.getElementById(id);

/** @param {Answer} answer */
function show({ beside, heading, node, opening, moves, status, why_not: whyNot }) {
  document.title = `${heading} - Livestone`;
  if (beside) parts.show(new DOMParser().parseFromString(beside, "text/html"));
  const list = byId("scroll");
  const chosen = list?.querySelector("[aria-current]");
  if (list && chosen) {
    const away = chosen.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += away - list.clientHeight / 2;
  }
  marks();
  const over = status === "finished" || Boolean(whyNot);
  engine.element.hidden = over;
  if (node !== thought) engine.show({ node, opening, moves, over });
  thought = node;
}

/**
 * Do something, and say why if it was refused.
 * @param {string} address @param {RequestInit} [request]
 */
async function send(address, request) {
  table.tell("");
  try {
    await driver.read(address, request);
  } catch (error) {
    table.tell(error instanceof Error ? error.message : String(error), true);
  }
}

table.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-node]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  send(link.href);
});

table.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || "leaves" in form.dataset || form.classList.contains("type")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)));
  send(form.action, { method: "POST", body });
});

// The arrows step through the moves wherever nothing else has the focus.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  const { target } = event;
  if (target !== document.body && !(target instanceof Element && target.closest("#record"))) return;
  event.preventDefault();
  const link = byId(`step-${KEYS[event.key]}`);
  if (link instanceof HTMLAnchorElement) send(link.href);
});

apply();
await speakAsPage();
let thought = -1; // the node that the engine was told of
/** @type {Answer} */
const known = JSON.parse(byId("snapshot")?.textContent ?? "");
const driver = new StudyDriver(await (await fetch(description)).json(), page, known, show);
table.driver = driver;
const tree = byId("tree");
if (tree) table.querySelector(".actions")?.before(tree);
const parts = new Parts(table);
const marks = drawMarks(table);
const analyst = new StudyAnalyst(compiled, events);
const add = (/** @type {string[]} */ line) => {
  const fields = { node: String(driver.answer.node), line: line.join(" ") };
  send(`${page}/play`, { method: "POST", body: new URLSearchParams(fields) });
};
const engine = new EnginePanel(driver.description, analyst, (best) => point(table, analyst.pathOf(best)), mine === undefined ? null : add);
byId("thoughts")?.after(engine.element);
copyOnClick(table, (text) => table.tell(text));
show(known);
