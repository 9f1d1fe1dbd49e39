/** Forms and buttons that do something at the server. What is refused stands beside what caused it. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { Refusal } from "./net/api.js";
import { loginAddress } from "./routes.js";
import { copyButton } from "./saving.js";

/** @typedef {Record<string, string>} Values of a form's fields by their names */

let count = 0;

/**
 * A field with its label.
 * @param {string} name @param {string} label
 * @param {Record<string, any>} [attributes] of the input; `note` explains the field
 */
export function field(name, label, { note = "", ...attributes } = {}) {
  const id = `${name}-${++count}`;
  const usual = { maxlength: 200, autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: true };
  return h("div", { class: "field" },
    h("label", { for: id }, label),
    note && h("p", { class: "soft small", id: `${id}-note` }, note),
    h("input", { id, name, ...usual, "aria-describedby": note ? `${id}-note` : null, ...attributes }));
}

/**
 * A field for the password that one has, or with `new-password` for another one.
 * @param {string} name @param {string} label @param {Record<string, any>} [attributes]
 */
export function passwordField(name, label, attributes = {}) {
  return field(name, label, { type: "password", maxlength: 1000, autocomplete: "current-password", ...attributes });
}

/**
 * A form; `act` does what it is for, and returns what to say then.
 * @param {(Node | string | false | null)[]} parts @param {string} label of its button
 * @param {(values: Values) => Promise<string | void>} act throws what says why it is refused
 * @param {string} [question] asked before what cannot be undone
 */
export function form(parts, label, act, question = "") {
  const send = h("button", {}, label);
  const asked = question ? sure(label, "", question, send) : null;
  const made = /** @type {HTMLFormElement} */ (h("form", { class: "setup entry" }, ...parts, asked ?? send));
  let busy = false;
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (asked && !asked.open) { // by Enter in a field
      asked.open = true;
      return send.focus();
    }
    if (busy) return;
    busy = true;
    clear(made);
    const home = homeOf(made);
    try {
      const said = await act(/** @type {Values} */ (Object.fromEntries(new FormData(made))));
      made.reset();
      if (asked) asked.open = false;
      tell(made, said ?? "");
    } catch (error) {
      refuse(made, error);
    }
    busy = false;
    if (!made.isConnected && document.activeElement === document.body) home?.focus();
  });
  return made;
}

/** What gets the focus when something is no more. @param {Element} gone @returns {HTMLElement | null | undefined} */
function homeOf(gone) {
  const home = gone.closest("details.fold, section")?.querySelector("summary, h2");
  if (home instanceof HTMLHeadingElement) home.tabIndex = -1;
  return home instanceof HTMLElement ? home : null;
}

/** @param {HTMLFormElement} made */
function clear(made) {
  tell(made, "");
  for (const input of made.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.nextElementSibling?.remove();
    const note = made.querySelector(`#${input.id}-note`);
    if (note) input.setAttribute("aria-describedby", note.id);
    else input.removeAttribute("aria-describedby");
  }
}

/**
 * Say beside the field that a refusal is about what is wrong with it, else at the end of the form.
 * @param {HTMLFormElement} made @param {unknown} error
 */
function refuse(made, error) {
  const input = error instanceof Refusal && error.field ? made.elements.namedItem(error.field) : null;
  if (!(error instanceof Refusal && input instanceof HTMLElement)) return tell(made, error);
  const wrong = h("p", { class: "wrong", id: `${input.id}-error` }, error.message);
  input.after(wrong);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", [wrong.id, input.getAttribute("aria-describedby")].filter(Boolean).join(" "));
  input.focus();
}

/**
 * Say at a place what was done there, or why it was refused; an empty text takes away what was said.
 * @param {Element} place @param {unknown} told a text, or an error
 */
export function tell(place, told) {
  place.querySelector(":scope > [data-told]")?.remove();
  if (told === "") return;
  const refused = typeof told !== "string";
  const line = h("p", { class: refused ? "notice refused" : "notice", role: refused ? "alert" : "status", "data-told": true });
  place.append(line);
  setTimeout(() => line.append(...(refused ? sentences(told) : [told]))); // read out if the line was there before
}

