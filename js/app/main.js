/** The app: starts it, and shows the page that the address names. */

import { makeWorkers } from "../src/index.js";
import { h } from "../table/dom.js";
import { showKeys } from "../table/keys.js";
import { usually } from "../table/notation.js";
import * as preferences from "../table/preferences.js";
import { t } from "../table/words.js";
import { Catalogue, withAdded } from "./catalogue.js";
import { DeviceGames } from "./device_games.js";
import { Edition } from "./edition.js";
import { address, isSingleFile, readJson } from "./files.js";
import { Frame } from "./frame.js";
import { Games } from "./games.js";
import { waitForOffer } from "./install.js";
import { share, speakChosen } from "./languages.js";
import { Refusal, read } from "./net/api.js";
import { News } from "./net/news.js";
import { Offline } from "./offline.js";
import { alone, carrying, follow, here, isOld, loginAddress, replace, server, to } from "./routes.js";
import { Store } from "./store.js";

/**
 * The pages by their names in the address; each is loaded when it is wanted, so that the first one
 * is there soon.
 * @type {Record<string, () => Promise<import("./page.js").Show>>}
 */
const PAGES = {
  "": async () => (await import("./gallery.js")).gallery,
  play: async () => (await import("./game_page.js")).play,
  game: async () => (await import("./game_page.js")).game,
  setup: async () => (await import("./setup.js")).setup,
  lessons: async () => (await import("./lessons.js")).lessons,
  rules: async () => (await import("./rules.js")).rules,
  sample: async () => (await import("./sample.js")).sample,
  analysis: async () => (await import("./analysis.js")).analysis,
  review: async () => (await import("./review.js")).review,
  puzzles: async () => (await import("./puzzle_page.js")).puzzles,
  puzzle: async () => (await import("./puzzle_page.js")).puzzle,
  daily: async () => (await import("./puzzle_page.js")).daily,
  games: async () => (await import("./my_games.js")).myGames,
  settings: async () => (await import("./settings.js")).settings,
  help: async () => (await import("./help.js")).help,
  about: async () => (await import("./about.js")).about,
  invitation: async () => (await import("./invitation_page.js")).invitation,
  studies: async () => (await import("./studies.js")).studies,
  newstudy: async () => (await import("./studies.js")).newStudy,
  study: async () => (await import("./study.js")).study,
  write: async () => (await import("./write/page.js")).write,
  shared: async () => (await import("./shared.js")).shared,
  link: async () => (await import("./link_page.js")).link,
  lobby: async () => (await import("./lobby.js")).lobby,
  newchallenge: async () => (await import("./challenge_form.js")).newChallenge,
  challenge: async () => (await import("./challenge_page.js")).challenge,
  account: async () => (await import("./account.js")).account,
  person: async () => (await import("./profile.js")).person,
  admin: async () => (await import("./staff.js")).staff,
  audit: async () => (await import("./staff.js")).audit,
  freeplay: async () => (await import("./freeplay/freeplay.js")).freeplay,
  newtournament: async () => (await import("./freeplay/operating.js")).newTournament,
  freeplaygame: async () => (await import("./freeplay/game.js")).freeplayGame,
  join: async () => (await import("./classes/join.js")).join,
  class: async () => (await import("./classes/class.js")).showClass,
  screen: async () => (await import("./classes/screen.js")).screen,
  classplayer: async () => (await import("./classes/player.js")).classPlayer,
  newclasstournament: async () => (await import("./classes/start.js")).newClassTournament,
  classsettings: async () => (await import("./classes/start.js")).classSettings,
  tournaments: async () => (await import("./freeplay/tournaments.js")).tournaments,
  tournament: async () => (await import("./freeplay/tournament.js")).tournament,
  tournamentsettings: async () => (await import("./freeplay/operating.js")).tournamentSettings,
};

const LATER = 5000; // milliseconds until what failed is tried again
const MOMENT = 2000; // until a page that does not come is excused
const UNBUILT = "checkout"; // the version of an app whose sources are served as they are

/** Shows pages one after the other; an earlier one that comes late is thrown away. */
class App {
  /**
   * @param {Catalogue} catalogue @param {Store} store @param {Frame} frame
   * @param {Promise<any>} account
   */
  constructor(catalogue, store, frame, account) {
    this.catalogue = catalogue;
    this.games = new Games(catalogue);
    this.store = store;
    const [say, refresh] = [frame.say.bind(frame), () => this.show(true)];
    this.deviceGames = new DeviceGames({ catalogue, games: this.games, store, say, refresh }, account);
    this.frame = frame;
    this.offline = new Offline();
    /** @type {import("./page.js").Page | null} */
    this.page = null;
    this.count = 0;
  }

