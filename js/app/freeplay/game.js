/** A game between programs, live or over: the table, which nobody here plays at. */

import { Part, h } from "../../table/dom.js";
import { tableOfPage } from "../../table/playing.js";
import { lookedAt } from "../../table/sentences.js";
import { ServerDriver } from "../../table/server.js";
import { t } from "../../table/words.js";
import { apiAddress, read, send } from "../net/api.js";
import { listen } from "../net/listen.js";
import { alone, go, to } from "../routes.js";
import { describe } from "./boards.js";
import { nameCells } from "./cells.js";

/** @typedef {import("../../table/driver.js").Snapshot} Snapshot */
/** @typedef {import("../../table/driver.js").Link} Link */
/** @typedef {import("../../table/server_snapshot.js").Answer & { game: string, title: string, tournament: string | null }} Answer */

const NEWEST = "newest"; // the game that a command plays now, whichever that is

/** @type {import("../page.js").Show} */
export async function freeplayGame(app, { query }) {
  const id = query.get("id") ?? "";
  const began = performance.now();
  const answer = /** @type {Answer} */ (await read(pathOf(id)));
  nameCells(app.catalogue, answer.game);
  const page = new Watching(app, id, answer);
  await page.open((performance.now() - began) / 2);
  const ply = query.get("ply");
  if (ply !== null) page.table.goTo(Number(ply));
  return { title: t(answer.title), main: page.main, shown: () => page.show(page.table.shown), close: () => page.close() };
}

/** @param {string} id */
function pathOf(id) {
  return `/freeplay/games/${encodeURIComponent(id)}/table`;
}

class Watching {
  /** @param {import("../page.js").App} app @param {string} id @param {Answer} answer */
  constructor(app, id, answer) {
    this.app = app;
    this.id = id;
    this.answer = answer;
    this.table = tableOfPage();
    this.played = new Part(h("div", { class: "part", "data-beside": "" }));
    this.table.append(this.played.element);
    this.main = h("main", { class: "whole" }, this.table);
    this.version = -1;
    /** @type {ServerDriver | null} */
    this.driver = null;
    this.table.addEventListener("livestone-shown", (event) => this.show(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {number} age of the answer, in milliseconds */
  async open(age) {
    const { answer, id } = this;
    const over = answer.status === "finished" && id !== NEWEST;
    this.settings = {
      game: apiAddress(pathOf(id)), numbered: true,
      listen: over ? undefined : (/** @type {import("../net/listen.js").Hears} */ hears) => listen(`freeplay/games/${id}`, hears),
      links: (/** @type {Snapshot} */ shown) => this.#links(shown),
      words: (/** @type {Snapshot} */ shown, /** @type {import("../../table/driver.js").Description} */ game) => lookedAt({ ...shown, told: shown.result.replace(/[^.!?]$/, "$&.") }, game),
    };
    this.driver = await ServerDriver.open(await describe(answer.game, answer.options), this.settings, { answer, age });
    this.table.driver = this.driver;
  }

  close() {
    this.driver?.close();
    this.table.driver = null;
  }

  /** @param {Snapshot | null} shown */
  show(shown) {
    if (!shown || !this.settings || !this.main.isConnected) return;
    document.title = `${shown.said} ${t(this.answer.title)} - Livestone`;
    const live = shown.ply === shown.last_ply;
    // Who looks back stays with this game when the next one begins.
    if (!live && this.id === NEWEST) this.settings.game = apiAddress(pathOf(shown.id));
    this.app.replace(to("freeplaygame", { id: live ? this.id : shown.id, ply: live ? null : shown.ply }));
    if (alone && !this.answer.tournament && this.version !== shown.version) this.#list(shown).catch(() => {}); // the command may have ended
    this.version = shown.version;
  }

  /** The other games of a command that plays. @param {Snapshot} shown */
  async #list({ id: now }) {
    const games = /** @type {{ id: string, players: string[], said: string }[]} */ (await read("/freeplay/games"));
    this.played.show([games, now], () => [games.length > 0 && h("nav", { class: "played", "aria-labelledby": "played-title" },
      h("h2", { class: "small", id: "played-title" }, t("Games")),
      h("ol", { class: "list", reversed: true }, ...games.map(({ id, players, said }, at) =>
        h("li", { id: `game-${id}` }, h("a", { href: to("freeplaygame", { id: at || said ? id : NEWEST }), "aria-current": id === now ? "page" : null, "data-focus": id },
          h("span", { class: "what" }, `${id}. ${players.join(" – ")}`), h("span", { class: said ? "state small soft" : "state small mine" }, said || t("running")))))))]);
  }

  /** @param {Snapshot} shown @returns {Link[]} */
  #links({ ply, status }) {
    const { id, answer: { tournament } } = this;
    const back = { label: t("Back to the tournament"), href: to("tournament", { id: tournament }) };
    if (alone) return tournament ? [back] : [];
    const record = `/freeplay/games/${encodeURIComponent(id)}/record`;
    const analyse = async () => {
      try {
        const { id: made, node } = await send("/studies", { record: JSON.stringify(await read(record)), ply });
        go(to("study", { id: made, node: node || null }));
      } catch (error) {
        this.table.tell(error instanceof Error ? error.message : String(error), true);
      }
    };
    return [
      ...(status === "finished" ? [{ label: t("Analyse"), act: analyse, main: true }] : []),
      tournament ? back : { label: t("Freeplay"), href: to("freeplay") },
      { label: t("Save as text"), href: apiAddress(`${record}.txt`), save: true },
      { label: t("Save as JSON"), href: apiAddress(`${record}.json`), save: true },
    ];
  }
}
