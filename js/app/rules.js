/** A game's rules, with their pictures. */

import { button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { coachFor } from "./coached.js";
import { address, isSingleFile, readJson } from "./files.js";
import { factsOf, lessonsButtonText } from "./gallery.js";
import { proposedLevel } from "./levels.js";
import { doneCount } from "./progress.js";
import { to } from "./routes.js";

/**
 * How to print the rules: as a sheet; a single file, which carries no sheets, prints this page.
 * @param {string} id
 */
async function printing(id) {
  if (isSingleFile()) return button(t("Print these rules"), () => print());
  const sheet = await address(`sheets/${id}.pdf`);
  return h("a", { class: "button", href: sheet, target: "_blank" }, t("Print these rules and the board"));
}

/** @type {import("./page.js").Show} */
export async function rules(app, { query }) {
  const game = app.catalogue.find(query.get("game") ?? "");
  const [lessons, kept] = await Promise.all([readJson(`lessons/${game.id}.json`), app.store.list()]);
  const text = h("div", { class: "prose rules" });
  text.innerHTML = lessons.rules; // written by the build from the game's own rules
  const id = game.id;
  const isNew = game.lessons > 0 && doneCount(game) < game.lessons && !kept.some((one) => one.game === id && one.over);
  const play = h("a", { class: isNew ? "button" : "button main", href: to("play", { game: id, level: proposedLevel(kept, id), coach: coachFor(kept, id) }) }, t("Play"));
  const learn = game.lessons > 0 && h("a", { class: isNew ? "button main" : "button", href: to("lessons", { game: id }) }, lessonsButtonText(game));
  const main = h("main", { class: "page narrow" },
    h("header", {},
      h("h1", {}, t(game.title)),
      h("p", { class: "soft" }, t("{author}, {year}.", { author: game.author, year: game.year }), " ", factsOf(game))),
    h("div", { class: "buttons" },
      ...(isNew ? [learn, play] : [play, learn]),
      h("a", { class: "button", href: to("setup", { game: id }) }, t("Set up")),
      h("a", { class: "button", href: to("sample", { game: id }) }, t("Watch a sample game")),
      Boolean(game.puzzles) && h("a", { class: "button", href: to("puzzles", { game: id }) }, t("Puzzles")),
      h("a", { class: "button", href: to("analysis", { game: id }) }, t("Analysis board")),
      await printing(id)),
    text,
  );
  return { title: t("Rules of {game}", { game: t(game.title) }), main };
}
