/** A challenge: what is played and by whom, to take or decline it, or to wait for who does. */

import { Part, button, h } from "../table/dom.js";
import { t } from "../table/words.js";
import { playersOf, wordsOf } from "./challenge_words.js";
import { isLocal } from "./beside/invite.js";
import { address } from "./files.js";
import { tell } from "./forms.js";
import { begin, lobbyNews, troubleLine } from "./lobby_news.js";
import { read, send } from "./net/api.js";
import { notifyButton } from "./notify.js";
import { go, to } from "./routes.js";
import { copyButton } from "./saving.js";

/** @typedef {import("./challenge_words.js").Challenge} Challenge */

/** @type {import("./page.js").Show} */
export async function challenge({ catalogue }, { query }) {
  const path = /** @type {const} */ (`/challenges/${encodeURIComponent(query.get("id") ?? "")}`);
  let shown = await read(path);
  const words = wordsOf(catalogue, shown);
  const part = new Part(h("div", { class: "feature" }));
  const said = h("div", {});
  const { line, say } = troubleLine();
  const show = () => part.show(shown, () => content(shown, wordsOf(catalogue, shown).why, act));
  const isOver = () => shown.joined && shown.table !== null;
  const update = async () => {
    shown = await read(path);
    if (isOver()) begin(/** @type {string} */ (shown.table));
    else show();
  };
  const news = lobbyNews(update, say, () => shown.joined && shown.status === "open");
  const act = async (/** @type {"take" | "cancel" | "decline"} */ what) => {
    tell(said, "");
    try {
      const made = await send(`${path}/${what}`);
      if (made.table && made.joined) begin(made.table);
      else if (what !== "take" || made.kind === "quick") go(to("lobby"));
      else await news.refresh();
    } catch (error) {
      tell(said, error);
      await news.refresh();
    }
  };
  show();
  const { title, options, clock, terms, entry } = words;
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, title), h("p", { class: "soft" }, `${clock}, ${terms}.`, options && ` ${options}.`)),
    line, part.element, said,
    h("p", { class: "summary" }, t(entry.summary)),
    h("figure", { class: "opening" }, h("img", { src: await address(`pictures/${entry.id}.svg`), alt: "", width: 400, height: 400 })));
  const shownNow = () => (isOver() ? begin(/** @type {string} */ (shown.table)) : shown.status === "open" && news.open());
  return { title: titleOf(shown, title), main, shown: shownNow, close: () => news.close() };
}

/** @param {Challenge} one @param {string} game */
function titleOf({ joined, takers, kind }, game) {
  if (joined) return t("Waiting for an opponent at {game}", { game });
  const name = takers[0].name ?? t("A guest");
  return kind === "quick" ? t("{name} looks for an opponent at {game}", { name, game }) : t("{name} challenges you to {game}", { name, game });
}

/**
 * What may be done now.
 * @param {Challenge} one @param {string} why it cannot be taken @param {(what: "take" | "cancel" | "decline") => void} act
 */
function content(one, why, act) {
  const { status, joined, table, takers, audience, id, game, to: asked } = one;
  const lobby = h("a", { class: "button", href: to("lobby") }, t("To the lobby"));
  if (status !== "open") {
    return [
      h("p", { class: "notice", role: "status" }, why),
      h("div", { class: "buttons" }, table && h("a", { class: "button main", href: to("game", { id: table }) }, t("Watch the game")), lobby),
    ];
  }
  if (joined) {
    return [
      h("p", { class: "invited", role: "status" }, asked ? t("Waiting for {name} to answer…", { name: asked }) : t("Waiting for an opponent to take your challenge…")),
      audience === "link" && link(id),
      h("div", { class: "buttons" }, button(t("Cancel"), () => act("cancel")), notifyButton(t("Notify me when it begins")), lobby),
    ];
  }
  return [
    h("p", { class: "invited" }, ...playersOf(takers), ` ${t("wants to play.")}`),
    why && h("p", { class: "notice refused", role: "status" }, why),
    h("div", { class: "buttons" },
      !why && button(t("Accept"), () => act("take"), { class: "main big" }),
      audience === "person" && button(t("Decline"), () => act("decline"), { class: "big" }),
      h("a", { class: "button big", href: to("rules", { game }) }, t("Rules"))),
  ];
}

/** @param {string} id */
function link(id) {
  const value = new URL(to("challenge", { id }), location.href).href;
  const field = /** @type {HTMLInputElement} */ (h("input", { id: "link", value, readonly: true }));
  return h("div", { class: "invite" },
    h("div", { class: "field" },
      h("label", { for: "link" }, t("Send this link. The first who accepts plays.")),
      h("div", { class: "copy" }, field, copyButton(field, t("Copy")))),
    h("p", { class: "soft small" }, isLocal()
      ? t("This address works on this computer only. To let others on your network in, start Livestone with --host 0.0.0.0 and open it under your computer’s own address.")
      : t("Your friend needs no account. The game begins when they accept; this page will tell you.")));
}
