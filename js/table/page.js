/**
 * The server's page of a game: the table takes the place of what was sent for browsers without
 * scripts, once it knows the game; until then, and where that fails, the page works by its forms.
 */

import { Beside } from "./beside.js";
import { HowToPlay } from "./how_to_play.js";
import { nextLevel } from "./next_level.js";
import { apply, get, set } from "./preferences.js";
import { isRenewed } from "./renewal.js";
import { hasOthers, status } from "./sentences.js";
import { ServerDriver } from "./server.js";
import { LivestoneTable } from "./table.js";
import { speakAsPage, t } from "./words.js";

/** @typedef {import("./driver.js").Link} Link */
/** @typedef {import("./driver.js").Snapshot} Snapshot */

const WATCHED = 20_000; // milliseconds until it is asked again who watches
const MOST_LEVEL = 10;
const REMATCH = "rematch"; // the page, kept in this tab, on which a rematch was asked for

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const table = /** @type {LivestoneTable} */ (document.querySelector("livestone-table"));
const { page, game, events, description, part, again, compiled, options } = /** @type {Record<string, string>} */ (table.dataset);
let leaving = false; // for a rematch
let unbegun = false; // whether this page was shown while the game had no rematch
let standing = ""; // what decides what stands beside the table
let looked = performance.now(); // when that was read last

/** @param {string} path a path from this page on */
const from = (path) => new URL(path, new URL(page, location.href)).pathname;

/** @param {Snapshot} shown @returns {Link[]} */
function links(shown) {
  const { id, status: state, onlooker, rematch, offers } = shown;
  const lobby = from("../lobby");
  const ways = [];
  if (rematch) ways.push({ label: t("To the rematch"), href: from(rematch), main: true });
  else if (state === "finished" && !onlooker && !offers.some(({ kind }) => kind === "rematch")) {
    const label = hasOthers(shown) ? t("Ask for a rematch") : t("Rematch");
    ways.push({ label, act: () => table.change("rematch"), main: true });
  }
  ways.push(...otherLevel(shown));
  if (onlooker) ways.push({ label: t("To the lobby"), href: lobby, main: true });
  else ways.push({ label: t("New game"), href: again, main: state === "finished" });
  if (isStudied(shown)) ways.push({ label: t("Analyse"), act: () => post("../studies", { table: id, ply: String(shown.ply) }) });
  if (isStudied(shown) && state === "finished") ways.push({ label: t("Engine review"), ...reviewing(id) });
  return [
    ...ways,
    { label: t("Rules"), href: from(`../rules/${table.dataset.rules}`) },
    { label: t("Save as text"), href: from(`${id}/record/txt`), save: true },
    { label: t("Save as JSON"), href: from(`${id}/record/json`), save: true },
    { label: get("sounds") ? t("Turn sounds off") : t("Turn sounds on"), act: () => set("sounds", !get("sounds")) },
  ];
}

/**
 * A stronger opponent after a win against bots, a weaker one after a loss.
 * @param {Snapshot} shown @returns {Link[]}
 */
function otherLevel({ status: state, seats, winners }) {
  const [mine, ...more] = seats.filter(({ is_me: isMe }) => isMe);
  const bots = seats.filter(({ kind }) => kind === "bot");
  if (state !== "finished" || !winners?.length || !mine || more.length || bots.length + 1 < seats.length) return [];
  const played = Math.max(...bots.map((bot) => bot.level ?? 0));
  const next = nextLevel(played, winners.includes(mine.index), MOST_LEVEL);
  if (!next) return [];
  const [path, query] = again.split("?");
  const fields = Object.fromEntries(new URLSearchParams(query));
  for (const { index } of bots) fields[`seat${index}`] = `bot:${next.level}`;
  return [{ label: next.label, act: () => post(path, fields), main: true }];
}

/**
 * The way to a review: the device makes it on its page where it can, else the server is asked.
 * @param {string} id @returns {Partial<Link>}
 */
function reviewing(id) {
  return compiled ? { href: from(`${id}/review`) } : { act: () => post(`${id}/review`, {}) };
}

