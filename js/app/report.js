/** The designer's report: its games, played through on the app's board. */

import { Game } from "../src/game.js";
import { Record as GameRecord } from "../src/record.js";
import { h } from "../table/dom.js";
import { Player } from "../table/playing.js";
import { LivestoneTable } from "../table/table.js";
import { t } from "../table/words.js";
import { read, readJson } from "./files.js";
import { keptOf } from "./kept.js";
import { WatchingDriver } from "./watching.js";

for (const figure of document.querySelectorAll("figure.replay")) {
  const button = /** @type {HTMLButtonElement} */ (figure.querySelector("button"));
  button.hidden = false;
  button.addEventListener("click", () => open(figure, button));
}

/** @param {Element} figure @param {HTMLButtonElement} button */
async function open(figure, button) {
  button.disabled = true;
  const name = `games/${figure.getAttribute("data-game")}`;
  try {
    const game = await Game.from(await readJson(`${name}.json`), await read(`${name}.wasm`));
    const kept = keptOf(GameRecord.read(figure.querySelector("pre")?.textContent ?? "", [game]));
    const table = new LivestoneTable();
    figure.querySelector("svg")?.replaceWith(table);
    table.driver = new WatchingDriver(game, kept);
    const player = new Player(table, kept.moves.length);
    button.remove();
    table.before(player.element);
    await table.goTo(0);
    player.toggle(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  } catch (error) {
    button.replaceWith(h("p", { role: "alert" }, t("This game cannot be shown: {why}", { why: error instanceof Error ? error.message : String(error) })));
  }
}
