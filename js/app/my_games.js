/** My games: those at tables of the server, and those of this device and a person's others, in one list. */

import { Part, button, h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { exported, imported } from "./exchange.js";
import { gameLink, gameList, tellingOf } from "./game_list.js";
import { dayOf } from "./kept.js";
import { read } from "./net/api.js";
import { News } from "./net/news.js";
import { linkIn } from "./links.js";
import { go, loginAddress, server, to } from "./routes.js";
import { fileName, save } from "./saving.js";
import { serverGameLink, serverGameText } from "./server_games.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./device_games.js").Listed} Listed */
/** @typedef {import("./net/types.d.ts").GameLine} Line */
/** @typedef {import("./page.js").App} App */

const MOST = 50; // games shown at once

/** @type {import("./page.js").Show} */
export async function myGames(app, { query }) {
  const tables = new Tables();
  const [{ games, owner, trouble }] = await Promise.all([app.deviceGames.all(), tables.more()]);
  const list = new List(app, games, tables, query.get("search") ?? "");
  const update = async () => {
    await tables.refresh();
    list.show();
  };
  const news = server === undefined ? null : new News("me", update, () => {}, { hear: { game: () => news?.refresh() } });
  const troubles = [...new Set([trouble, tables.trouble])].filter(Boolean);
  const where = owner
    ? t("Games against bots are kept on this device and on the server: you can go on with them on every device.")
    : t("They are kept in this browser only: save them as a file to keep them elsewhere.");
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("My games")),
      h("p", { class: "soft" }, where, " ", server !== undefined && !owner && h("a", { href: loginAddress() }, t("Log in to have them on every device."))),
      ...troubles.map((why) => h("p", { class: "notice refused" }, why))),
    list.element,
    importBox(app),
  );
  return { title: t("My games"), main, shown: () => news?.open(), close: () => news?.close() };
}

