/** Solving puzzles on a table: `#puzzles?game=...`, `#puzzle?game=...&n=...` and `#daily`. */

import { LivestoneError } from "../src/errors.js";
import { t } from "../table/words.js";
import { PuzzlePanel } from "./puzzle_panel.js";
import { nextPuzzle, nothingTried, progressId } from "./puzzle_progress.js";
import { puzzleList } from "./puzzle_list.js";
import { hasTheme, puzzleAt, puzzleOfDay, puzzlesOf, today } from "./puzzles.js";
import { to } from "./routes.js";

/** @typedef {import("./page.js").App} App */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/**
 * `#puzzles`: all games' puzzles; `#puzzles?game=...&theme=...`: those of one game, one after the
 * other.
 * @type {import("./page.js").Show}
 */
export async function puzzles(app, route) {
  const id = route.query.get("game");
  if (id === null) return puzzleList(app);
  const entry = app.catalogue.find(id);
  const theme = route.query.get("theme") ?? "";
  const all = await puzzlesOf(entry);
  const chosen = all.filter((one) => !theme || hasTheme(one, theme));
  if (!chosen.length) throw new LivestoneError(nothingThere(entry, all, theme), "unknown-puzzle");
  const next = async (/** @type {string} */ shown) =>
    /** @type {Puzzle} */ (nextPuzzle(chosen, await app.store.progress(progressId(id), nothingTried()), shown));
  const panel = new PuzzlePanel(app, { next, address: "" });
  return panel.page(await next(""), t("Puzzles of {game}", { game: t(entry.title) }));
}

/** `#puzzle?game=...&n=...`: one puzzle, for a link. @type {import("./page.js").Show} */
export async function puzzle(app, { query }) {
  const entry = app.catalogue.find(query.get("game") ?? "");
  const found = await puzzleAt(entry, query.get("n") ?? "");
  const title = t("Puzzle {n} of {game}", { n: found.n, game: t(entry.title) });
  return new PuzzlePanel(app, { address: to("puzzles", { game: entry.id }) }).page(found, title);
}

/** `#daily`: the puzzle of the day. @type {import("./page.js").Show} */
export async function daily(app) {
  const day = today();
  const found = await puzzleOfDay(app.catalogue, day);
  const panel = new PuzzlePanel(app, { day, address: to("puzzles", { game: found.game }) });
  return panel.page(found, t("Puzzle of the day, {day}", { day }));
}

/** @param {import("./catalogue.js").Entry} entry @param {Puzzle[]} all @param {string} theme */
function nothingThere(entry, all, theme) {
  const game = t(entry.title);
  if (!all.length) return t("There are no puzzles of {game} in this edition.", { game });
  return t("{game} has no puzzle with the theme “{theme}”.", { game, theme: theme.slice(0, 40) });
}