  /** @param {boolean} focus whether the heading gets the focus */
  async show(focus) {
    const mine = ++this.count;
    const route = here();
    usually("letters");
    const slow = setTimeout(() => this.frame.say(t("One moment, please"), { name: "slow" }), MOMENT);
    let page;
    try {
      const show = Object.hasOwn(PAGES, route.name) ? await PAGES[route.name]() : missing;
      page = await show({
        catalogue: this.catalogue, games: this.games, store: this.store, deviceGames: this.deviceGames, offline: this.offline,
        say: (text, more) => this.frame.say(text, more),
        refresh: () => this.show(true),
        replace: (address) => mine === this.count && replace(address),
        showChallenges: (count) => this.frame.showChallenges(count),
      }, route);
    } catch (error) {
      page = failure(error, route.name);
    }
    clearTimeout(slow);
    this.frame.say("", { name: "slow" });
    if (mine !== this.count) {
      page.close?.();
      return;
    }
    this.page?.close?.();
    this.page = page;
    this.frame.show(page, focus);
    page.shown?.();
  }
}

/** @param {import("./routes.js").Route} route */
function addressOf({ name, query, rest }) {
  return rest ? carrying(name, rest) : to(name, Object.fromEntries(query));
}

/** @param {import("./page.js").App} _app @param {import("./routes.js").Route} route */
function missing(_app, { name }) {
  return sorry(t("No such page"), t("There is no page “{name}” here. The games, and all other pages, are in the menu.", { name: name.slice(0, 40) }));
}

/** @param {unknown} error @param {string} [name] of the page that cannot be shown */
function failure(error, name) {
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal && error.status === 403) {
    if (name !== "game") return sorry(t("You may not do this"), why);
    return sorry(why.replace(/\.$/, ""), t("Only the players of a game can open it. Were you playing in another browser?"));
  }
  if (error instanceof Refusal && error.status === 401) return sorry(t("Log in first"), why, [t("Log in"), loginAddress()]);
  return sorry(t("This cannot be shown"), why);
}

/**
 * @param {string} title @param {string} text @param {[string, string]} [way] on from here
 * @returns {import("./page.js").Page}
 */
function sorry(title, text, [label, address] = [t("Choose a game"), to("")]) {
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, title)),
    h("p", { class: "notice refused" }, text),
    h("p", {}, h("a", { class: "button main", href: address }, label)),
  );
  return { title, main };
}

/**
 * `?` shows the keys, unless one is typing or a table has shown them.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const { target } = event;
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (event.key !== "?" || typing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  showKeys();
}

async function start() {
  if ("old" in document.documentElement.dataset) return; // the page says it by itself
  waitForOffer();
  preferences.apply();
  if (isSingleFile()) {
    const worker = await address("worker.js");
    makeWorkers(() => new Worker(worker, { type: "module" }));
  }
  const [data, store, added] = await Promise.all([readJson("catalogue.json"), Store.open(), "added" in document.body.dataset ? readJson("added.json") : []]);
  const catalogue = new Catalogue({ ...data, games: withAdded(data.games, added) });
  await speakChosen(catalogue.languages);
  const frame = new Frame(catalogue);
  await frame.build();
  const asked = server === undefined || alone ? null : read("/account");
  const app = new App(catalogue, store, frame, Promise.resolve(asked));
  store.subscribe(() => frame.say(store.trouble, { name: "store", ...(store.isOlder ? { act: [t("Load again"), () => location.reload()] } : {}) }));
  follow(() => app.show(true));
  if (server !== undefined && isOld(location.hash)) replace(addressOf(here()));
  document.addEventListener("keydown", onKey);
  let language = preferences.get("language");
  preferences.subscribe(async () => {
    share("theme", preferences.get("colours"));
    if (preferences.get("language") === language) return;
    language = preferences.get("language");
    share("language", language);
    await speakChosen(catalogue.languages);
    await frame.build();
    await app.show(false);
  });
  await app.show(false);
  document.documentElement.dataset.ready = "";
  const isBuilt = catalogue.version !== UNBUILT;
  const edition = new Edition(frame, isBuilt ? catalogue.version : "");
  if (isBuilt) app.offline.begin((registration) => edition.follow(registration));
  if (asked) await meet(app, asked);
}

/**
 * Show who one is at the server, and what it has to say.
 * @param {Pick<App, "frame" | "deviceGames">} app @param {Promise<import("./net/types.d.ts").Account>} asked
 */
async function meet({ frame, deviceGames }, asked) {
  try {
    const [account, { announcement }] = await Promise.all([asked, read("/announcement")]);
    deviceGames.begin(account.device_games ?? "");
    frame.showAccount(account);
    frame.say("", { name: "account" });
    frame.say(announcement, { name: "announcement" });
    const call = async () => frame.showChallenges((await read("/challenges")).length);
    if (account.name !== null) new News("me", call, () => {}).open();
  } catch (error) { // the page stays
    frame.say(error instanceof Error ? error.message : String(error), { name: "account" });
    setTimeout(() => meet({ frame, deviceGames }, read("/account")), LATER);
  }
}

start().catch((error) => {
  document.body.replaceChildren(failure(error).main);
});
