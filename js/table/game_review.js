/** The review on a server's page of a game: what the server has kept, else what the device finds. */

import { endOf, load } from "./device.js";
import { h } from "./dom.js";
import { Review } from "./review.js";
import { isAlone } from "./sentences.js";
import { Telling } from "./telling.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./table.js").LivestoneTable} LivestoneTable */
/**
 * How far the server's review is, and what it has found: what was lost is in points or, where the
 * `unit` is "wins", in parts of a win.
 * @typedef {{ status: "none" | "running" | "done", review: null | { unit: string, plies: Judged[],
 *   sides: { accuracy: number | null }[] } }} Answer
 */

/**
 * Show the review of a game on its page.
 * @param {LivestoneTable} table @param {Driver} driver shows the game
 */
export async function showReview(table, driver) {
  const { review } = /** @type {Record<string, string>} */ (table.dataset);
  /** @type {Answer} */
  const answer = await (await fetch(review)).json();
  const shown = await driver.snapshot();
  if (answer.review) place(table, keptReview(table, driver, shown, answer.review));
  else if (answer.status === "running") place(table, section(h("p", { role: "status" }, t("The engine looks for the turns that cost most…"))));
  else if (shown.status === "finished" && shown.last_ply) await reviewHere(table, driver, shown);
}

/**
 * Let the device review the game, if it can; else the page's button asks the server.
 * @param {LivestoneTable} table @param {Driver} driver @param {Snapshot} shown
 */
async function reviewHere(table, driver, shown) {
  const { compiled, record } = /** @type {Record<string, string>} */ (table.dataset);
  if (!compiled) return;
  let end;
  try {
    const [game, answer] = await Promise.all([load(compiled), fetch(record)]);
    end = endOf(game, await answer.json());
  } catch {
    return; // an old browser, or a file that is not there
  }
  const me = isAlone(shown) ? shown.seats.findIndex(({ is_me: mine }) => mine) : -1;
  const asker = { me, links: () => [], practice: async () => places(table) };
  const made = new Review(end, table, driver, asker, () => location.reload());
  place(table, made.element);
  const button = table.querySelector("#review button");
  if (button) button.textContent = t("Have the server review it, for everybody who sees the game");
  button?.classList.remove("main");
  await made.start();
}

/**
 * What the server has found, and how well each player played.
 * @param {LivestoneTable} table @param {Driver} driver @param {Snapshot} shown
 * @param {NonNullable<Answer["review"]>} review
 */
function keptReview(table, driver, shown, { unit, plies, sides }) {
  const { seats } = driver.description;
  const telling = new Telling({ seats, last: shown.last_ply, points: unit !== "wins" }, table);
  telling.show(new Map(plies.map((one) => [one.ply, one])));
  table.addEventListener("livestone-shown", () => telling.tell());
  const words = sides.map(({ accuracy }, seat) =>
    accuracy !== null && h("li", {}, t("{player}: accuracy {n} of 100.", { player: t(seats[seat].name), n: Math.round(accuracy) })));
  return section(telling.element, h("ul", { class: "soft small accuracy" }, ...words));
}

/** @param {...HTMLElement} content */
function section(...content) {
  return h("section", { class: "judged", "aria-labelledby": "judged-title" }, h("h2", { id: "judged-title" }, t("Why?")), ...content);
}

/**
 * Put a review beside the table, instead of one that is there.
 * @param {LivestoneTable} table @param {HTMLElement} element
 */
function place(table, element) {
  element.removeAttribute("data-beside"); // the page's own sections come anew from the server
  table.querySelector(".judged")?.remove();
  table.querySelector(".panel > .seats")?.before(element);
}

/**
 * Where to practise.
 * @param {LivestoneTable} table
 */
function places({ dataset: { puzzles, lessons, rules } }) {
  const known = [
    { label: t("Puzzles of this game"), href: puzzles ?? "" },
    { label: t("Lessons of this game"), href: lessons ?? "" },
    { label: t("Rules"), href: rules ?? "" },
  ];
  return known.filter(({ href }) => href);
}
