/** Beside a table that waits: a link for each open seat, to send to friends. */

import { h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { read } from "../net/api.js";
import { to } from "../routes.js";
import { copyButton } from "../saving.js";

/** @typedef {import("../../table/driver.js").Snapshot} Snapshot */

/** The links to open seats, shown to who started the game until everybody is there. */
export class Invite {
  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
    this.element = h("section", { class: "invite", "data-beside": "above", "aria-labelledby": "invite-title", hidden: true });
    this.asked = "";
  }

  /** @param {Snapshot} shown */
  async look({ status, onlooker, seats }) {
    const open = status === "waiting" && !onlooker ? seats.filter(({ kind }) => kind === "open") : [];
    const asked = open.map(({ index }) => index).join();
    if (asked === this.asked) return;
    this.asked = asked;
    this.element.hidden = !open.length;
    if (!open.length) return;
    const found = await read(`/games/${this.id}/invitations`).catch(() => null) ?? [];
    if (asked !== this.asked) return;
    const links = found.map(({ seat, invitation }) => this.#field(seats[seat].player, invitation));
    this.element.hidden = !links.length;
    this.element.replaceChildren(
      h("h2", { id: "invite-title" }, links.length === 1 ? t("Invite a friend") : t("Invite your friends")),
      ...links,
      h("p", { class: "soft small" }, isLocal()
        ? t("This address works on this computer only. To let others on your network in, start Livestone with --host 0.0.0.0 and open it under your computer’s own address.")
        : t("The game begins when everybody is here; this page will tell you.")));
  }

  /** @param {string} player @param {string} invitation */
  #field(player, invitation) {
    const id = `link-${player}`;
    const address = new URL(to("invitation", { id: invitation }), location.href).href;
    const input = /** @type {HTMLInputElement} */ (h("input", { id, value: address, readOnly: true }));
    input.value = address;
    return h("div", { class: "field" },
      h("label", { for: id }, t("Send this link. Who opens it first may take {player}’s seat.", { player })),
      h("div", { class: "copy" }, input, copyButton(input, t("Copy"), t("the link to {player}’s seat", { player }))));
  }
}

/** Whether this address leads nowhere on another machine. */
export function isLocal() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
