/** A person's public profile: ratings, last games, studies; a challenge, blocking and reporting. */

import { h } from "../table/dom.js";
import { language, t, translated } from "../table/words.js";
import { acting, field, form, lines } from "./forms.js";
import { whenText } from "./game_list.js";
import { read, send } from "./net/api.js";
import { server, to } from "./routes.js";

/** @typedef {import("./net/types.d.ts").Profile} Profile */

/** @type {import("./page.js").Show} */
export async function person({ catalogue }, { query }) {
  const [shown, me] = await Promise.all([read(`/people/${encodeURIComponent(query.get("name") ?? "")}`), read("/account")]);
  const title = (/** @type {string} */ game) => t(catalogue.games.find(({ id }) => id === game)?.title ?? game);
  const { name, bot, studies } = /** @type {Profile} */ (shown);
  const main = h("main", { class: "page narrow account" },
    h("header", {},
      h("h1", {}, name, bot && " ", bot && h("span", { class: "badge" }, t("Bot"))),
      ...about(shown),
      ...(me.name === null ? [] : me.name === name ? [own()] : await acts(name))),
    part("ratings", t("Ratings"), ratings(shown, title)),
    part("recent", t("Last games against others"), recent(shown, title)),
    studies.length > 0 && part("studies", t("Studies"), [lines(studies, (one) => [h("a", { href: to("study", { id: one.id }) }, one.title)])]));
  return { title: name, main };
}

/** @param {string} id @param {string} title @param {(Node | string)[]} content */
function part(id, title, content) {
  return h("section", { class: "feature", "aria-labelledby": id }, h("h2", { id }, title), ...content);
}

/** @param {Profile} shown */
function about({ owner, bots, since, accepts_bots: acceptsBots }) {
  const link = (/** @type {string} */ name) => h("a", { href: to("person", { name }) }, name);
  const date = new Date(`${since}T12:00`).toLocaleDateString(language(), { dateStyle: "long" });
  return [
    h("p", { class: "soft" }, t("Here since {since}.", { since: date }), !acceptsBots && ` ${t("Plays with people only.")}`),
    owner && h("p", {}, t("A bot of"), " ", link(owner)),
    bots.length > 0 && h("p", {}, t("Bots:"), " ", ...bots.flatMap((bot, at) => [at ? ", " : "", link(bot)])),
  ];
}

function own() {
  return h("div", { class: "buttons" },
    h("a", { class: "button", href: to("account") }, t("Your account")),
    h("a", { class: "button", href: to("games") }, t("All your games")));
}

/** What one may do with another person. @param {string} name */
async function acts(name) {
  const place = h("div", { class: "buttons" });
  const turn = async (/** @type {string} */ path) => {
    show(await send(path, { name }));
    place.querySelector("button")?.focus();
  };
  /** @param {string[]} blocked */
  const show = (blocked) => {
    const isBlocked = blocked.includes(name);
    place.replaceChildren(
      ...(isBlocked ? [] : [h("a", { class: "button main", href: to("newchallenge", { to: name }) }, t("Challenge {name}", { name }))]),
      isBlocked ? acting(t("Unblock {name}", { name }), () => turn("/account/unblock")) : acting(t("Block {name}", { name }), () => turn("/account/blocks")));
  };
  show(await read("/account/blocks"));
  const report = form([field("reason", t("What the staff should know"), { maxlength: 300, autocapitalize: "sentences", spellcheck: null })], t("Send the report"), async ({ reason }) => {
    await send(`/people/${encodeURIComponent(name)}/report`, { reason });
    return t("The staff will read your report. You can also block whom it is about.");
  });
  return [place, h("details", { class: "more" }, h("summary", {}, t("Report {name}", { name })), report)];
}

/** @param {Profile} shown @param {(game: string) => string} title @returns {Node[]} */
function ratings({ ratings: all }, title) {
  if (!all.length) return [h("p", { class: "soft" }, t("No rated game yet: games between people with accounts are rated."))];
  const head = [t("Game"), t("Rating"), t("Won"), t("Drawn"), t("Lost")];
  const row = (/** @type {Profile["ratings"][number]} */ { game, rating, certain, wins, draws, losses }) => h("tr", {},
    h("th", { scope: "row" }, title(game)),
    h("td", {}, String(rating), !certain && h("span", { title: t("Few games: a guess") }, "?")),
    ...[wins, draws, losses].map((number) => h("td", {}, String(number))));
  return [
    h("div", { class: "wide", role: "region", "aria-labelledby": "ratings", tabindex: 0 }, h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, ...all.map(row)))),
    h("p", { class: "soft small" }, t("A rating with ? rests on few games. Everybody begins at 1500.")),
  ];
}

/** @param {Profile} shown @param {(game: string) => string} title @returns {(Node | string)[]} */
function recent({ games }, title) {
  if (!games.length) return [h("p", { class: "soft" }, t("None yet."))];
  const list = new Intl.ListFormat(language());
  return [lines(games, ({ id, game, others, result, won, ended }) => [
    h("span", {},
      id ? h("a", { href: to("game", { id }) }, title(game)) : title(game), ` ${t("against {others}", { others: list.format(others) })}`,
      h("span", { class: "soft small" }, [translated(result), whenText(ended)].filter(Boolean).join(", "))),
    won !== null && h("strong", {}, won ? t("Won") : t("Lost")),
  ])];
}
