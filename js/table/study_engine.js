/** What the server's engine says of the position of a study, as long as it is switched on. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{ pv: string[], words: string, move: string, path: string[] }} Line */
/** @typedef {{ lines: Line[], work: string }} Found */

const PAUSE = 3000; // between two things that a screen reader hears

/** Asks the server about the node shown, by the parts that the page has for it. */
export class StudyEngine {
  /**
   * @param {HTMLElement} table @param {(path: string[]) => void} point hears of the best move
   */
  constructor(table, point) {
    this.point = point;
    this.on = false;
    this.node = -1;
    this.asked = -1; // the node it is asked about
    this.best = ""; // the move that was told last
    this.told = 0; // and when
    /** @type {EventSource | null} */
    this.stream = null;
    table.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("#engine-switch")) this.#toggle();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#hush();
      else if (this.on) this.#ask();
    });
  }

  /**
   * Another node may be shown.
   * @param {number} node
   */
  show(node) {
    this.node = node;
    const button = document.getElementById("engine-switch");
    if (button) {
      button.hidden = false;
      button.setAttribute("aria-pressed", String(this.on));
      button.textContent = this.on ? t("Engine is on") : t("Ask the engine");
    }
    if (this.on && this.asked !== node) this.#ask();
  }

  #toggle() {
    this.on = !this.on;
    this.asked = -1;
    if (!this.on) {
      this.#hush();
      this.#draw();
      this.#say("");
      this.point([]);
    }
    this.show(this.node);
  }

  #hush() {
    this.stream?.close();
    this.stream = null;
  }

  #ask() {
    this.#hush();
    this.asked = this.node;
    this.best = "";
    this.#draw();
    this.#say("");
    const { dataset } = document.getElementById("engine") ?? { dataset: null };
    if (!dataset || "whyNot" in dataset || document.hidden) return;
    this.#draw(soft(t("The engine is getting ready.")));
    const stream = (this.stream = new EventSource(`${dataset.events}?node=${this.asked}`));
    this.#hear(stream);
  }

  /** @param {EventSource} stream */
  #hear(stream) {
    /** @type {Found | null} */
    let last = null;
    const hear = (/** @type {string} */ name, /** @type {(told: any) => void} */ act) =>
      stream.addEventListener(name, (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        if (stream === this.stream) act(data ? JSON.parse(data) : null);
      });
    const end = (/** @type {string} */ text) => {
      stream.close();
      if (text) this.#draw(soft(text));
    };
    hear("queued", ({ ahead }) => ahead && this.#draw(soft(t("Waiting for the engine: {n} before you.", { n: ahead }))));
    hear("analysis", (found) => this.#analysed((last = found), false));
    hear("done", () => {
      end("");
      if (last) this.#analysed(last, true);
    });
    hear("replaced", () => end(t("You have asked the engine elsewhere.")));
    hear("trouble", ({ message }) => end(message));
    // A question that was broken off is asked again by the next step only.
    hear("error", () => end(last ? "" : t("The engine cannot be reached now.")));
  }

  /** @param {Found} found @param {boolean} last */
  #analysed(found, last) {
    // A button under the finger or the focus stays the same while only figures change.
    const list = h("ol", { class: "found" }, ...found.lines.map(lineOf));
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const focus = [...document.querySelectorAll("#engine-live button")].indexOf(focused);
    this.#draw(list, soft(found.work));
    if (focus >= 0) list.querySelectorAll("button")[focus]?.focus();
    const { move, path, words } = found.lines[0];
    this.point(path);
    const now = performance.now();
    if (!last && (move === this.best || now - this.told < PAUSE)) return;
    [this.best, this.told] = [move, now];
    this.#say(t("Engine: {move} is best. {words}.", { move, words }));
  }

  /** @param {...Node} nodes */
  #draw(...nodes) {
    document.getElementById("engine-live")?.replaceChildren(...nodes);
  }

  /** @param {string} text */
  #say(text) {
    const said = document.getElementById("engine-said");
    if (said) said.textContent = text;
  }
}

/** @param {string} text */
function soft(text) {
  return h("p", { class: "soft small" }, text);
}

/** @param {Line} line */
function lineOf({ pv, words }) {
  const moves = pv.join(" ");
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("engine-add"));
  const add = () => {
    if (!form) return;
    /** @type {HTMLInputElement} */ (form.elements.namedItem("line")).value = moves;
    form.requestSubmit();
  };
  const shown = form
    ? h("button", { type: "button", "aria-label": t("Add {moves} as a variation", { moves }), onclick: add }, moves)
    : h("span", { class: "pv" }, moves);
  return h("li", {}, shown, h("span", { class: "soft small" }, words));
}
