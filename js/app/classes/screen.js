/** What a projector shows of a class: the table or the bracket, and the games that are played. */

import { Part, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { Scoreboard } from "../freeplay/scoreboard.js";
import { Live, standing } from "../freeplay/tournament.js";
import { read } from "../net/api.js";
import { to } from "../routes.js";
import { readClass } from "./class.js";

/** @typedef {import("../net/types.d.ts").Tournament} Tournament */

/** @type {import("../page.js").Show} */
export async function screen(app, { query }) {
  const [id, asked] = [query.get("id") ?? "", query.get("tournament")];
  const page = new Live("", update, `classes/${id}`);
  const board = new Scoreboard(t("Standings"));
  const bracket = new Part(h("div", { class: "part bracket" }));
  const joining = h("p", { class: "joining" });
  let title = "";

  async function update() {
    const { path, shown, score } = await readClass(app, id, asked);
    title = `${shown.name}: ${score.kind === "ladder" ? t("The ladder") : score.name}`;
    page.heading.textContent = title;
    joining.replaceChildren(...(shown.join ? [t("Students open {address} and type", { address: `${location.host}${to("join")}` }), " ", h("strong", { class: "code" }, shown.join)] : []));
    page.say(score.kind === "ladder" && score.status === "running" ? "" : standing(score));
    const whole = score.kind === "knock-out" ? await read(`${path}/tournaments/${score.id}`) : null;
    bracket.show(whole?.results ?? null, () => whole ? [h("h2", {}, t("Bracket")), drawBracket(whole)] : []);
    await board.show(score);
  }

  page.main.classList.add("projector");
  page.header.append(joining, board.course, bracket.element);
  page.ways.append(h("nav", { class: "links" }, h("a", { href: to("class", { id }) }, t("Back to the class"))));
  page.main.append(...board.columns);
  await update();
  page.title = title;
  return page.page();
}

/** A column for each round, with who met and how many points each has. @param {Tournament} whole */
function drawBracket({ rounds, results }) {
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("Bracket") }, h("ol", { class: "rounds" }, ...rounds.map(({ number, meetings, byes }) => h("li", {}, h("h3", {}, t("Round {number}", { number })),
    ...meetings.map((met) => {
      const played = results.filter((one) => one.round === number && one.meeting === met.number);
      const points = met.players.map((name) => played.reduce((sum, one) => sum + share(one, name), 0));
      const most = Math.max(...points);
      const won = points.filter((one) => one === most).length === 1;
      return h("ul", { class: "meeting" }, ...met.players.map((name, at) => h("li", { class: won && points[at] === most ? "leads" : null }, h("span", {}, name), h("b", {}, played.length ? String(points[at]) : ""))));
    }),
    ...byes.map((name) => h("ul", { class: "meeting" }, h("li", { class: "leads" }, h("span", {}, name), h("span", { class: "soft small" }, t("free")))))))));
}

/** What a game brought a player. @param {Tournament["results"][number]} result @param {string} name */
function share({ players, winners }, name) {
  const seat = players.indexOf(name);
  if (!winners.length) return 1 / players.length;
  return winners.includes(seat) ? 1 / winners.length : 0;
}
