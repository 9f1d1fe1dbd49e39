/** What players ask of each other: taking back, draws, pauses, rematches, and to hand the screen over. */

import { button, h } from "./dom.js";
import { offerWords, premove, takebackWords } from "./sentences.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {(what: string, details?: any) => void} Change */

/**
 * The boxes of everything that is asked or stands now.
 * @param {Snapshot} shown @param {Change} change
 */
export function offerBoxes(shown, change) {
  const boxes = [];
  if (shown.clock?.paused) {
    const words = t("The game is paused; no clock runs.");
    boxes.push(box(words, button(t("Go on"), () => change("resume"), { class: "main" })));
  }
  if (shown.takeback && shown.ply === shown.last_ply) {
    const answer = (/** @type {boolean} */ allow) => change("answer-takeback", { allow, seat: shown.takeback?.seat });
    boxes.push(box(takebackWords(shown), ...answers(shown.takeback, answer, t("Allow it"), t("Refuse"))));
  }
  if (typeof shown.claim === "number" && shown.ply === shown.last_ply) {
    const { name } = shown.seats[shown.mover ?? 0];
    const words = shown.claim > 0 ? t("{name} has left. If they stay away you can soon win the game.", { name }) : t("{name} has left the game.", { name });
    boxes.push(box(words, ...(shown.claim > 0 ? [] : [button(t("Claim the win"), () => change("claim"), { class: "main" })])));
  }
  const ahead = premove(shown);
  if (ahead && shown.can.plan) {
    const words = t("You will play {move} at once if you can. Nobody else knows.", { move: written(ahead) });
    boxes.push(box(words, button(t("Forget it"), () => change("plan", { tokens: [] }))));
  }
  for (const offer of shown.offers) {
    const { kind, seat, refused } = offer;
    const answer = (/** @type {boolean} */ allow) => change("answer", { kind, seat, allow });
    const [yes, no] = kind === "rematch" ? [t("Accept"), t("Decline")] : [t("Agree"), t("Refuse")];
    boxes.push(box(offerWords(shown, offer), ...(refused ? [] : answers(offer, answer, yes, no))));
  }
  return boxes;
}

/** @param {string} words @param {...(Node | string)} buttons */
function box(words, ...buttons) {
  return h("div", { class: "choices" }, h("p", {}, words), buttons.length ? h("div", { class: "buttons" }, ...buttons) : null);
}

/**
 * @param {{ mine: boolean, answered: boolean }} asked @param {(allow: boolean) => void} answer
 * @param {string} yes @param {string} no
 */
function answers({ mine, answered }, answer, yes, no) {
  if (mine) return [button(t("Withdraw"), () => answer(false))];
  if (answered) return [h("p", { class: "soft" }, t("You have agreed; others have not answered yet."))];
  return [button(yes, () => answer(true), { class: "main" }), button(no, () => answer(false))];
}

/**
 * The card of the player whose turn it is; nothing where nobody hands the screen over.
 * @param {Snapshot} shown @param {() => void} look
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
