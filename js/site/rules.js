/** A game's rules, with its picture. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { address, readJson } from "./files.js";
import { factsOf } from "./gallery.js";
import { proposedLevel } from "./levels.js";
import { to } from "./routes.js";

/** @type {import("./site.js").Show} */
export async function rules(site, { query }) {
  const game = site.catalogue.find(query.get("game") ?? "");
  const [{ html }, picture, kept] = await Promise.all([
    readJson(`rules/${game.id}.json`), address(`pictures/${game.id}.svg`), site.store.list(),
  ]);
  const text = h("div", { class: "prose" });
  text.innerHTML = html; // written by the build from the game's own rules
  const id = game.id;
  const main = h("main", { class: "page narrow" },
    h("header", {},
      h("h1", {}, t(game.title)),
      h("p", { class: "soft" }, t("{author}, {year}.", { author: game.author, year: game.year }), " ", factsOf(game))),
    h("div", { class: "buttons" },
      h("a", { class: "button main", href: to("play", { game: id, level: proposedLevel(kept, id) }) }, t("Play")),
      h("a", { class: "button", href: to("setup", { game: id }) }, t("Set up")),
      h("a", { class: "button", href: to("sample", { game: id }) }, t("Watch a sample game")),
      h("a", { class: "button", href: to("analysis", { game: id }) }, t("Analysis board"))),
    h("figure", { class: "opening" },
      h("img", { src: picture, alt: t("A board of {game} in the middle of a game", { game: t(game.title) }), width: 400, height: 400 })),
    text,
  );
  return { title: t("Rules of {game}", { game: t(game.title) }), main };
}
