/** The versions of one player of a class: their code, and what has changed between them. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { whenText } from "../game_list.js";
import { read } from "../net/api.js";
import { go, to } from "../routes.js";

/** @type {import("../page.js").Show} */
export async function classPlayer(_app, { query }) {
  const [id, number] = [query.get("id") ?? "", Number(query.get("number"))];
  const path = /** @type {const} */ (`/classes/${encodeURIComponent(id)}`);
  const { members, name: className } = await read(path);
  const since = query.get("since");
  const newest = members.find((one) => one.number === number)?.newest?.version ?? 0;
  /** @type {import("../net/types.d.ts").PlayerVersion} */
  const shown = await read(/** @type {string} */ (`${path}/members/${number}/versions/${query.get("version") ?? newest}${since ? `?since=${since}` : ""}`));
  const versions = Array.from({ length: newest }, (_, at) => newest - at);
  const select = (/** @type {string} */ name, /** @type {number[]} */ offered, /** @type {number} */ chosen) => /** @type {HTMLSelectElement} */ (h("select", {
    id: name, onchange: () => go(to("classplayer", { id, number, version: choice.value, since: other.value === choice.value ? null : other.value || null })),
  }, ...offered.map((version) => h("option", { value: version || "", selected: version === chosen }, version ? t("version {version}", { version }) : "–"))));
  const choice = select("version", versions, shown.version);
  const other = select("since", [0, ...versions.filter((version) => version !== shown.version)], Number(since ?? shown.version - 1));
  const main = h("main", { class: "page" },
    h("header", {}, h("h1", {}, shown.name), h("p", { class: "soft" }, h("a", { href: to("class", { id }) }, className))),
    h("div", { class: "field" }, h("label", { for: "version" }, t("Version")), choice, h("span", { class: "soft small" }, whenText(shown.at))),
    newest > 1 && h("div", { class: "field" }, h("label", { for: "since" }, t("Compared with")), other),
    shown.fault && h("section", { class: "fault" }, h("h2", {}, t("Last fault")), h("pre", { tabindex: 0 }, shown.fault)),
    shown.changes.length > 0 && h("section", {}, h("h2", {}, t("What has changed since version {version}", { version: other.value })),
      h("pre", { class: "diff", tabindex: 0 }, ...shown.changes.map((line) => h("span", { class: kind(line) }, `${line}\n`)))),
    h("section", {}, h("h2", {}, t("The whole file")), h("pre", { class: "program", tabindex: 0 }, shown.text)));
  return { title: t("Player of {name}", { name: shown.name }), main };
}

/** @param {string} line of a diff */
function kind(line) {
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : line.startsWith("@@") ? "soft" : null;
}