/**
 * Whether the game may be studied: it is over, or one only watches, and nothing is hidden.
 * @param {Snapshot} shown
 */
function isStudied({ last_ply: last, status: state, onlooker, viewer }) {
  return last > 0 && (state === "finished" || (onlooker && viewer === null && state === "running"));
}

/**
 * Send a form, and go where it leads.
 * @param {string} path @param {Record<string, string>} fields
 */
function post(path, fields) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = from(path);
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    [field.name, field.value] = [name, value];
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** @param {Snapshot} shown */
function show(shown) {
  if (leaving) return;
  document.title = `${status(shown, /** @type {any} */ (table.driver).description)} ${main.dataset.title}`;
  const called = shown.my_turn && hasOthers(shown);
  main.toggleAttribute("data-my-turn", shown.my_turn);
  main.dataset.version = String(shown.version); // that something has changed
  const [icon, wanted] = [document.getElementById("icon"), main.dataset[called ? "called" : "icon"] ?? ""];
  if (icon?.getAttribute("href") !== wanted) icon?.setAttribute("href", wanted);
  const live = shown.ply === shown.last_ply;
  history.replaceState(null, "", live ? page : `${page}?ply=${shown.ply}`);
  goToRematch(shown);
  stand.lines(shown);
  lookBeside(shown);
}

/**
 * Read what stands beside the table again, if it may have changed.
 * @param {Snapshot} shown
 */
function lookBeside(shown) {
  const { status: state, seats, last_ply: last } = shown;
  const now = JSON.stringify([state, seats.map(({ name, kind }) => [name, kind])]);
  const crowd = /** @type {any} */ (shown).public && performance.now() - looked > WATCHED;
  const changed = standing && standing !== now;
  standing = now;
  if (!changed && !(crowd && last)) return;
  looked = performance.now();
  stand.update();
}

/**
 * Players go to a rematch that begins while their page is open, or while it is read anew. Those
 * who open the old game later stay there.
 * @param {Snapshot} shown
 */
function goToRematch({ rematch, onlooker, offers }) {
  const before = asked(offers.some(({ kind, refused }) => kind === "rematch" && !refused));
  if (rematch && !onlooker && (unbegun || before)) return begin(rematch);
  unbegun = !rematch;
}

/** @param {string} id of the game that has begun */
function begin(id) {
  leaving = true;
  asked(false);
  document.dispatchEvent(new CustomEvent("begins"));
  location.assign(from(id));
}

/**
 * Whether a rematch was asked for when this tab last showed the page, and note whether it is now.
 * @param {boolean} now
 */
function asked(now) {
  try {
    const before = sessionStorage.getItem(REMATCH) === page;
    if (now) sessionStorage.setItem(REMATCH, page);
    else if (before) sessionStorage.removeItem(REMATCH);
    return before;
  } catch {
    return false; // a browser may refuse to keep anything
  }
}

apply();
await speakAsPage();
const stand = new Beside(table, part, () => /** @type {ServerDriver | null} */ (table.driver)?.refresh());
const told = document.getElementById("snapshot")?.textContent;
// The page has just come: what the server said is as old as the first byte of it.
const arrival = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.responseStart ?? performance.now();
const first = told ? { answer: JSON.parse(told), age: performance.now() - arrival } : null;
const settings = { game, events, compiled, options, links, began: begin, talked: () => stand.update() };
const answer = await fetch(description);
const driver = await ServerDriver.open(await answer.json(), settings, first);
table.addEventListener("livestone-shown", (event) => show(/** @type {CustomEvent} */ (event).detail));
const rules = from(`../rules/${table.dataset.rules}`);
table.howToPlay = new HowToPlay(table.dataset.rules ?? "", rules, async () => (await fetch(`${rules}/drawer`)).text());
const ply = new URLSearchParams(location.search).get("ply");
const notice = table.querySelector("#notice");
table.driver = driver;
if (ply !== null) table.goTo(Number(ply));
if (isRenewed()) table.tell(t("A new edition of Livestone is here. This page was loaded again; nothing is lost."));
if (notice) table.tell(notice.textContent ?? "", notice.classList.contains("refused"));
