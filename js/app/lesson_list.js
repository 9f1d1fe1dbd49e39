/** `#lessons`: the games that have lessons, and how many steps of each have been done. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { address } from "./files.js";
import { lessonsButtonText, lessonsText } from "./gallery.js";
import { to } from "./routes.js";

/** @param {import("./page.js").App} app @returns {import("./page.js").Page} */
export function lessonList({ catalogue }) {
  const games = catalogue.games.filter(({ lessons }) => lessons);
  const main = h("main", { class: "page" },
    h("header", {},
      h("h1", {}, t("Lessons")),
      h("p", { class: "soft" }, games.length
        ? t("A few turns to find on the board, and you can play. A first game with a guide follows.")
        : t("There are no lessons in this edition."))),
    games.length > 0 && h("section", { class: "feature", "aria-labelledby": "by-game" },
      h("h2", { id: "by-game" }, t("Choose a game")), h("ul", { class: "gallery" }, ...games.map(card))),
  );
  return { title: t("Lessons"), main };
}

/** @param {import("./catalogue.js").Entry} game */
function card(game) {
  const picture = /** @type {HTMLImageElement} */ (h("img", { alt: "", loading: "lazy", width: 400, height: 400 }));
  address(`pictures/${game.id}.svg`).then((source) => (picture.src = source));
  return h("li", { class: "card" }, h("figure", {}, picture),
    h("div", { class: "about" },
      h("h3", {}, t(game.title)),
      h("p", { class: "soft small" }, lessonsText(game)),
      h("div", { class: "buttons" },
        h("a", { class: "button main", href: to("lessons", { game: game.id }) }, lessonsButtonText(game), h("span", { class: "unseen" }, ` ${t(game.title)}`)))));
}
