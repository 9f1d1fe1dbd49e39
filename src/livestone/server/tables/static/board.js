// The table in the browser. It knows no rules: it matches what is clicked or typed with the legal
// moves' paths, posts the page's own forms, and morphs the page into what the server answers.
/* global Idiomorph */

const main = document.getElementById("main");
const page = location.pathname;
const studying = "study" in main.dataset;
const PART = { "X-Part": "main" }; // whatever is around it stays as it is
const byId = (id) => document.getElementById(id);
const board = () => byId("board");
const sites = () => [...board().querySelectorAll("[data-site]")];
const siteNamed = (name) => board().querySelector(`[data-site="${CSS.escape(name)}"]`);

let paths = {}; // move text -> tokens
let given = []; // the tokens given so far
let unsure = null; // the move that waits for a second tap, and the token it ends with
let here = null; // the site that Tab reaches
let busy = false; // a move or another change is under way
let newest = 0; // the newest version that the server has told of
let reading = null; // the page being fetched
let stream = null; // the events of this table
let looking = null; // the timer of a hidden tab
let again = null; // the timer after which the page is read again that could not be read
let trips = []; // how long the last messages took to the server and back, in milliseconds
let age = 0; // how long ago, about, the server said what is being shown (milliseconds)
let bottom = null; // the ply's address that the move list last scrolled to
let unbegun = false; // whether this page was shown while the game had no rematch

function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const fresh = next.getElementById("main");
  if (!fresh?.dataset.version) return false;
  trouble("");
  if (Number(fresh.dataset.version) < Number(main.dataset.version)) return true;
  const focus = document.activeElement;
  const refuge = byId("record").contains(focus) ? "scroll" : "status";
  Idiomorph.morph(main, fresh, {
    // A half-typed move stays; any other focused element, a site above all, is brought up to date.
    ignoreActiveValue: !busy && focus?.matches("input"),
    callbacks: {
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
      beforeNodeMorphed: (node) => !node.matches?.("[data-keep]"),
    },
  });
  document.title = next.title;
  settle();
  if (focus !== document.body && document.activeElement === document.body) {
    byId(refuge).focus({ preventScroll: true });
  }
  return true;
}

function settle() {
  paths = JSON.parse(board().dataset.paths);
  given = [];
  unsure = null;
  const all = sites();
  const current = all.find((site) => site.dataset.site === here) ??
    all.find((site) => site.matches('[tabindex="0"]'));
  here = current?.dataset.site ?? null;
  for (const site of all) site.setAttribute("tabindex", site === current ? "0" : "-1");
  mark();
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  if (byId("confirm")) {
    byId("confirm").hidden = !byId("type");
    byId("confirm").firstElementChild.checked = asks();
  }
  document.dispatchEvent(new CustomEvent("shown", { detail: age }));
  const list = byId("scroll");
  const { ply, last } = main.dataset;
  const chosen = list.querySelector("[aria-current]");
  if (chosen && bottom !== chosen.href) {
    const away = chosen.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop = ply === last ? list.scrollHeight : list.scrollTop + away - list.clientHeight / 2;
  }
  bottom = chosen?.href;
  goToRematch();
}

// Players go to a rematch that begins while their page is open, or while it is read anew.
// Those who open the old game later stay there.
function goToRematch() {
  const { rematch } = main.dataset;
  const before = asked(Boolean(document.querySelector("#offer-rematch button")));
  if (rematch && (unbegun || before)) {
    document.dispatchEvent(new CustomEvent("begins"));
    leave(rematch);
  }
  unbegun = !rematch;
}

function leave(url) {
  unbegun = false; // the same rematch, if it is one, is not gone to twice
  asked(false);
  location.assign(url);
}

// Whether a rematch was asked for when this tab last showed the page, and note whether it is now.
function asked(now) {
  try {
    const before = sessionStorage.getItem("rematch") === page;
    if (now) sessionStorage.setItem("rematch", page);
    else if (before) sessionStorage.removeItem("rematch");
    return before;
  } catch {
    return false; // a browser may refuse to keep anything
  }
}

