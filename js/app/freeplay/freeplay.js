/** Freeplay: who is here, how to join, their games, the ladder and the tournaments. */

import { Part, button, h, icon } from "../../table/dom.js";
import { usually } from "../../table/notation.js";
import { t, tn } from "../../table/words.js";
import { read, send } from "../net/api.js";
import { to } from "../routes.js";
import { Faults } from "./faults.js";
import { Scoreboard, section } from "./scoreboard.js";
import { Live } from "./tournament.js";
import { stateText, tournamentList } from "./tournaments.js";

/** @typedef {import("./scoreboard.js").Score} Score */
/** @typedef {import("../net/types.d.ts").Connection} Connection */
/** @typedef {import("../net/types.d.ts").FreeplayPlayer} Player */
/** @typedef {import("../net/types.d.ts").Freeplay} Overview */

const PORT = 5678; // the usual one, which commands need not name
const CROSS = "M6 6l12 12M18 6L6 18";

/** @type {import("../page.js").Show} */
export async function freeplay() {
  usually("xy");
  const [{ operator: operates }, ...first] = await Promise.all([read("/operator"), ...readAll()]);
  let operator = operates;
  const page = new Live(t("Freeplay"), async () => show(...(await Promise.all(readAll()))));
  const [current, acts, here, all] = ["current", "operator", "here", "all"].map((id) => new Part(h("div", { class: "part", id })));
  const join = joining(first[0].connection);
  const faults = new Faults();
  const board = new Scoreboard(t("The ladder"), {
    first: h("div", { class: "column" }, faults.element, join, section("here", t("Who is here"), "", here.element)),
    last: section("all", t("Tournaments"), "", all.element),
  });
  page.ways.prepend(current.element, acts.element);
  const resign = () => page.act(async () => ({ operator } = await send("/operator/resign")));
  const set = (/** @type {string} */ id, /** @type {"running" | "paused" | "stopped"} */ status) => page.act(() => send(`/tournaments/${id}/status`, { status }));
  const disconnect = (/** @type {string} */ name) => page.act(() => send("/freeplay/send-away", { name }));

  /** @param {Overview} overview @param {Score} score */
  async function show({ players, games, tournament, tournaments, ladder }, score) {
    page.say(whoIsHere(players.length, games.length));
    board.rules.textContent = score.rules;
    const running = tournaments.find(({ id }) => id === tournament);
    current.show([running, tournament], () => [tournament && h("p", { class: "notice" },
      h("a", { href: to("tournament", { id: tournament }) }, running?.name ?? t("A tournament")), ` ${stateText(running?.status ?? "running")}; ${t("the ladder rests until it is over.")}`)]);
    acts.show([operator, tournament, ladder, score.status], () => [operator && h("div", { class: "buttons" },
      !tournament && h("a", { class: "button main", href: to("newtournament") }, t("Start a tournament")),
      h("a", { class: "button", href: to("tournamentsettings", { id: ladder }) }, t("Settings of the ladder")),
      score.status === "running" ? button(t("Pause the ladder"), () => set(ladder, "paused"), { "data-focus": "go" }) : button(t("Let the ladder go on"), () => set(ladder, "running"), { "data-focus": "go" }),
      button(t("Stop being the operator"), resign))]);
    here.show([players, operator], () => [players.length ? h("ul", { class: "guests" }, ...players.map((player) => guest(player, operator ? disconnect : null)))
      : h("p", { class: "soft" }, t("Nobody yet. As soon as two are here, they play."))]);
    all.show(tournaments, () => tournaments.length ? [tournamentList(tournaments), h("p", {}, h("a", { href: to("tournaments") }, t("All tournaments")))]
      : [h("p", { class: "soft" }, t("There has been none yet. Until one begins, everybody who is here plays on the ladder."))]);
    await Promise.all([board.show(score), operator && faults.update()]);
  }

  page.header.append(board.course);
  page.main.append(...board.columns);
  await show(...first);
  return page.page();
}

/** @returns {[Promise<Overview>, Promise<Score>]} */
function readAll() {
  return [read("/freeplay"), read("/freeplay/scoreboard")];
}

/** @param {number} players @param {number} games */
function whoIsHere(players, games) {
  const here = players ? tn("{n} player is here", "{n} players are here", players) : t("Nobody is here");
  return games ? `${here}; ${tn("{n} game is being played", "{n} games are being played", games)}.` : `${here}.`;
}

/** How a program joins in. @param {Connection} connection */
function joining({ host, port, public_keys: keys }) {
  const words = ["livestone bot my_player.py"];
  if (host !== "localhost") words.push(`--host ${host}`);
  if (port !== PORT) words.push(`--port ${port}`);
  const parts = `${words.join(" ")} --user NAME --ssh-key NAME.token`.split(" ");
  const token = keys ? t("NAME is yours; NAME.token is the file with your token, or your public key, such as ~/.ssh/id_ed25519.pub.") : t("NAME is yours; NAME.token is the file with your token.");
  return section("join", t("Join in"), "",
    h("p", {}, t("Here programs play Freedom. Write one with “livestone new my_player.py”, then:")),
    h("p", { class: "command" }, h("code", {}, ...parts.flatMap((part) => [h("span", {}, part), " "]))),
    h("p", { class: "soft small" }, `${token} ${t("Your next game begins by itself.")}`));
}

/** @param {Player} player @param {((name: string) => void) | null} disconnect */
function guest({ name, game }, disconnect) {
  const state = (/** @type {string} */ words) => h("span", { class: "unseen" }, ` ${words}`);
  const who = game ? h("a", { href: to("freeplaygame", { id: game }), "data-focus": name }, name, state(t("plays"))) : h("span", {}, name, state(t("waits")));
  const label = t("Disconnect {name}", { name });
  const away = disconnect && h("button", { type: "button", "aria-label": label, title: label, "data-focus": label, onclick: () => disconnect(name) }, icon(CROSS));
  return h("li", { class: game ? "plays" : null }, who, away);
}