/** @param {unknown} error @returns {(string | Node)[]} */
function sentences(error) {
  if (error instanceof Refusal && error.status === 401) {
    return [t("You are no longer logged in."), " ", h("a", { href: loginAddress() }, t("Log in"))];
  }
  return [error instanceof Error ? error.message : String(error)];
}

/**
 * A button that does something once at a time, and says beside it why that was refused.
 * @param {string} label @param {() => Promise<unknown>} act @param {Record<string, any>} [attributes]
 *   `about` says to screen readers what it is for
 */
export function acting(label, act, { about = "", ...attributes } = {}) {
  let busy = false;
  const made = button(label, async () => {
    if (busy) return;
    busy = true;
    const place = made.closest("li, .buttons, .folded") ?? made;
    const home = homeOf(made);
    tell(place, "");
    await act().catch((error) => tell(place, error));
    busy = false;
    if (!made.isConnected && document.activeElement === document.body) home?.focus();
  }, attributes);
  if (about) made.append(h("span", { class: "unseen" }, ` ${about}`));
  return made;
}

/**
 * A box to tick, which holds at once.
 * @param {string} label @param {boolean} on @param {(on: boolean) => Promise<unknown>} act
 * @param {string} [note]
 */
export function switched(label, on, act, note = "") {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: on }));
  const place = h("div", {}, h("label", { class: "tick" }, input, h("span", {}, label, note && h("span", { class: "soft small" }, ` ${note}`))));
  input.addEventListener("change", async () => {
    const { checked } = input;
    try {
      await act(checked);
      tell(place, t("Saved."));
    } catch (error) {
      input.checked = !checked;
      tell(place, error);
    }
  });
  return place;
}

/**
 * A way to do what cannot be undone, which asks once more.
 * @param {string} ask @param {string} about what it is for, to screen readers @param {string} question
 * @param {Node} yes what does it
 */
export function sure(ask, about, question, yes) {
  return /** @type {HTMLDetailsElement} */ (h("details", { class: "sure" },
    h("summary", {}, h("span", { class: "ask" }, ask, about && h("span", { class: "unseen" }, ` ${about}`)), h("span", { class: "keep" }, t("Cancel"))),
    h("p", {}, question), yes));
}

/**
 * A list of lines; nothing where it is empty.
 * @template Item
 * @param {Item[]} items @param {(item: Item) => (Node | string | false | null)[]} line
 */
export function lines(items, line) {
  return items.length ? h("ul", { class: "lines" }, ...items.map((item) => h("li", {}, ...line(item)))) : "";
}

/**
 * A part of a page behind its heading, which is read when it is opened first.
 * @param {string} title @param {() => Promise<(Node | string)[]> | (Node | string)[]} fill
 */
export function folded(title, fill) {
  const place = h("div", { class: "folded" });
  const made = /** @type {HTMLDetailsElement} */ (h("details", { class: "fold" }, h("summary", {}, h("h2", {}, title)), place));
  made.addEventListener("toggle", async () => {
    if (!made.open || place.childElementCount > (place.querySelector(":scope > [data-told]") ? 1 : 0)) return;
    try {
      place.replaceChildren(...(await fill()));
    } catch (error) {
      tell(place, error);
    }
  });
  return made;
}

/**
 * Show something secret at a place, once: it goes with the page, or when one has kept it.
 * @param {Element} place @param {string} title @param {string} text @param {...string} about
 */
export function showSecret(place, title, text, ...about) {
  const rows = text.split("\n").length;
  const attributes = { class: "secret-text", readonly: true, "aria-label": title, spellcheck: "false", autocomplete: "off" };
  const shown = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (
    rows > 1 ? h("textarea", { ...attributes, rows }, text) : h("input", { ...attributes, value: text }));
  const heading = h("h3", { tabindex: -1 }, title);
  const done = button(rows > 1 ? t("I have kept them") : t("I have kept it"), () => {
    place.replaceChildren();
    place.closest("details")?.querySelector("summary")?.focus();
  }, { class: "main" });
  place.replaceChildren(h("section", { class: "notice secret", "aria-label": title },
    heading, h("div", { class: "copy" }, shown, copyButton(shown, t("Copy"))),
    ...about.map((sentence) => h("p", {}, sentence)), h("div", { class: "buttons" }, done)));
  heading.focus();
}
