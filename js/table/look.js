/**
 * The server's page of a game that is only looked at: one that is watched, a record. The
 * table takes the place of what was sent for browsers without scripts.
 */

import { Beside } from "./beside.js";
import { Player } from "./playing.js";
import { apply } from "./preferences.js";
import { lookedAt } from "./sentences.js";
import { ServerDriver } from "./server.js";
import { LivestoneTable } from "./table.js";
import { speakAsPage, t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const table = /** @type {LivestoneTable} */ (document.querySelector("livestone-table"));
const { game, events, description, newest, plays } = /** @type {Record<string, string>} */ (table.dataset);

/** @param {Snapshot} shown */
function show(shown) {
  document.title = `${shown.said} ${main.dataset.title}`;
  const live = shown.ply === shown.last_ply;
  // Who looks back stays with this game when the next one begins.
  if (!live && newest !== undefined) settings.game = shown.id;
  history.replaceState(null, "", live ? settings.game : `${settings.game}?ply=${shown.ply}`);
  if (main.dataset.version !== String(shown.version)) {
    main.dataset.version = String(shown.version);
    stand.address = settings.game;
    stand.update();
  }
}

// What a form begins, it begins at the position shown.
table.addEventListener("formdata", (event) => {
  const { formData } = /** @type {FormDataEvent} */ (event);
  if (formData.has("ply") && table.shown) formData.set("ply", String(table.shown.ply));
});

apply();
await speakAsPage();
const stand = new Beside(table, game, () => {});
const told = document.getElementById("snapshot")?.textContent;
const known = told ? { answer: JSON.parse(told), age: 0 } : null;
const settings = { game, events, part: { "X-Part": "table" }, words: lookedAt };
const driver = await ServerDriver.open(await (await fetch(description)).json(), settings, known);
const asked = new URLSearchParams(location.search).get("ply");
table.addEventListener("livestone-shown", (event) => show(/** @type {CustomEvent} */ (event).detail));
table.driver = driver;
if (asked !== null) table.goTo(Number(asked));
if (plays !== undefined) {
  const { last_ply: last } = await driver.snapshot();
  const player = new Player(table, last);
  table.querySelector(".status")?.after(player.element);
  if (!Number(asked) && !matchMedia("(prefers-reduced-motion: reduce)").matches) player.toggle(true);
}
