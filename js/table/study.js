/**
 * The server's page of a study: a table for every side, and beside it what the server sends: the
 * tree of moves, the engine, the tools. Every step and every change brings both.
 */

import { copyOnClick } from "./copying.js";
import { apply } from "./preferences.js";
import { Parts } from "./parts.js";
import { toSnapshot } from "./server_snapshot.js";
import { StudyEngine } from "./study_engine.js";
import { drawMarks } from "./study_marks.js";
import { LivestoneTable } from "./table.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Driver} Driver */
/**
 * What the server says of a study at a node.
 * @typedef {import("./server_snapshot.js").Answer & { node: number, heading: string, beside?: string,
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
    return toSnapshot(this.answer, performance.now());
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

/** What the server has refused, as a sentence. */
class Refused extends Error {}

const table = /** @type {LivestoneTable} */ (document.querySelector("livestone-table"));
const { page, description } = /** @type {Record<string, string>} */ (table.dataset);
const byId = (/** @type {string} */ id) => document.getElementById(id);

/** @param {Answer} answer */
function show({ beside, heading }) {
  document.title = `${heading} - Livestone`;
  if (beside) parts.show(new DOMParser().parseFromString(beside, "text/html"));
  const list = byId("scroll");
  const chosen = list?.querySelector("[aria-current]");
  if (list && chosen) {
    const away = chosen.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += away - list.clientHeight / 2;
  }
  marks();
  engine.show(driver.answer.node);
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
/** @type {Answer} */
const known = JSON.parse(byId("snapshot")?.textContent ?? "");
const driver = new StudyDriver(await (await fetch(description)).json(), page, known, show);
table.driver = driver;
const tree = byId("tree");
if (tree) table.querySelector(".actions")?.before(tree);
const parts = new Parts(table);
const marks = drawMarks(table);
const engine = new StudyEngine(table, (path) => table.board.show(driver.description, { ...table.board.shown, hint: path, steps: [] }));
copyOnClick(table, (text) => table.tell(text));
show(known);
