/** My games: those kept in this browser, with search, saving, reading and deleting. */

import { button, h } from "../table/dom.js";
import { t, tn } from "../table/words.js";
import { exported, imported } from "./exchange.js";
import { gameList, tellingOf } from "./game_list.js";
import { dayOf } from "./kept.js";
import { server, to } from "./routes.js";
import { fileName, save } from "./saving.js";
import { ServerGames } from "./server_games.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("./page.js").App} App */

const MOST = 50; // games shown at once

/** @type {import("./page.js").Show} */
export async function myGames(app, { query }) {
  const list = new List(app, await app.store.list(), query.get("search") ?? "");
  const online = server === undefined ? null : new ServerGames();
  await online?.update();
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("My games"))),
    online?.element,
    h("section", { class: "feature", "aria-labelledby": "device-games" },
      h("h2", { id: "device-games" }, t("On this device")),
      h("p", { class: "soft" }, t("They are kept in this browser only: save them as a file to keep them elsewhere."))),
    list.element,
    importBox(app),
  );
  return { title: t("My games"), main, shown: () => online?.news.open(), close: () => online?.news.close() };
}

/** The list; it is drawn again after every change. */
class List {
  /** @param {App} app @param {Kept[]} kept @param {string} search */
  constructor(app, kept, search) {
    this.app = app;
    this.kept = kept;
    this.most = MOST;
    this.field = /** @type {HTMLInputElement} */ (h("input", { id: "search", type: "search", value: search, autocomplete: "off", oninput: () => this.#draw() }));
    this.count = h("p", { role: "status", class: "soft" });
    this.place = h("div", {});
    const fields = h("div", { class: "field" }, h("label", { for: "search" }, t("Search by game, opponent, result or date")), this.field);
    const all = h("div", { class: "buttons" },
      button(t("Save all as text"), () => this.#save(this.#found(), "txt")),
      button(t("Save all as JSON"), () => this.#save(this.#found(), "jsonl")));
    this.element = kept.length
      ? h("section", { class: "feature", "aria-label": t("My games") }, fields, this.count, this.place, all)
      : h("div", { class: "empty" },
          h("p", {}, t("You have not played yet. Every game you start is kept here, so you can stop at any time and go on later.")),
          h("a", { class: "button main", href: to("") }, t("Choose a game")));
    if (kept.length) this.#draw();
  }

  #found() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.kept.filter((kept) => {
      const { title, who, result } = tellingOf(this.app.catalogue, kept);
      const text = `${title} ${who} ${result} ${dayOf(kept.created)} ${dayOf(kept.updated)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  #draw() {
    const found = this.#found();
    this.app.replace(to("games", { search: this.field.value }));
    this.count.textContent = found.length ? tn("{n} game found", "{n} games found", found.length) : t("No game fits these words.");
    const shown = found.slice(0, this.most);
    const more = found.length > shown.length
      ? button(t("Show more"), () => ((this.most += MOST), this.#draw()))
      : "";
    this.place.replaceChildren(gameList(this.app.catalogue, shown, (kept) => [this.#more(kept)]), more);
  }

  /** @param {Kept} kept */
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

  /** @param {Kept} kept */
  async #remove(kept) {
    await this.app.store.remove(kept.id);
    this.kept = this.kept.filter(({ id }) => id !== kept.id);
    this.app.say(t("The game is deleted."));
    if (this.kept.length) {
      this.#draw();
      this.field.focus();
    } else this.app.refresh();
  }

  /** @param {Kept[]} kept @param {"txt" | "jsonl"} form */
  async #save(kept, form) {
    try {
      const text = await exported(this.app, kept, form);
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
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    read([text.value]);
  };
  return h("section", { class: "feature", "aria-labelledby": "import" },
    h("h2", { id: "import" }, t("Read records")),
    h("form", { class: "setup", onsubmit: submit },
      h("div", { class: "field" }, h("label", { for: "file" }, t("Choose files")), file),
      h("div", { class: "field" }, h("label", { for: "record" }, t("Or paste records")),
        h("p", { class: "soft small", id: "record-note" }, t("As Livestone saves them, as text or as JSON; several may follow each other.")), text),
      h("div", {}, h("button", { class: "main" }, t("Read")))),
    said);
}

/**
 * Keep what can be read, and tell what happened.
 * @param {App} app @param {string[]} texts
 */
async function take(app, texts) {
  /** @type {Node[]} */
  const told = [];
  for (const text of texts) {
    const { games, refused } = await imported(app, text);
    for (const kept of games) await app.store.keep(kept);
    if (games.length) {
      told.push(h("p", { class: "notice" }, tn("{n} game was read and is kept:", "{n} games were read and are kept:", games.length)), gameList(app.catalogue, games));
    }
    for (const why of refused) told.push(h("p", { class: "notice refused" }, why));
  }
  return told;
}
