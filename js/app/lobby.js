/** The lobby: play now, challenges, games to watch, and who is here. It follows what others do. */

import { Part, button, h } from "../table/dom.js";
import { language, t, tn, translated } from "../table/words.js";
import { titles } from "./catalogue.js";
import { aboutOf, personLink, playersOf, wordsOf } from "./challenge_words.js";
import { tell } from "./forms.js";
import { begin, lobbyNews, troubleLine } from "./lobby_news.js";
import { apiAddress, read, send } from "./net/api.js";
import { notifyButton } from "./notify.js";
import { PlayNow } from "./play_now.js";
import { server, to } from "./routes.js";

/**
 * @typedef {import("./net/types.d.ts").Challenge} Challenge
 * @typedef {import("./net/types.d.ts").Watched} Watched
 * @typedef {import("./net/types.d.ts").Lobby} Answer
 * @typedef {import("./net/types.d.ts").Speed} Speed
 */

const MAX_NAMES = 100;

/** @type {import("./page.js").Show} */
export async function lobby(app, { query }) {
  const [account, speeds] = await Promise.all([read("/account"), read("/time-controls")]);
  const page = new Lobby(app, query.get("game") ?? "", account.name !== null, speeds);
  await page.update();
  return { title: page.title, main: page.main, shown: () => page.news.open(), close: () => page.news.close() };
}

/** The page; its parts are drawn again as far as they have changed. */
class Lobby {
  /**
   * @param {import("./page.js").App} app @param {string} game the only one that is listed
   * @param {boolean} known whether one has logged in @param {Speed[]} speeds
   */
  constructor(app, game, known, speeds) {
    this.app = app;
    this.catalogue = app.catalogue;
    this.clocks = new Map(speeds.flatMap(({ controls }) => controls.map(({ text, words }) => [text, words])));
    /** @type {Answer | null} */
    this.answer = null;
    /** @type {Map<string, HTMLImageElement>} the boards of games to watch */
    this.boards = new Map();
    this.busy = false;
    const { line, say } = troubleLine();
    this.news = lobbyNews(() => this.update(), say, () => Boolean(this.answer?.waiting.length));
    this.filter = select(t("Only of one game"), [["", t("All games")], ...titles(this.catalogue)], game);
    this.filter.addEventListener("change", () => {
      app.replace(to("lobby", { game: this.filter.value }));
      this.news.refresh();
    });
    this.now = new PlayNow(this, game, known);
    this.here = new Part(h("p", { class: "soft", id: "here" }));
    this.waiting = new Part(h("div", { class: "waiting" }));
    this.seeks = new Part(h("ul", { class: "offers" }));
    this.open = new Part(h("div", {}));
    this.watch = new Part(h("div", { id: "boards" }));
    this.people = new Part(h("div", { id: "names" }));
    this.seeking = section("seeks", t("Waiting for an opponent"), this.seeks.element);
    const challenges = section("challenges", t("Challenges"), this.open.element);
    const heading = /** @type {HTMLElement} */ (challenges.firstElementChild);
    heading.replaceWith(h("div", { class: "title" }, heading.cloneNode(true), this.filter));
    this.said = h("div", { class: "said" });
    this.main = h("main", { class: "page lobby" },
      h("header", {}, h("h1", {}, t("Lobby")), this.here.element),
      h("div", { class: "news" }, line, h("div", { id: "waiting", role: "status" }, this.waiting.element), this.said),
      h("div", { class: "halves" }, this.now.element,
        h("div", { class: "rest" }, this.seeking, challenges, section("watch", t("Watch"), this.watch.element), section("who", t("Who is here"), this.people.element))));
    this.main.addEventListener("focus-lost", (event) => toHeading(/** @type {Element} */ (event.target)));
  }

  get title() {
    return this.answer?.waiting.length ? t("Your game waits for an opponent") : t("Lobby");
  }

  /** Read the lobby, and show it. */
  async update() {
    const game = this.filter.value;
    const answer = await read(game ? `/lobby?game=${game}` : "/lobby");
    this.answer = answer;
    await this.now.showHouse(answer.house, game);
    this.#show(answer);
    if (!game) this.app.showChallenges(answer.for_you.length);
    if (this.main.isConnected) document.title = `${this.title} - Livestone`;
  }