function mark() {
  const open = following();
  const hint = JSON.parse(board().dataset.hint || "[]");
  const decided = planned();
  for (const site of sites()) {
    const name = site.dataset.site;
    site.classList.toggle("chosen", given.includes(name) || decided.includes(name));
    site.classList.toggle("next", given.length > 0 && open.has(name));
    site.classList.toggle("hint", hint.includes(name));
    site.classList.remove("pressed");
  }
  const named = given.length ? [...open].filter((token) => !siteNamed(token)) : [];
  const sure = unsure ? [playButton(), button("Choose again", cancel)] : [];
  byId("more").replaceChildren(...sure, ...named.map(choiceButton));
  byId("more").hidden = !named.length && !sure.length;
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function choiceButton(token) {
  return button(JSON.parse(board().dataset.labels || "{}")[token] ?? token, () => give(token));
}

function playButton() {
  const { move, token } = unsure;
  const made = button(`Play ${given.join(" ")}`, () => play(move, token));
  made.className = "main";
  return made;
}

function say(text) {
  byId("told").textContent = text;
}

const begins = (path, tokens) => tokens.every((token, at) => path[at] === token);
const matching = (tokens) => Object.entries(paths).filter(([, path]) => begins(path, tokens));
const following = () => new Set(matching(given).flatMap(([, path]) => path[given.length] ?? []));

// A player who waits may choose what to play then; the same again forgets it.
function ahead(token) {
  const chosen = planned();
  const whole = chosen.length >= Number(board().dataset.plans);
  if (chosen.includes(token)) return plan([]);
  plan(whole ? [token] : [...chosen, token]);
}

const planned = () => JSON.parse(board().dataset.planned || "[]");

function plan(tokens) {
  const data = new FormData(byId("type"));
  data.set("move", tokens.join(" "));
  send(byId("type"), data);
}

// Asking before a move is played: what was chosen here, else on touch screens with other people.
function asks() {
  if (studying) return false;
  const touch = matchMedia("(pointer: coarse)").matches;
  return kept() ? kept() === "yes" : touch && "people" in main.dataset;
}

// A browser may refuse to keep anything.
function kept(choice) {
  try {
    if (choice) localStorage.setItem("confirm", choice);
    return localStorage.getItem("confirm");
  } catch {
    return choice ?? null;
  }
}

function give(token) {
  if (busy) return;
  if ("plans" in board().dataset) return ahead(token);
  if (!("playable" in board().dataset)) return;
  if (unsure) {
    if (unsure.token === token) return play(unsure.move, token);
    given = given.slice(0, -1);
    unsure = null;
  }
  let tokens = [...given, token];
  let found = matching(tokens);
  if (!found.length && given.length) {
    tokens = [token]; // another first token instead
    found = matching(tokens);
  }
  if (!found.length) return refuse(token);
  const whole = found.find(([, path]) => path.length === tokens.length);
  if (whole && !isTiny(token) && !asks()) return play(whole[0], token);
  unsure = whole ? { move: whole[0], token } : null;
  given = tokens;
  mark();
  say(unsure ? `Tap ${token} again to play there.` : `${tokens.join(" ")} is chosen. What comes next?`);
}

// The server knows why a move is refused, so a lone site that is no legal move is sent too.
function refuse(token) {
  if (Object.values(paths).every((path) => path.length === 1)) return play(token, token);
  cancel();
  say(`${token} cannot be played now.`);
}

function cancel() {
  given = [];
  unsure = null;
  mark();
  say("");
}

// On a touch screen a cell smaller than a fingertip wants two taps.
function isTiny(token) {
  const site = siteNamed(token);
  if (!site || byKey || !matchMedia("(pointer: coarse)").matches) return false;
  return site.getBoundingClientRect().width < 24;
}

function play(move, token) {
  const data = new FormData(byId("type"));
  data.set("move", move);
  if (trips.length) data.set("lag", (Math.min(...trips, 60_000) / 1000).toFixed(3));
  cancel();
  siteNamed(token)?.classList.add("pressed");
  send(byId("type"), data);
}

async function send(form, data) {
  const waits = form.dataset.wait; // a form that only asks; the game may go on meanwhile
  if (busy) return;
  const before = main.dataset.last;
  const body = new URLSearchParams(data);
  busy = !waits;
  say(waits ?? "");
  reading?.abort();
  try {
    const began = performance.now();
    const answer = await fetch(form.action, { method: "POST", body, headers: PART });
    const there = new URL(answer.url);
    const html = await answer.text();
    if (!waits) timed(performance.now() - began);
    if (waits && main.dataset.last !== before) return;
    if (answer.redirected && there.pathname !== page) return leave(there);
    if (!show(html)) lose("The server could not answer. Nothing was lost: please try again.");
    else if (studying) history.replaceState(null, "", answer.redirected ? there : location.href);
    else if (location.search) history.replaceState(null, "", page);
    if (answer.ok && ["type", "say"].includes(form.id)) form.reset();
  } catch {
    lose("The server cannot be reached, so this was not done. Please try again.");
  } finally {
    if (!waits) busy = false;
    say("");
    mark();
    catchUp();
  }
}

function showLastWords() {
  const log = byId("talk-log");
  log?.scrollTo(0, log.scrollHeight);
}

// Read the page again if the server has told of something newer.
function catchUp() {
  if (!busy && newest > Number(main.dataset.version)) refresh();
}

// What a server or a proxy answers that is in trouble is no page of this game: it stays as it is.
const isTrouble = (answer) => answer.status >= 500 || answer.status === 429;

async function refresh() {
  reading?.abort();
  clearTimeout(again);
  const request = (reading = new AbortController());
  try {
    const began = performance.now();
    const headers = { ...PART };
    if (document.hidden) headers["X-Hidden-Tab"] = "yes"; // nobody sees what is read now
    const answer = await fetch(location.href, { signal: request.signal, headers });
    if (isTrouble(answer)) throw new Error(answer.status);
    const html = await answer.text();
    timed(performance.now() - began);
    if (!request.signal.aborted && !show(html)) location.reload();
  } catch {
    if (request.signal.aborted) return;
    lose(byId("lost").textContent || "The server cannot be reached. Trying again.");
  }
}

function timed(trip) {
  trips = [...trips, trip].slice(-5);
  age = trip / 2;
}

function goTo(url) {
  history.replaceState(null, "", url);
  refresh();
}

function trouble(text) {
  const lost = byId("lost");
  lost.textContent = text;
  lost.classList.toggle("on", Boolean(text));
}

// Say what has failed until the page can be read again, which is tried from now on.
function lose(text) {
  trouble(text);
  clearTimeout(again);
  again = setTimeout(refresh, 2000);
}

// A hidden tab listens to nothing: browsers keep few connections to one server. Where it waits for
// people it looks now and then, so that its title can say whose turn it is.
function listen() {
  stream?.close();
  clearInterval(looking);
  if (!main.dataset.events) return;
  if (document.hidden) {
    looking = setInterval(() => "people" in main.dataset && refresh(), 10_000);
    return;
  }
  stream = new EventSource(main.dataset.events);
  stream.addEventListener("open", () => trouble(""));
  stream.addEventListener("changed", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).version);
    catchUp();
  });
  stream.addEventListener("thinking", (event) => {
    const { seconds, limit } = JSON.parse(event.data);
    const bar = byId("thinking");
    if (limit) bar.value = Math.min(1, seconds / limit);
    bar.hidden = false;
  });
  stream.addEventListener("talk", async () => {
    if (!busy) await refresh();
    showLastWords();
  });
  stream.addEventListener("trouble", (event) => trouble(JSON.parse(event.data).message));
  stream.addEventListener("error", () => {
    trouble("The connection is lost. Trying again; your game is safe.");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const leaps = { Home: [-1, 0], End: [1, 0], PageUp: [0, -1], PageDown: [0, 1] };
let byKey = false; // the last site was given with the keyboard

// The nearest site within a cone around the direction; straight ahead is best.
function neighbour(from, [right, down]) {
  const middle = (site) => {
    const box = site.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const site of sites()) {
    const [sx, sy] = middle(site);
    const along = (sx - x) * right + (sy - y) * down;
    const across = Math.abs((sx - x) * down) + Math.abs((sy - y) * right);
    const cost = along + 2 * across;
    if (along > 1 && across < along * 1.2 && cost < least - 0.5) [best, least] = [site, cost];
  }
  return best;
}

function walk(site) {
  if (!site) return;
  siteNamed(here)?.setAttribute("tabindex", "-1");
  here = site.dataset.site;
  site.setAttribute("tabindex", "0");
  site.focus({ preventScroll: true });
}

function boardKey(event, site) {
  if (event.key in steps) walk(neighbour(site, steps[event.key]));
  else if (event.key in leaps) {
    let last = site;
    for (let next = site; next; next = neighbour(next, leaps[event.key])) last = next;
    walk(last);
  } else if (event.key === "Enter" || event.key === " ") {
    byKey = true;
    give(site.dataset.site);
  } else return;
  event.preventDefault();
}

const listKeys = {
  ArrowLeft: "back", ArrowUp: "back", ArrowRight: "forward", ArrowDown: "forward",
  Home: "first", End: "last",
};

if (studying) Object.assign(listKeys, { ArrowUp: "over", ArrowDown: "under" });

// In a study the arrows step through the moves wherever nothing else has the focus.
const inList = (target) => target.closest("#record") || (studying && target === document.body);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const site = event.target.closest("[data-site]");
  if (event.key === "Escape" && given.length) return cancel();
  if (event.key === "Escape" && planned().length && !busy) return plan([]);
  if (site) return boardKey(event, site);
  if (inList(event.target) && event.key in listKeys) {
    event.preventDefault();
    const link = byId(`step-${listKeys[event.key]}`);
    if (link.href) goTo(link.href);
  }
});

// Browsers offer the clipboard itself only to addresses that nobody can listen to.
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  say("The link is copied.");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) return copy(byId(button.dataset.copy));
  const site = event.target.closest("#board [data-site]");
  const link = event.target.closest("a[data-morph]");
  if (site) {
    byKey = false;
    walk(site);
    give(site.dataset.site);
  } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    goTo(link.getAttribute("href")); // in a picture a link's href is no text
  }
});

document.addEventListener("change", (event) => {
  if (event.target.closest("#confirm")) {
    kept(event.target.checked ? "yes" : "no");
  }
});

document.addEventListener("submit", (event) => {
  if (!main.contains(event.target)) return;
  event.preventDefault();
  send(event.target, new FormData(event.target, event.submitter));
});

// A visitor who comes back sees the clocks as they are now.
document.addEventListener("visibilitychange", () => {
  listen();
  if (!document.hidden && document.querySelector(".clock")) refresh();
});
settle();
listen();
showLastWords();
