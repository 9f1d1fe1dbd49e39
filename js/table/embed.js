/** For other people's pages: `<livestone-table game="freedom" level="2">` plays by itself. */

import { Game } from "../src/index.js";
import { LocalDriver } from "./local.js";
import { apply } from "./preferences.js";
import { LivestoneTable } from "./table.js";
import { t } from "./words.js";

export { LivestoneBoard } from "./board.js";
export { LivestoneTable, LocalDriver };

const ADDRESS = new URL("./games/", import.meta.url);

/**
 * Start the game that a table's attributes name: `game`, `level`, `seat` (a colour), and the
 * game's options as `option-size="8"`.
 * @param {LivestoneTable} table
 */
export async function startEmbedded(table) {
  try {
    const options = [...table.attributes].filter(({ name }) => name.startsWith("option-"));
    const chosen = options.map(({ name, value }) => `,${name.slice("option-".length)}=${value}`).join("");
    const address = new URL(`${encodeURIComponent(`${table.getAttribute("game")}${chosen}`)}.json`, ADDRESS);
    const game = await Game.load(address);
    const colour = table.getAttribute("seat");
    const mine = Math.max(0, game.manifest.seats.findIndex((/** @type {{ colour: string }} */ seat) => seat.colour === colour));
    const level = Number(table.getAttribute("level") ?? 2);
    const seats = game.manifest.seats.map((/** @type {unknown} */ _, /** @type {number} */ at) =>
      at === mine ? { kind: "person" } : { kind: "bot", level },
    );
    const links = (/** @type {import("./driver.js").Snapshot} */ { status }) =>
      status === "finished" ? [{ label: t("Again"), main: true, act: () => startEmbedded(table) }] : [];
    table.driver?.close();
    const driver = LocalDriver.start(game, seats, { links });
    table.driver = driver;
    driver.begin();
  } catch (error) {
    table.root.textContent = t("This game cannot be shown: {why}", { why: error instanceof Error ? error.message : String(error) });
  }
}

// Wherever on the page a table is put, and whenever.
document.addEventListener("livestone-connected", ({ target }) => begin(target));
for (const table of document.querySelectorAll("livestone-table[game]")) begin(table);

/** @param {EventTarget | null} table */
function begin(table) {
  if (!(table instanceof LivestoneTable) || !table.hasAttribute("game") || table.shadowRoot) return;
  table.isolate(new URL("./table.css", import.meta.url).href);
  apply(table.root);
  startEmbedded(table);
}
