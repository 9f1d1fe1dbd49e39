/** A tournament or the ladder: how it stands, live, and what the operator may do. */

import { Part, button, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { apiAddress, read, send } from "../net/api.js";
import { News } from "../net/news.js";
import { alone, to } from "../routes.js";
import { nameCells } from "./cells.js";
import { Faults } from "./faults.js";
import { Scoreboard, goesOn } from "./scoreboard.js";

/** @typedef {import("./scoreboard.js").Score} Score */

/** @type {import("../page.js").Show} */
export async function tournament(app, { query }) {
  const id = query.get("id") ?? "";
  const path = /** @type {const} */ (`/tournaments/${encodeURIComponent(id)}`);
  const [first, { operator }] = await Promise.all([read(`${path}/scoreboard`), alone ? { operator: false } : read("/operator")]);
  const page = new Live(first.name, async () => {
    const score = await read(`${path}/scoreboard`);
    await show(score);
    if (!goesOn(score)) page.news.close();
  });
  const faults = new Faults();
  const board = new Scoreboard(t("Standings"), { first: faults.element });
  const acts = new Part(h("div", { class: "part", id: "operator" }));
  const pausing = new Part(h("div", {}));
  const files = h("nav", { class: "links", "aria-label": t("Tournament") },
    h("a", { href: to("freeplay") }, t("Freeplay")),
    h("a", { href: apiAddress(`${path}/results.txt`), download: `${id}.txt` }, t("Save the results as text")),
    h("a", { href: apiAddress(path), download: `${id}.json` }, t("As JSON")));
  if (!alone) page.ways.append(files, acts.element);
  /** @type {SetStatus} */
  const set = (status) => page.act(() => send(`${path}/status`, { status }));

  /** @param {Score} score */
  async function show(score) {
    page.rules.textContent = score.rules;
    page.say(standing(score));
    for (const { game } of score.boards) nameCells(app.catalogue, game);
    acts.show(operator && goesOn(score), () => (operator && goesOn(score) ? operatorActs(score, pausing.element, set, to("tournamentsettings", { id })) : []));
    pausing.show(score.status, () => [pauseButton(score, set)]);
    await Promise.all([board.show(score), operator && faults.update()]);
  }

  page.header.append(board.course);
  page.main.append(...board.columns);
  await show(first);
  return page.page(goesOn(first));
}

/** A page that shows what goes on: its heading, the sentence that is told, and what is done. */
export class Live {
  /** @param {string} title @param {() => Promise<void>} update @param {string} [topic] whose news it follows */
  constructor(title, update, topic = "freeplay") {
    this.title = title;
    this.rules = h("span", { class: "soft small" });
    this.said = h("p", { class: "said", id: "said", role: "status", "aria-atomic": "true" });
    this.lost = h("p", { class: "notice refused", role: "status", hidden: true });
    this.refused = h("p", { class: "notice refused", role: "alert", hidden: true });
    this.refusal = h("p", { class: "notice refused", hidden: true });
    this.ways = h("div", { class: "part" }, this.refused);
    this.heading = h("h1", {}, title, " ", this.rules);
    this.header = h("header", {}, this.heading, this.said, this.lost, this.refusal, this.ways);
    this.main = h("main", { class: "tournament" }, this.header);
    this.news = new News(topic, update, (text) => tell(this.lost, text));
  }

  /** @param {string} text */
  say(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  /** Do something, and say why if it is refused. @param {() => Promise<unknown>} work */
  async act(work) {
    tell(this.refused, "");
    try {
      await work();
      await this.news.refresh();
    } catch (error) {
      tell(this.refused, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {boolean} [live] @returns {import("../page.js").Page} */
  page(live = true) {
    return { title: this.title, main: this.main, shown: () => live && this.news.open(), close: () => this.news.close() };
  }
}

/** @param {HTMLElement} place @param {string} text */
export function tell(place, text) {
  place.textContent = text;
  place.hidden = !text;
}

/** @param {Score} score */
export function standing({ status, said }) {
  if (status === "paused") return `${t("Paused.")} ${said}`;
  return status === "stopped" ? `${t("It was stopped.")} ${said}` : said;
}

/** @typedef {(status: "running" | "paused" | "stopped") => Promise<void>} SetStatus */
/** @param {Score} score @param {SetStatus} set */
export function pauseButton({ status }, set) {
  return status === "running" ? button(t("Pause"), () => set("paused"), { "data-focus": "go" }) : button(t("Go on"), () => set("running"), { class: "main", "data-focus": "go" });
}

/** @param {Score} score @param {Node} pausing @param {SetStatus} set @param {string} settings where those are set */
export function operatorActs({ kind }, pausing, set, settings) {
  const ladder = kind === "ladder";
  const ask = ladder ? t("Begin a new ladder, on which nobody stands yet?") : t("Stop it for good?");
  return [h("div", { class: "buttons" },
    pausing,
    h("a", { class: "button", href: settings }, t("Board, rules and clock")),
    h("details", { class: "sure", id: "stop" },
      h("summary", {}, h("span", { class: "ask" }, ladder ? t("Begin anew") : t("Stop")), h("span", { class: "keep" }, t("Keep it going"))),
      h("p", {}, `${ask} ${t("What has been played stays.")}`),
      button(ladder ? t("Yes, begin anew") : t("Yes, stop it"), () => set("stopped"))))];
}
