/** `#puzzles`: the puzzle of the day, the games that have puzzles, and how one does by theme. */

import { h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { address } from "./files.js";
import { DAYS, daysInARow, nothingTried, progressId, themesOf } from "./puzzle_progress.js";
import { ratingText, themeText } from "./puzzle_words.js";
import { gamesWithPuzzles, today } from "./puzzles.js";
import { to } from "./routes.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./puzzle_progress.js").Progress} Progress */
/** @typedef {import("./puzzle_progress.js").Days} Days */

/** @param {import("./page.js").App} app @returns {Promise<import("./page.js").Page>} */
export async function puzzleList({ catalogue, store }) {
  const games = gamesWithPuzzles(catalogue);
  const done = await Promise.all(games.map(async (game) => ({ game, progress: await store.progress(progressId(game.id), nothingTried()) })));
  const days = await store.progress(DAYS, /** @type {Days} */ ({}));
  const main = h("main", { class: "page" },
    h("header", {},
      h("h1", {}, t("Puzzles")),
      h("p", { class: "soft" }, games.length
        ? t("One move is better than all others, and that is proved. A wrong one is answered by the bot. A puzzle counts once a day, by your first answer.")
        : t("There are no puzzles in this edition."))),
    games.length > 0 && section("of-the-day", t("Puzzle of the day"), ...ofTheDay(days)),
    games.length > 0 && section("by-game", t("Choose a game"), h("ul", { class: "gallery" }, ...done.map(card))),
    games.length > 0 && section("by-theme", t("Your themes, the weakest first"), ...themeTables(done)),
  );
  return { title: t("Puzzles"), main };
}

/** @param {string} id @param {string} title @param {...Node} children */
function section(id, title, ...children) {
  return h("section", { class: "feature", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

/** @param {Days} days */
function ofTheDay(days) {
  const day = today();
  const row = daysInARow(days, day) || daysInARow(days, new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10));
  const state = day in days ? (days[day] ? t("You solved it.") : t("You tried it; it can be looked at again.")) : t("Not tried yet.");
  const text = t("{day}: the same puzzle for everybody.", { day });
  return [
    h("p", {}, text, " ", state, " ", row > 1 ? tn("Solved on {n} day in a row.", "Solved on {n} days in a row.", row) : ""),
    h("div", { class: "buttons" }, h("a", { class: "button main", href: to("daily") }, t("Solve the puzzle of the day"))),
  ];
}

/** @param {{ game: Entry, progress: Progress }} one */
function card({ game, progress }) {
  const picture = /** @type {HTMLImageElement} */ (h("img", { alt: "", loading: "lazy", width: 400, height: 400 }));
  address(`pictures/${game.id}.svg`).then((source) => (picture.src = source));
  const tried = Object.keys(progress.tried).length;
  const facts = [tn("{n} puzzle.", "{n} puzzles.", game.puzzles ?? 0)];
  if (tried) {
    facts.push(tn("You have tried {n}.", "You have tried {n}.", tried), t("Your rating: {rating}.", { rating: ratingText(progress.solver) }));
    facts.push(tn("Most in a row: {n}.", "Most in a row: {n}.", progress.longest));
  }
  return h("li", { class: "card" }, h("figure", {}, picture),
    h("div", { class: "about" },
      h("h3", {}, t(game.title)),
      h("p", { class: "soft small" }, facts.join(" ")),
      h("div", { class: "buttons" },
        h("a", { class: "button main", href: to("puzzles", { game: game.id }) }, t("Solve puzzles"), h("span", { class: "unseen" }, ` ${t(game.title)}`)))));
}

/** @param {{ game: Entry, progress: Progress }[]} done */
function themeTables(done) {
  const tried = done.filter(({ progress }) => Object.keys(progress.themes).length);
  if (!tried.length) return [h("p", { class: "soft" }, t("Once you have solved some puzzles, this tells what to practise."))];
  return tried.map(({ game, progress }) => h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": t(game.title) },
    h("table", { class: "themes" },
      h("caption", {}, t(game.title)),
      h("thead", {}, h("tr", {}, ...[t("Theme"), t("Tries"), t("Solved"), t("Rating")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...themesOf(progress).map((one) => themeRow(game, one))))));
}

/** @param {Entry} game @param {ReturnType<typeof themesOf>[number]} one */
function themeRow(game, { theme, tries, solved, rating, weak }) {
  const link = h("a", { href: to("puzzles", { game: game.id, theme }) }, themeText(theme));
  return h("tr", {},
    h("th", { scope: "row" }, link, weak && h("span", { class: "weak" }, ` ${t("practise this")}`)),
    h("td", {}, String(tries)), h("td", {}, String(solved)), h("td", {}, ratingText(rating)));
}
