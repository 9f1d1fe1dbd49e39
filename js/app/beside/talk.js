/** Beside a table with people: their chat. */

import { button, h } from "../../table/dom.js";
import { hasOthers } from "../../table/sentences.js";
import { sentence, t, tn } from "../../table/words.js";
import { read, send } from "../net/api.js";

/** @typedef {import("../../table/driver.js").Snapshot} Snapshot */
/** @typedef {import("../net/types.d.ts").Message} Message */
/** @typedef {import("../net/types.d.ts").Conversation} Conversation */

const MAX_LETTERS = 300;

/** The chat of the players, or of those who watch. What was typed survives every update. */
export class Talk {
  /** @param {string} id of the game @param {(text: string, refused?: boolean) => void} tell */
  constructor(id, tell) {
    this.path = `/games/${id}/talk`;
    this.tell = tell;
    this.room = "";
    this.there = false;
    this.title = h("h2", { id: "talk-head" });
    this.asked = "";
    this.unread = 0;
    this.last = -1; // the newest message that was there
    // On phones a tab that is always seen opens it, over what is below the clocks.
    this.tab = h("button", { type: "button", class: "tab", "aria-controls": "talk", "aria-expanded": "false", onclick: () => this.#open(!("open" in this.element.dataset)) });
    this.heard = h("p", { class: "unseen", role: "status" });
    this.log = h("div", { id: "talk-log", class: "said", role: "log", "aria-live": "polite", "aria-labelledby": "talk-head", tabIndex: 0 });
    this.field = /** @type {HTMLInputElement} */ (h("input", { id: "say-text", maxLength: MAX_LETTERS, autocomplete: "off", enterKeyHint: "send", required: true }));
    this.form = h("form", { class: "type", onsubmit: (/** @type {Event} */ event) => this.#say(event) },
      h("label", { for: "say-text" }, t("Message")), this.field, h("button", {}, t("Send")));
    this.why = h("p", { class: "soft small", hidden: true });
    this.off = h("div", { class: "buttons", hidden: true });
    this.more = h("details", { class: "more" }, h("summary", {}, t("Turn chat off")),
      h("div", { class: "buttons" },
        button(t("At this table"), () => this.#do(`${this.path}/mute`, {})),
        button(t("At all tables"), () => this.#switch(false))));
    this.element = h("section", { class: "talk", id: "talk", "data-beside": "", "aria-labelledby": "talk-head", hidden: true },
      this.tab, this.heard, this.title, this.off, this.log, this.why, this.form, this.more);
  }

  /** Read the chat where there is somebody to talk to. @param {Snapshot} shown */
  look(shown) {
    const asked = JSON.stringify([shown.offers, shown.takeback, shown.claim === 0]);
    // What is asked now lies below an open tab; what was typed there stays.
    if (asked !== this.asked && (shown.offers.length || shown.takeback || shown.claim === 0) && document.activeElement !== this.field) this.#open(false);
    this.asked = asked;
    const there = hasOthers(shown) || shown.onlooker;
    if (there === this.there) return;
    this.there = there;
    if (there) this.update();
    else this.element.hidden = true;
  }

  /** Read it again. */
  async update() {
    if (!this.there) return;
    try {
      this.#show(await read(this.path));
    } catch {
      // The table says that the connection is lost; the next news tries again.
    }
  }

  /** @param {Conversation} told */
  #show({ room, messages, off, why_not: whyNot }) {
    this.element.hidden = off === "server";
    this.title.textContent = room === "players" ? t("Chat") : t("Spectator chat");
    this.#count(messages);
    this.off.hidden = !off;
    this.off.replaceChildren(
      h("p", { class: "soft small" }, off === "every" ? t("Chat is off at all tables.") : t("Chat is off at this table.")),
      button(t("Turn it on"), () => (off === "every" ? this.#switch(true) : this.#do(`${this.path}/unmute`))));
    this.log.hidden = this.more.hidden = Boolean(off);
    this.form.hidden = Boolean(off || whyNot);
    this.why.hidden = Boolean(off) || !whyNot;
    this.why.textContent = whyNot && sentence(whyNot);
    this.#showLog(messages);
  }

  /** @param {boolean} open */
  #open(open) {
    this.element.toggleAttribute("data-open", open);
    this.tab.setAttribute("aria-expanded", String(open));
    this.unread = 0;
    this.#showTab();
    if (open) this.log.scrollTo(0, this.log.scrollHeight);
  }

  /** Count what is new while the chat is closed, and say it. @param {Message[]} messages */
  #count(messages) {
    const before = this.last;
    this.last = Math.max(before, ...messages.map(({ id }) => id));
    const fresh = before < 0 ? [] : messages.filter(({ id, mine }) => id > before && !mine);
    if (fresh.length && !this.log.checkVisibility()) {
      this.unread += fresh.length;
      this.heard.textContent = fresh.map(({ name, text }) => `${name}: ${text}`).join(" ");
    }
    if (before < 0) this.last = Math.max(this.last, 0);
    this.#showTab();
  }

  #showTab() {
    const words = tn("{n} new message", "{n} new messages", this.unread);
    this.tab.replaceChildren(t("Chat"), ...(this.unread ? [" ", h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, String(this.unread)), h("span", { class: "unseen" }, words))] : []));
  }

  /** What is there already stays as it is, so that only news is read out. @param {Message[]} messages */
  #showLog(messages) {
    const wanted = new Set(messages.map(({ id }) => `said-${id}`));
    for (const one of [...this.log.children]) if (!wanted.has(one.id)) one.remove();
    const fresh = messages.filter(({ id }) => !this.log.querySelector(`#said-${id}`));
    this.log.append(...fresh.map((message) => this.#line(message)));
    if (fresh.length) this.log.scrollTo(0, this.log.scrollHeight);
  }

  /** @param {Message} message */
  #line({ id, name, text, mine }) {
    const line = h("div", { id: `said-${id}` }, h("span", {}, h("strong", {}, mine ? t("You") : name), ` ${text}`));
    if (mine) return line;
    const reason = /** @type {HTMLInputElement} */ (h("input", { id: `why-${id}`, maxLength: 300, autocomplete: "off" }));
    const report = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (await this.#do(`${this.path}/report`, { message: id, reason: reason.value })) {
        this.tell(t("The staff will read it. You can also mute its author."));
      }
    };
    line.append(h("details", {}, h("summary", { "aria-label": t("Actions for this message of {name}", { name }) }, "⋯"),
      h("div", { class: "buttons" }, button(t("Mute {name}", { name }), () => this.#do(`${this.path}/mute`, { message: id }))),
      h("form", { class: "buttons", onsubmit: report }, h("label", { for: `why-${id}` }, t("What is wrong with it?")), reason, h("button", {}, t("Report to the staff")))));
    return line;
  }

  /** @param {Event} event */
  async #say(event) {
    event.preventDefault();
    if (await this.#do(this.path, { text: this.field.value })) this.field.value = "";
  }

  /** @param {boolean} on */
  async #switch(on) {
    if (on) await this.#do(`${this.path}/unmute`);
    await this.#do("/account/talk", { on });
  }

  /** Do something, and show what came of it. @param {string} path @param {object} [data] */
  async #do(path, data) {
    try {
      const told = await send(path, data);
      if ("messages" in told) this.#show(told);
      else await this.update();
      return true;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }
}
