/**
 * What stands beside a table on a server's page and is not the table's: invitations, chat, lines of
 * replies, watchers. The server sends it as sections with `data-beside`; forms in them are sent
 * without leaving the page, but for those with `data-leaves`, and what has changed takes the place
 * of what was there.
 */

import { copyOnClick } from "./copying.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./table.js").LivestoneTable} LivestoneTable */

const PART = { "X-Part": "beside" };
const LOG = '[role="log"]';

/** The sections beside a table. */
export class Beside {
  /**
   * @param {LivestoneTable} table @param {string} address where the sections are read again
   * @param {() => void} done is called after a form was sent
   */
  constructor(table, address, done) {
    this.table = table;
    this.address = address;
    this.done = done;
    /** @type {Map<string, string>} the sections as the server sent them last, without their log */
    this.sent = new Map();
    for (const section of this.#sections(table)) this.sent.set(section.id, frameOf(section));
    table.addEventListener("submit", (event) => this.#submitted(event));
    copyOnClick(table, (text) => table.tell(text));
    this.#ready();
  }

  /** Read the sections again. */
  async update() {
    try {
      const answer = await fetch(this.address, { headers: PART });
      if (answer.ok) this.#show(await answer.text());
    } catch {
      // The table says that the connection is lost; the next news tries again.
    }
  }

  /**
   * Show the lines of replies only while they may be decided, as they stand.
   * @param {Snapshot} shown
   */
  lines({ can, plan }) {
    const section = this.table.querySelector("#lines");
    const field = section?.querySelector("textarea");
    if (!(section instanceof HTMLElement) || !field) return;
    section.hidden = !can.plan;
    const text = plan ? plan.lines.map((line) => line.join(" ")).join("\n") : "";
    if (text === section.dataset.lines) return;
    section.dataset.lines = text;
    if (document.activeElement !== field) field.value = text;
  }

  /** @param {ParentNode} parent */
  #sections(parent) {
    return /** @type {HTMLElement[]} */ ([...parent.querySelectorAll("[data-beside]")]);
  }

  /** @param {string} html */
  #show(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const sections = this.#sections(fresh);
    const wanted = new Set(sections.map(({ id }) => id));
    for (const old of this.#sections(this.table)) if (!wanted.has(old.id)) old.remove();
    for (const section of sections) {
      const old = /** @type {HTMLElement | null} */ (this.table.querySelector(`#${section.id}`));
      const frame = frameOf(section);
      if (!old) this.#place(section).append(section);
      else if (this.sent.get(section.id) !== frame) old.replaceWith(section);
      else showLog(old, section);
      this.sent.set(section.id, frame);
    }
    this.#ready();
  }

  /** @param {HTMLElement} section */
  #place({ dataset }) {
    return /** @type {HTMLElement} */ (this.table.querySelector(dataset.beside === "above" ? ".above" : ".below"));
  }

  #ready() {
    for (const log of this.table.querySelectorAll(LOG)) log.scrollTo(0, log.scrollHeight);
  }

  /** @param {SubmitEvent} event */
  async #submitted(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.closest("[data-beside]")) return;
    if ("leaves" in form.dataset) return;
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
    if (body.has("ply")) body.set("ply", String(this.table.shown?.last_ply ?? body.get("ply")));
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: PART });
      const isPart = answer.headers.get("content-type")?.startsWith("text/html") && answer.status < 500;
      if (!isPart) throw new Error(String(answer.status));
      this.#show(await answer.text());
      if (answer.ok) form.reset();
      this.done();
    } catch {
      this.table.tell(t("The server cannot be reached, so this was not done. Please try again."), true);
    }
  }
}

/**
 * A section's markup but for what is in its log.
 * @param {HTMLElement} section
 */
function frameOf(section) {
  const copy = /** @type {HTMLElement} */ (section.cloneNode(true));
  copy.querySelector(LOG)?.replaceChildren();
  return copy.outerHTML;
}

/**
 * Bring a log up to date: what is there already stays as it is, so that only news is read out.
 * @param {HTMLElement} old @param {HTMLElement} fresh
 */
function showLog(old, fresh) {
  const [log, next] = [old.querySelector(LOG), fresh.querySelector(LOG)];
  if (!log || !next) return;
  const there = new Map([...log.children].map((one) => [one.id, one]));
  const kept = new Set([...next.children].map(({ id }) => id));
  for (const [id, one] of there) if (!kept.has(id)) one.remove();
  for (const one of [...next.children]) if (!there.has(one.id)) log.append(one);
}