  /**
   * Do something, and go to the game that begins with it, or show what has changed. What is refused
   * is said at a place.
   * @param {Element} place @param {() => Promise<Challenge>} act
   */
  async do(place, act) {
    if (this.busy) return;
    this.busy = true;
    tell(place, "");
    try {
      const { table } = await act();
      if (table) return begin(table);
      await this.news.refresh();
      if (this.answer?.waiting.length) this.waiting.element.scrollIntoView({ block: "nearest" });
    } catch (error) {
      tell(place, error);
      place.scrollIntoView({ block: "nearest" });
      await this.news.refresh();
    } finally {
      this.busy = false;
    }
  }

  /** @param {Answer} answer */
  #show({ waiting, for_you: forYou, declined, challenges, seeks, watch, people, guests }) {
    const game = this.filter.value;
    this.here.show([people, guests], () => [presentText(people, guests)]);
    this.waiting.show([waiting, forYou, declined], () => [
      ...waiting.map((one) => this.#mine(one)),
      waiting.length > 0 && notifyButton(t("Notify me when it begins")),
      ...declined.map((one) => this.#declined(one)),
      ...forYou.map((one) => this.#forYou(one)),
    ]);
    this.seeking.hidden = !seeks.length;
    this.seeks.show(seeks, () => seeks.map((one) => this.#offer(one)));
    this.open.show([challenges, game], () => [challenges.length
      ? h("ul", { class: "offers" }, ...challenges.map((one) => this.#offer(one)))
      : h("p", { class: "soft" }, game ? t("No open challenges of this game at the moment.") : t("No open challenges at the moment."), " ", t("Make one: everyone here sees it until you leave."))]);
    this.watch.show(watch, () => [watch.length
      ? h("ul", { class: "boards" }, ...watch.map((one) => this.#board(one)))
      : h("p", { class: "soft" }, t("No game to watch at the moment. Anyone may watch the games that begin here, unless their makers have chosen otherwise."))]);
    this.people.show([people, guests], () => present(people, guests));
  }

  /** One's own challenge or seek. @param {Challenge} one */
  #mine(one) {
    const words = wordsOf(this.catalogue, one);
    const labels = { anyone: t("Open to anyone"), link: t("By link"), person: t("For {name}", { name: one.to ?? "" }) };
    const label = one.kind === "quick" ? `${t("Looking for an opponent")}…` : `${labels[one.audience]}:`;
    return h("div", { class: "notice wait", id: `mine-${one.id}` },
      h("span", { class: "about" }, h("strong", {}, label), ...aboutOf(words)),
      one.audience === "link" && h("a", { class: "button", href: to("challenge", { id: one.id }) }, t("Show the link")),
      this.#button(t("Cancel"), `${words.title}, ${words.clock}`, one, "cancel"));
  }

  /** @param {Challenge} one */
  #forYou(one) {
    const words = wordsOf(this.catalogue, one);
    return h("div", { class: "notice wait", id: `for-you-${one.id}` },
      h("span", { class: "about" }, h("span", {}, ...playersOf(one.takers), " ", h("strong", {}, t("challenges you:"))), ...aboutOf(words), words.why && h("span", { class: "small" }, words.why)),
      h("div", { class: "buttons" }, !words.why && this.#button(t("Accept"), words.title, one, "take"), this.#button(t("Decline"), words.title, one, "decline")));
  }

  /** @param {Answer["declined"][number]} one */
  #declined({ name, game, note }) {
    const title = t(this.catalogue.games.find(({ id }) => id === game)?.title ?? game);
    const words = note ? t("{name} has declined your challenge at {game}: {note}", { name, game: title, note: translated(note) }) : t("{name} has declined your challenge at {game}.", { name, game: title });
    return h("p", { class: "notice" }, words);
  }

  /** A challenge or a seek of others. @param {Challenge} one */
  #offer(one) {
    const words = wordsOf(this.catalogue, one);
    const against = t("{game} against {name}", { game: words.title, name: one.takers[0].name ?? t("A guest") });
    return h("li", { id: `offer-${one.id}`, class: words.why ? "barred" : null },
      h("span", { class: "about" }, h("span", {}, ...playersOf(one.takers)), ...aboutOf(words), words.why && h("span", { class: "small why" }, words.why)),
      !words.why && this.#button(t("Play"), against, one, "take"));
  }

  /** @param {string} label @param {string} about @param {Challenge} one @param {string} what */
  #button(label, about, { id }, what) {
    const made = button(label, () => {
      const place = what === "take" ? (made.closest("section")?.querySelector(".said") ?? this.said) : this.said;
      return this.do(place, () => send(`/challenges/${id}/${what}`));
    }, { class: what === "take" ? "main" : null, "data-focus": `${what}-${id}` });
    made.append(h("span", { class: "unseen" }, ` ${about}`));
    return made;
  }

  /** A game to watch. @param {Watched} one */
  #board(one) {
    const { id, title, options, control, seats, ply, watchers } = one;
    const players = seats.flatMap(({ name, account, rating }, at) => [
      at ? " – " : "", account ?? translated(name), rating !== null && " ", rating !== null && h("span", { class: "soft small" }, String(rating))]);
    const clock = control === "none" ? "" : (this.clocks.get(control) ?? control);
    const about = [translated(options), clock, tn("{n} move", "{n} moves", ply), watchers ? t("{n} watching", { n: watchers }) : ""];
    const board = this.boards.get(id) ?? /** @type {HTMLImageElement} */ (h("img", { alt: "", width: 200, height: 200, loading: "lazy" }));
    this.boards.set(id, board);
    const source = apiAddress(`/games/${id}/picture.svg?ply=${ply}`);
    if (board.getAttribute("src") !== source) board.src = source;
    return h("li", {}, h("a", { href: to("game", { id }) }, board,
      h("span", { class: "what" }, t(title)), h("span", {}, ...players), h("span", { class: "soft small" }, about.filter(Boolean).join(", "))));
  }
}

/** @param {string} id @param {string} title @param {...Node} content */
function section(id, title, ...content) {
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), h("div", { class: "said" }), ...content);
}

/**
 * A list to choose from, by its label that only screen readers say.
 * @param {string} label @param {string[][]} choices values and texts @param {string} chosen
 */
function select(label, choices, chosen) {
  return /** @type {HTMLSelectElement} */ (h("select", { "aria-label": label }, ...choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

/** What had the focus is gone: the heading above it has it then. @param {Element} place */
function toHeading(place) {
  const heading = (place.closest("section") ?? place.closest("main"))?.querySelector("h2, h1");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus();
}

/** @param {Answer["people"]} people @param {number} guests */
function presentText(people, guests) {
  const persons = people.filter(({ bot }) => !bot).length;
  const bots = people.length - persons;
  const parts = [
    persons ? tn("{n} player", "{n} players", persons) : "",
    guests ? tn("{n} guest", "{n} guests", guests) : "",
    bots ? tn("{n} bot", "{n} bots", bots) : "",
  ].filter(Boolean);
  return parts.length ? t("{present} here.", { present: new Intl.ListFormat(language()).format(parts) }) : t("Nobody else is here at the moment.");
}

/** @param {Answer["people"]} people @param {number} guests */
function present(people, guests) {
  const more = people.length - MAX_NAMES;
  const freeplay = document.documentElement.dataset.more?.includes("freeplay");
  return [
    people.length + guests > 0
      ? h("ul", { class: "names" },
          ...people.slice(0, MAX_NAMES).map(({ name, bot }) => h("li", {}, personLink(name), bot && h("span", { class: "badge" }, t("Bot")))),
          more > 0 && h("li", { class: "soft" }, t("and {n} more", { n: more })),
          guests > 0 && h("li", { class: "soft" }, tn("{n} guest", "{n} guests", guests)))
      : h("p", { class: "soft" }, t("Only you.")),
    freeplay && h("p", { class: "small" }, h("a", { href: `${server}/freeplay` }, t("Programs of learners play each other in Freeplay"))),
  ];
}
