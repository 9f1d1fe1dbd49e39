/** All tournaments of the server, newest first, a page at a time. */

import { Part, h } from "../../table/dom.js";
import { t, tn } from "../../table/words.js";
import { whenText } from "../game_list.js";
import { read } from "../net/api.js";
import { News } from "../net/news.js";
import { to } from "../routes.js";
import { goesOn } from "./scoreboard.js";
import { tell } from "./tournament.js";

/** @typedef {import("../net/types.d.ts").TournamentLine} Line */

/** @type {import("../page.js").Show} */
export async function tournaments(_app, { query }) {
  const asked = query.get("page") ?? "1";
  const part = new Part(h("div", { class: "part" }));
  const lost = h("p", { class: "notice refused", role: "status", hidden: true });
  const update = async () => {
    const { tournaments: lines, page, pages } = await read(`/tournaments?page=${encodeURIComponent(asked)}`);
    part.show([lines, pages], () => lines.length ? [tournamentList(lines), pages > 1 && pager(page, pages)] : [h("div", { class: "empty" },
      h("p", {}, t("There has been no tournament yet. The operator of this server starts one; until then the ladder pairs the players who are here.")),
      h("a", { class: "button main", href: to("freeplay") }, t("To Freeplay")))]);
  };
  await update();
  const news = new News("freeplay", update, (text) => tell(lost, text));
  const main = h("main", { class: "page narrow" }, h("header", {}, h("h1", {}, t("Tournaments"))), lost, part.element);
  return { title: t("Tournaments"), main, shown: () => news.open(), close: () => news.close() };
}

/** @param {number} page @param {number} pages */
function pager(page, pages) {
  const turn = (/** @type {number} */ by, /** @type {string} */ words, /** @type {string} */ rel) =>
    h("a", { class: "button", href: to("tournaments", { page: page + by }), rel }, words);
  return h("nav", { class: "pager", "aria-label": t("Pages") },
    page > 1 && turn(-1, t("Newer"), "prev"), h("span", { class: "soft" }, t("Page {page} of {pages}", { page, pages })),
    page < pages && turn(1, t("Older"), "next"));
}

/** @param {Line[]} lines @param {(line: Line) => string} [address] of the page of each */
export function tournamentList(lines, address = ({ id }) => to("tournament", { id })) {
  return h("ul", { class: "list" }, ...lines.map((line) => h("li", {}, h("a", { href: address(line), "data-focus": line.id },
    h("span", { class: "about" }, h("span", { class: "what" }, line.name),
      h("span", { class: "who soft small" }, `${kindText(line.kind)}, ${tn("{n} player", "{n} players", line.players)}`)),
    h("span", { class: "when" }, h("span", { class: goesOn(line) ? "state mine" : "state" }, stateText(line.status)), h("span", { class: "soft small" }, whenText(line.created)))))));
}

/** @param {string} status */
export function stateText(status) {
  if (status === "running") return t("goes on");
  if (status === "paused") return t("is paused");
  return status === "finished" ? t("is over") : t("was stopped");
}

/** @param {string} kind */
function kindText(kind) {
  if (kind === "swiss") return t("Swiss tournament");
  if (kind === "round-robin") return t("Round robin");
  return kind === "knock-out" ? t("Knock-out") : t("Ladder");
}
