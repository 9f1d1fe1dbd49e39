/** Joining a class by a code: one's own, or that of an open class with a name. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { Refusal, read, send } from "../net/api.js";
import { go, to } from "../routes.js";

/** @type {import("../page.js").Show} */
export async function join(app, { rest }) {
  const classes = await read("/classes");
  const code = /** @type {HTMLInputElement} */ (h("input", { id: "code", value: rest, required: true, maxlength: 20, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" }));
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "name", maxlength: 40, autocomplete: "name" }));
  const naming = h("div", { class: "field", hidden: true }, h("label", { for: "name" }, t("Your name"),
    h("span", { class: "soft small" }, ` ${t("(as the class knows you)")}`)), name);
  const said = h("p", { class: "notice refused", role: "alert", hidden: true });
  const isOpen = () => code.value.replace(/[^\p{L}\d]/gu, "").length <= 4; // as the code of an open class is
  const look = () => { naming.hidden = !code.value || !isOpen(); name.required = !naming.hidden; };
  code.addEventListener("input", look);
  look();
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    said.hidden = true;
    try {
      const { id } = await send("/classes/join", { code: code.value, name: naming.hidden ? "" : name.value });
      if (rest) app.replace(to("join")); // a code is good once
      go(to("class", { id }));
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      said.hidden = false;
      (error instanceof Refusal && error.field === "name" ? name : code).focus();
    }
  };
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Join a class")), h("p", { class: "soft" }, t("Enter the code on your slip, or the four letters that your teacher shows."))),
    classes.length > 0 && h("section", {}, h("h2", {}, t("Your classes")),
      h("ul", { class: "list" }, ...classes.map((one) => h("li", {}, h("a", { href: to("class", { id: one.id }) }, h("span", { class: "what" }, one.name),
        one.teacher && h("span", { class: "soft small" }, ` ${t("you teach it")}`)))))),
    h("form", { class: "setup", onsubmit },
      h("div", { class: "field" }, h("label", { for: "code" }, t("Code")), code), naming, said,
      h("div", { class: "buttons" }, h("button", { class: "main big" }, t("Join")))));
  return { title: t("Join a class"), main };
}
