/** Settings: the language, colours, the board, sounds, motion and whether moves are confirmed. */

import { button, h } from "../table/dom.js";
import { BOARDS, get, set } from "../table/preferences.js";
import { t } from "../table/words.js";
import { canInstall, install } from "./install.js";
import { offlinePart } from "./offline.js";
import { server, to } from "./routes.js";

/** @type {import("./page.js").Show} */
export function settings(app) {
  const { languages } = app.catalogue;
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Settings")),
      h("p", { class: "soft" }, t("Changes apply at once and are kept in this browser.")),
      server !== undefined && h("p", {}, h("a", { href: to("account") }, t("Your account: password, e-mail, challenges, chat, vacation, bots and tokens")))),
    h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      languages.length > 1 && radios("language", t("Language"), languages.map(({ tag, name }) => [tag, name, tag]), document.documentElement.lang),
      radios("colours", t("Colours"), [["auto", t("As the system")], ["light", t("Light")], ["dark", t("Dark")]]),
      radios("board", t("Board and pieces"), BOARDS.map((name) => [name, boardText(name)])),
      h("fieldset", {}, h("legend", {}, t("At the table")),
        tick("coordinates", t("Coordinates on the board")),
        tick("sounds", t("Sounds")),
        tick("motion", t("Pieces move when they are played"))),
      radios("notation", t("Names of cells"), [["", t("Letters and numbers; on pages of programs x and y from 0")], ["letters", t("Always letters and numbers")], ["xy", t("x and y from 0 on all square boards")]]),
      radios("confirm", t("Confirm moves"), [["", t("Only on touch screens, against people")], ["yes", t("Always: a second tap plays")], ["no", t("Never")]]),
      radios("coach", t("Coach against bots"), [["", t("In the first two games of each kind")], ["yes", t("Always")], ["no", t("Never")]]),
      h("fieldset", {}, h("legend", {}, t("On this device")), offlinePart(app.offline), installPart())),
  );
  return { title: t("Settings"), main };
}

/** The browser's own way to install these pages, where it offers one. */
function installPart() {
  if (!canInstall()) return null;
  const made = button(t("Install as an app"), async () => (made.hidden = await install()));
  return h("div", {}, made);
}

/** @param {string} name */
function boardText(name) {
  const known = {
    wood: t("Wood"),
    slate: t("Slate"),
    clear: t("Clear for colour-blind eyes: blue and orange"),
    contrast: t("High contrast"),
  };
  return known[/** @type {keyof typeof known} */ (name)] ?? name;
}

/**
 * @param {"language" | "colours" | "board" | "notation" | "confirm" | "coach"} name @param {string} label
 * @param {[string, string, string?][]} choices value, text and language
 * @param {string} [chosen]
 */
function radios(name, label, choices, chosen = get(name)) {
  return h("fieldset", {}, h("legend", {}, label),
    h("div", { class: "radios" }, ...choices.map(([value, text, lang]) =>
      h("label", { lang: lang ?? null },
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => set(name, value) }),
        h("span", {}, text)))));
}

/** @param {"coordinates" | "sounds" | "motion"} name @param {string} label */
function tick(name, label) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", name, checked: get(name) }));
  input.addEventListener("change", () => set(name, input.checked));
  return h("label", { class: "tick" }, input, label);
}