/** The games at tables of the server, read a page at a time, newest first. */
class Tables {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    this.pages = server === undefined ? 0 : 1;
    this.page = 0;
    this.trouble = "";
  }

  /** Read again what has changed. */
  async refresh() {
    const pages = await Promise.all(Array.from({ length: Math.max(1, this.page) }, (_, at) => read(`/games?page=${at + 1}`)));
    [this.lines, this.page] = [pages.flatMap(({ games }) => games), pages.length];
    this.pages = pages[0].pages;
  }

  /** Whether there are more of them. */
  get left() {
    return this.page < this.pages;
  }

  /** Read the next page, or all of them. @param {boolean} [all] */
  async more(all = false) {
    try {
      do {
        if (!this.left) return;
        const { games, pages } = await read(`/games?page=${this.page + 1}`);
        this.page += 1;
        this.pages = pages;
        this.lines.push(...games);
      } while (all);
    } catch (error) {
      this.pages = this.page;
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}

/** The list; it is drawn again after every change. */
class List {
  /** @param {App} app @param {Listed[]} kept @param {Tables} tables @param {string} search */
  constructor(app, kept, tables, search) {
    this.app = app;
    this.kept = kept;
    this.tables = tables;
    this.most = MOST;
    this.field = /** @type {HTMLInputElement} */ (h("input", { id: "search", type: "search", value: search, autocomplete: "off", oninput: () => this.#search() }));
    this.count = h("p", { role: "status", class: "soft" });
    this.place = h("div", {});
    this.part = new Part(this.place);
    const fields = h("div", { class: "field" }, h("label", { for: "search" }, t("Search by game, opponent, result or date")), this.field);
    const all = h("div", { class: "buttons" },
      button(t("Save all as text"), () => this.#save(this.#foundKept(), "txt")),
      button(t("Save all as JSON"), () => this.#save(this.#foundKept(), "jsonl")));
    this.list = h("section", { class: "feature", "aria-label": t("My games") }, fields, this.count, this.place, kept.length > 0 && all);
    this.empty = h("div", { class: "empty" },
      h("p", {}, t("You have not played yet. Every game you start is kept here, so you can stop at any time and go on later.")),
      h("a", { class: "button main", href: to("") }, t("Choose a game")));
    this.element = h("div", {}, this.list, this.empty);
    this.show();
    if (search) this.#search();
  }

  /** Show what there is now. */
  show() {
    const some = this.kept.length + this.tables.lines.length > 0;
    this.list.hidden = !some;
    this.empty.hidden = some;
    if (some) this.#draw();
  }

  /** @param {string} text @param {number} updated */
  #fits(text, updated) {
    const whole = `${text} ${dayOf(updated)}`.toLowerCase();
    return this.field.value.toLowerCase().split(/\s+/).filter(Boolean).every((word) => whole.includes(word));
  }

  #foundKept() {
    return this.kept.filter((kept) => {
      const { title, who, result } = tellingOf(this.app.catalogue, kept);
      return this.#fits(`${title} ${who} ${result} ${dayOf(kept.created)}`, kept.updated);
    });
  }

  /** All that fit, those that wait for one first, then those played last. */
  #found() {
    const kept = this.#foundKept().map((one) => ({ urgent: false, updated: one.updated, key: [one.id, one.moves.length, one.over], row: () => [gameLink(this.app.catalogue, one), this.#more(one)] }));
    const lines = this.tables.lines.filter((line) => this.#fits(serverGameText(line), line.updated));
    const tables = lines.map((line) => ({ urgent: line.my_turn, updated: line.updated, key: line, row: () => [serverGameLink(line)] }));
    return [...kept, ...tables].sort((one, other) => Number(other.urgent) - Number(one.urgent) || other.updated - one.updated);
  }

  /** Words are looked for in all games. */
  async #search() {
    this.#draw();
    if (!this.field.value || !this.tables.left) return;
    await this.tables.more(true);
    this.#draw();
  }

  async #showMore() {
    this.most += MOST;
    await this.tables.more(true);
    this.#draw();
  }

  #draw() {
    const found = this.#found();
    this.app.replace(to("games", { search: this.field.value }));
    this.count.textContent = this.tables.left ? "" : found.length ? tn("{n} game found", "{n} games found", found.length) : t("No game fits these words.");
    const more = this.tables.left || found.length > this.most;
    const shown = found.slice(0, this.most);
    this.part.show([shown.map(({ key }) => key), more], () => [
      h("ul", { class: "list" }, ...shown.map(({ row }) => h("li", {}, ...row()))),
      more && button(t("Show more"), () => this.#showMore())]);
  }

  /** @param {Listed} kept */
  #more(kept) {
    const { title } = tellingOf(this.app.catalogue, kept);
    const named = h("span", { class: "unseen" }, ` ${title}`);
    const remove = h("details", { class: "sure" },
      h("summary", {}, h("span", { class: "ask" }, t("Delete"), named.cloneNode(true)), h("span", { class: "keep" }, t("Keep it"))),
      h("p", {}, t("Delete this game? It cannot be brought back.")),
      button(t("Yes, delete it"), () => this.#remove(kept)));
    return h("div", { class: "buttons tools" },
      button(t("Text"), () => this.#save([kept], "txt"), { title: t("Save as text"), "aria-label": t("Save {game} as text", { game: title }) }),
      button(t("JSON"), () => this.#save([kept], "jsonl"), { title: t("Save as JSON"), "aria-label": t("Save {game} as JSON", { game: title }) }),
      remove);
  }

  /** @param {Listed} kept */
  async #remove(kept) {
    await this.app.deviceGames.remove(kept.id);
    this.kept = this.kept.filter(({ id }) => id !== kept.id);
    this.app.say(t("The game is deleted."));
    this.show();
    this.field.focus();
  }

  /** @param {Listed[]} kept @param {"txt" | "jsonl"} form */
  async #save(kept, form) {
    try {
      const whole = await Promise.all(kept.map((one) => (one.elsewhere ? this.app.deviceGames.newest(one.id) : one)));
      const text = await exported(this.app, whole.filter((one) => one !== undefined), form);
      const [one] = kept;
      const ending = form === "jsonl" && kept.length === 1 ? "json" : form;
      const name = kept.length === 1 ? fileName(one.game, dayOf(one.created)) : fileName("livestone-games", dayOf(Date.now() / 1000));
      save(`${name}.${ending}`, text, form === "txt" ? "text/plain" : "application/json");
    } catch (error) {
      this.app.say(t("The games cannot be saved: {why}", { why: error instanceof Error ? error.message : String(error) }));
    }
  }
}

/** @param {App} app */
function importBox(app) {
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "record", rows: 6, spellcheck: "false", "aria-describedby": "record-note" }));
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "file", multiple: true, accept: ".txt,.json,.jsonl,text/plain,application/json" }));
  const said = h("div", { role: "status" });
  const read = async (/** @type {string[]} */ texts) => said.replaceChildren(...(await take(app, texts)));
  file.addEventListener("change", async () => {
    await read(await Promise.all([...(file.files ?? [])].map((one) => one.text())));
    file.value = "";
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const link = await linkIn(text.value);
    if (link) go(link);
    else await read([text.value]);
  };
  return h("section", { class: "feature", "aria-labelledby": "import" },
    h("h2", { id: "import" }, t("Read records")),
    h("form", { class: "setup", onsubmit: submit },
      h("div", { class: "field" }, h("label", { for: "file" }, t("Choose files")), file),
      h("div", { class: "field" }, h("label", { for: "record" }, t("Or paste records")),
        h("p", { class: "soft small", id: "record-note" }, t("As Livestone saves them, as text or as JSON; several may follow each other. A friend's link can be pasted too.")), text),
      h("div", {}, h("button", { class: "main" }, t("Read")))),
    said);
}

/** Keep what can be read, and tell what happened. @param {App} app @param {string[]} texts */
async function take(app, texts) {
  /** @type {Node[]} */
  const told = [];
  for (const text of texts) {
    const { games, refused, remarks } = await imported(app, text);
    for (const kept of games) {
      await app.store.keep(kept);
      app.deviceGames.changed(kept.id);
    }
    if (games.length) {
      told.push(h("p", { class: "notice" }, tn("{n} game was read and is kept:", "{n} games were read and are kept:", games.length)), gameList(app.catalogue, games));
    }
    for (const remark of remarks) told.push(h("p", { class: "soft small" }, remark));
    for (const why of refused) told.push(h("p", { class: "notice refused" }, why));
  }
  return told;
}
