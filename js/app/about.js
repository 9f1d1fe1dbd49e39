/** About: what this is, which edition, and its licence. */

import { h } from "../table/dom.js";
import { t, tn } from "../table/words.js";

/** @type {import("./page.js").Show} */
export function about({ catalogue }) {
  const { games, source, version } = catalogue;
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("About Livestone"))),
    h("div", { class: "prose" },
      h("p", {}, t("Livestone is a table for Freedom and its rare cousins: board games that are seldom seen elsewhere, with bots, an analysis board and records.")),
      h("p", {}, tn("{n} game is in this edition. Everything, bots and analysis too, runs in your browser: nothing that you do here is sent anywhere.", "{n} games are in this edition. Everything, bots and analysis too, runs in your browser: nothing that you do here is sent anywhere.", games.length)),
      h("h2", {}, t("Licence")),
      h("p", {}, t("Livestone is free software under the MIT licence: you may use it, copy it, change it and pass it on.")),
      h("p", {}, t("The games’ authors are named with their games.")),
      h("h2", {}, t("Edition")),
      h("p", {}, h("code", {}, version)),
      source && h("p", {}, h("a", { href: source, rel: "noreferrer" }, t("The source of this edition")))),
  );
  return { title: t("About"), main };
}
