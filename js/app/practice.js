/** What to practise after a game, by the mistakes in it. */

import { t } from "../table/words.js";
import { hasTheme, puzzlesOf } from "./puzzles.js";
import { to } from "./routes.js";

/** @typedef {import("../table/judging.js").Judge} Judge */
/** @typedef {import("../table/judging.js").Judged} Judged */

/**
 * The places to practise: puzzles of what went wrong, lessons, rules; the most fitting one first.
 * @param {import("./catalogue.js").Entry} entry @param {Judge} judge @param {Judged[]} mistakes
 * @returns {Promise<{ label: string, href: string }[]>}
 */
export async function practice(entry, judge, mistakes) {
  const { id: game, lessons } = entry;
  const puzzles = await puzzlesOf(entry).catch(() => []); // without a network perhaps
  const isFor = (/** @type {string} */ theme) => puzzles.some((one) => hasTheme(one, theme));
  const lost = (/** @type {(before: number, after: number) => boolean} */ test) =>
    mistakes.some((one) => one.proved && test(one.worth[one.mover] - even(judge), one.worth[one.mover] - one.cost - even(judge)));
  const found = [];
  if (isFor("win") && lost((before, after) => before > 0 && after <= 0)) found.push({ label: t("Puzzles: win what is won"), href: to("puzzles", { game, theme: "win" }) });
  if (isFor("save the draw") && lost((before, after) => before === 0 && after < 0)) found.push({ label: t("Puzzles: save the draw"), href: to("puzzles", { game, theme: "save the draw" }) });
  if (isFor("block") && lost((before, after) => before >= 0 && after < 0)) found.push({ label: t("Puzzles: block a threat"), href: to("puzzles", { game, theme: "block" }) });
  if (puzzles.length) found.push({ label: t("Puzzles of this game"), href: to("puzzles", { game }) });
  if (lessons) found.push({ label: t("Lessons of this game"), href: to("lessons", { game }) });
  return [...found, { label: t("Rules"), href: to("rules", { game }) }];
}

/** What a draw is worth. @param {Judge} judge */
function even({ points, game }) {
  return points ? 0 : 1 / game.manifest.players;
}
