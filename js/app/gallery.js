/** The front page: a board to play on, and all games as cards, with filters that the address keeps. */

import { Part, h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { familyTitle } from "./catalogue.js";
import { coachFor } from "./coached.js";
import { address } from "./files.js";
import { front, unfinishedOf } from "./front.js";
import { FILTERS, chosenFilters, passes } from "./filters.js";
import { gameList } from "./game_list.js";
import { firstOptions, proposedLevel } from "./levels.js";
import { offlinePart } from "./offline.js";
import { News } from "./net/news.js";
import { doneCount } from "./progress.js";
import { server, to } from "./routes.js";
import { goingOn, goingOnSoon, serverGameList } from "./server_games.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/** @typedef {import("./kept.js").Kept} Kept */

const CONTINUED = 3;

/** @type {import("./page.js").Show} */
export async function gallery(app, { query }) {
  const [kept, online] = await Promise.all([app.store.list(), goingOnSoon(CONTINUED)]);
  const chosen = chosenFilters(query, app.catalogue.games);
  const cards = app.catalogue.families.map((games) => new Card(games, kept));
  const count = h("p", { role: "status", class: "soft" });
  const all = h("ul", { class: "gallery" }, ...cards.map(({ element }) => element));
  const show = () => {
    const shown = cards.map((card) => card.show((game) => passes(game, chosen)));
    const games = shown.reduce((sum, n) => sum + n, 0);
    count.textContent = games ? tn("{n} game", "{n} games", games) : t("No game fits. Choose “any” somewhere.");
    app.replace(to("", chosen));
  };
  show();
  const waiting = online.find(({ my_turn: mine }) => mine);
  const onBoard = waiting ? undefined : unfinishedOf(app, kept);
  const unfinished = kept.filter((one) => !one.over && one.moves.length && one !== onBoard);
  const going = new Part(h("div", {}));
  const showGoing = (/** @type {import("./server_games.js").Line[]} */ lines) => {
    const more = lines.filter(({ id }) => id !== waiting?.id);
    going.show([more], () => [unfinished.length + more.length > 0 && section("continue", t("Continue"),
      serverGameList(more), gameList(app.catalogue, unfinished.slice(0, CONTINUED - more.length)), h("p", {}, h("a", { href: to("games") }, t("All my games"))))]);
  };
  showGoing(online);
  const update = async () => showGoing(await goingOn(CONTINUED));
  const news = server === undefined ? null : new News("me", update, () => {}, { hear: { game: () => news?.refresh() } });
  const main = h("main", { class: "page" },
    front(app, kept, waiting),
    going.element,
    app.catalogue.games.length > 1 && section("all", t("All games"), filterForm(app.catalogue.games, chosen, show), count, all),
    offlinePart(app.offline, false),
  );
  return { title: t("Games"), main, shown: () => news?.open(), close: () => news?.close() };
}

/** @param {string} id @param {string} title @param {...(Node | string)} children */
function section(id, title, ...children) {
  return h("section", { class: "feature", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

/** @param {Entry[]} games @param {Record<string, string>} chosen @param {() => void} show */
function filterForm(games, chosen, show) {
  const fields = FILTERS.map(({ name, label, choices }) => {
    const id = `filter-${name}`;
    const select = /** @type {HTMLSelectElement} */ (h("select", { id }, h("option", { value: "" }, t("any")),
      ...choices(games).map(([value, text]) => h("option", { value, selected: chosen[name] === value }, text))));
    select.addEventListener("change", () => {
      if (select.value) chosen[name] = select.value;
      else delete chosen[name];
      show();
    });
    return h("div", { class: "field" }, h("label", { for: id }, label()), select);
  });
  return h("form", { class: "filters", "aria-label": t("Filters"), onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, ...fields);
}

/** The card of one game, or of a family with a choice of which. */
class Card {
  /** @param {Entry[]} games @param {Kept[]} kept */
  constructor(games, kept) {
    this.games = games;
    this.kept = kept;
    this.shown = games[0];
    this.element = h("li", { class: "card" });
    this.picture = /** @type {HTMLImageElement} */ (h("img", { alt: "", loading: "lazy", width: 400, height: 400 }));
    this.about = h("div", { class: "about" });
    this.element.append(h("figure", {}, this.picture), this.about);
    this.#draw(games);
  }

  /**
   * Show those of its games that pass, and say how many; none hides the card.
   * @param {(game: Entry) => boolean} passing
   */
  show(passing) {
    const found = this.games.filter(passing);
    this.element.hidden = !found.length;
    if (!found.length) return 0;
    if (!found.includes(this.shown)) this.shown = found[0];
    this.#draw(found);
    return found.length;
  }

  /** @param {Entry[]} games */
  #draw(games) {
    const game = this.shown;
    const title = this.games.length > 1 ? familyTitle(this.games) : t(game.title);
    address(`pictures/${game.id}.svg`).then((source) => (this.picture.src = source));
    const level = proposedLevel(this.kept, game.id);
    const first = firstOptions(this.kept, game);
    const named = h("span", { class: "unseen" }, ` ${t(game.title)}`);
    const link = (/** @type {string} */ href, /** @type {string} */ text, kind = "button") =>
      h("a", { class: kind, href }, text, named.cloneNode(true));
    this.about.replaceChildren(
      h("h3", {}, title),
      ...(this.games.length > 1 ? [this.#variants(games, title)] : []),
      h("p", { class: "summary small" }, t(game.summary)),
      h("p", { class: "soft small facts" }, factsOf(game)),
      h("div", { class: "buttons" },
        link(to("play", { game: game.id, level, coach: coachFor(this.kept, game.id), ...first }), t("Play"), "button main"),
        link(to("setup", { game: game.id }), t("Set up")),
        link(to("rules", { game: game.id }), t("Rules"))),
      ...(game.lessons ? [h("p", { class: "small learn" }, link(to("lessons", { game: game.id }), lessonsText(game), ""))] : []),
    );
  }

  /** @param {Entry[]} games @param {string} title */
  #variants(games, title) {
    const select = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("Which {family}", { family: title }) },
      ...games.map(({ id, title: name }) => h("option", { value: id, selected: id === this.shown.id }, t(name)))));
    select.addEventListener("change", () => {
      this.shown = games.find(({ id }) => id === select.value) ?? games[0];
      this.#draw(games);
      this.about.querySelector("select")?.focus();
    });
    return select;
  }
}

/** How many lessons there are, and how many of them have been done. @param {Entry} game */
export function lessonsText(game) {
  const known = doneCount(game);
  if (!known) return tn("Learn in {n} step", "Learn in {n} steps", game.lessons);
  return t("Learned {known} of {all}", { known, all: game.lessons });
}

/** The same as what a button does. @param {Entry} game */
export function lessonsButtonText(game) {
  const known = doneCount(game);
  if (!known || known === game.lessons) return tn("Learn in {n} step", "Learn in {n} steps", game.lessons);
  return t("Go on learning: {known} of {all} done", { known, all: game.lessons });
}

/**
 * How many play, and how long and how hard it is where that is known, in words.
 * @param {Entry} game
 */
export function factsOf({ players, minutes: [low, high], difficulty }) {
  const people = tn("{n} player", "{n} players", players);
  if (!high || !difficulty) return t("{people}.", { people });
  const hard = [t("easy"), t("middling"), t("hard")][difficulty - 1];
  return t("{people}, {low} to {high} minutes, {hard}.", { people, low, high, hard });
}
