/** An invitation to a seat: what the game is, and the seat to take. */

import { button, h } from "../table/dom.js";
import { t, translated } from "../table/words.js";
import { optionsText } from "./catalogue.js";
import { address } from "./files.js";
import { read, send } from "./net/api.js";
import { go, to } from "./routes.js";

/** @type {import("./page.js").Show} */
export async function invitation(app, { query }) {
  const id = query.get("id") ?? "";
  const path = /** @type {const} */ (`/invitations/${encodeURIComponent(id)}`);
  const asked = await read(path);
  if (asked.state === "mine" && asked.table) {
    app.replace(to("game", { id: asked.table }));
    return (await import("./game_page.js")).game(app, { name: "game", query: new URLSearchParams({ id: asked.table }), rest: "" });
  }
  const entry = app.catalogue.find(asked.game);
  const others = asked.seats.filter(({ index }) => index !== asked.seat)
    .map(({ kind, player, name }) => `${t(player)}: ${kind === "open" ? t("open seat") : translated(name)}`);
  const said = h("p", { class: "notice refused", role: "alert", hidden: true });
  const sit = async () => {
    try {
      go(to("game", { id: (await send(path)).id }));
    } catch (error) {
      said.hidden = false;
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const options = optionsText(entry, asked.options);
  const facts = [options, ...others, asked.control.words ?? ""].filter(Boolean).map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t(entry.title)), h("p", { class: "soft" }, facts.join(" "))),
    ...(asked.state === "free" ? offered(asked, entry, sit) : refused(asked, entry)),
    said,
    h("p", { class: "summary" }, t(entry.summary)),
    h("figure", { class: "opening" }, h("img", { src: await address(`pictures/${entry.id}.svg`), alt: "", width: 400, height: 400 })));
  return { title: t("An invitation to play {game}", { game: t(entry.title) }), main };
}

/** @param {import("./net/types.d.ts").Invitation} asked @param {import("./catalogue.js").Entry} entry @param {() => void} sit */
function offered({ seat, seats }, entry, sit) {
  const { player } = seats[seat];
  return [
    h("p", { class: "invited" }, seat === 0 ? t("You are invited to play {player}, who begins.", { player: t(player) }) : t("You are invited to play {player}.", { player: t(player) })),
    h("div", { class: "buttons" }, button(t("Take this seat"), sit, { class: "main big" }), h("a", { class: "button big", href: to("rules", { game: entry.id }) }, t("Rules"))),
  ];
}

/** @param {import("./net/types.d.ts").Invitation} asked @param {import("./catalogue.js").Entry} entry */
function refused({ state, table }, entry) {
  const why = state === "over" ? t("This game is over.") : state === "seated" ? t("You have a seat at this table already; send the link to a friend.") : t("Another person has taken this seat.");
  return [
    h("p", { class: "notice refused", role: "alert" }, why),
    h("div", { class: "buttons" },
      table && h("a", { class: "button main", href: to("game", { id: table }) }, t("Go to the table")),
      h("a", { class: table ? "button" : "button main", href: to("setup", { game: entry.id }) }, t("Start a game of your own"))),
  ];
}
