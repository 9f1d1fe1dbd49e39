/** What covers the board while a screen goes from one player to the next. */

import { button, h } from "./dom.js";
import { t } from "./words.js";

/**
 * The card of the player whose turn it is; nothing where nobody hands the screen over.
 * @param {import("./driver.js").Snapshot} shown @param {() => void} look
 */
export function curtainCard({ curtain, seats }, look) {
  if (curtain === null) return [];
  const { player } = seats[curtain];
  return [
    h("div", { class: "card" },
      h("p", { class: "huge" }, t("{player}'s turn", { player })),
      h("p", {}, t("Hand the screen over. Nobody's secrets are on it now.")),
      button(t("Show {player}'s board", { player }), look, { class: "main big" })),
  ];
}
