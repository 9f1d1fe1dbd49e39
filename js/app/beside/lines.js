/** Beside a correspondence game: lines of replies that are played at once. */

import { h } from "../../table/dom.js";
import { hasOthers } from "../../table/sentences.js";
import { t } from "../../table/words.js";

/** @typedef {import("../../table/driver.js").Snapshot} Snapshot */

/** A field for lines of moves: the other's, yours, the other's, yours. */
export class Lines {
  /** @param {(lines: string[][]) => Promise<void>} keep throws what says why they are refused */
  constructor(keep) {
    this.keep = keep;
    this.kept = "";
    this.summary = h("summary", {});
    this.said = h("p", { class: "wrong", role: "alert" });
    this.field = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "plan-lines", rows: 3, maxLength: 4000, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
    this.element = /** @type {HTMLDetailsElement} */ (h("details", { class: "plan", "data-beside": "", hidden: true }, this.summary,
      h("form", { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
        h("label", { for: "plan-lines" }, t("Lines of moves: the other’s, yours, the other’s, yours…")), this.field, this.said,
        h("p", { class: "soft small" }, t("A line goes on as long as the other plays what it says; your answers are played at once. Nobody else sees them. An empty field forgets them.")),
        h("button", {}, t("Keep these lines")))));
  }

  /** Shown only while lines may be decided, as they stand. @param {Snapshot & { control: { kind: string } }} shown */
  look(shown) {
    const { can, plan, control, viewer } = shown;
    this.element.hidden = !can.plan || control.kind !== "days" || !hasOthers(shown) || viewer !== null;
    this.summary.textContent = plan ? t("You have decided what to answer") : t("Decide what to answer");
    const text = plan ? plan.lines.map((line) => line.join(" ")).join("\n") : "";
    if (text === this.kept) return;
    this.kept = text;
    if (document.activeElement !== this.field) this.field.value = text;
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const lines = this.field.value.split("\n").map((line) => line.trim().split(/\s+/).filter(Boolean)).filter((line) => line.length);
    this.said.textContent = "";
    try {
      await this.keep(lines);
    } catch (error) {
      this.said.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
