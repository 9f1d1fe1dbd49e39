// The board of studies, reviews, samples and games that are only watched; that of a game that is
// played is js/table. It knows no rules: it matches what is clicked or typed with the legal moves'
// paths, posts the page's own forms, and morphs the page into what the server answers.
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
let again = null; // the timer after which the page is read again that could not be read
let bottom = null; // the ply's address that the move list last scrolled to

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
  document.dispatchEvent(new CustomEvent("shown"));
  const list = byId("scroll");
  const { ply, last } = main.dataset;
  const chosen = list.querySelector("[aria-current]");
  if (chosen && bottom !== chosen.href) {
    const away = chosen.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop = ply === last ? list.scrollHeight : list.scrollTop + away - list.clientHeight / 2;
  }
  bottom = chosen?.href;
}

function mark() {
  const open = following();
  for (const site of sites()) {
    const name = site.dataset.site;
    site.classList.toggle("chosen", given.includes(name));
    site.classList.toggle("next", given.length > 0 && open.has(name));
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

function give(token) {
  if (busy) return;
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
  if (whole && !isTiny(token)) return play(whole[0], token);
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
  cancel();
  siteNamed(token)?.classList.add("pressed");
  send(byId("type"), data);
}

async function send(form, data) {
  if (busy) return;
  const body = new URLSearchParams(data);
  busy = true;
  say("");
  reading?.abort();
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: PART });
    const there = new URL(answer.url);
    const html = await answer.text();
    if (answer.redirected && there.pathname !== page) return location.assign(there);
    if (!show(html)) lose("The server could not answer. Nothing was lost: please try again.");
    else if (studying) history.replaceState(null, "", answer.redirected ? there : location.href);
    else if (location.search) history.replaceState(null, "", page);
    if (answer.ok && form.id === "type") form.reset();
  } catch {
    lose("The server cannot be reached, so this was not done. Please try again.");
  } finally {
    busy = false;
    say("");
    mark();
    catchUp();
  }
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
    const answer = await fetch(location.href, { signal: request.signal, headers: PART });
    if (isTrouble(answer)) throw new Error(answer.status);
    const html = await answer.text();
    if (!request.signal.aborted && !show(html)) location.reload();
  } catch {
    if (request.signal.aborted) return;
    lose(byId("lost").textContent || "The server cannot be reached. Trying again.");
  }
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

// A hidden tab listens to nothing: browsers keep few connections to one server.
function listen() {
  stream?.close();
  if (!main.dataset.events || document.hidden) return;
  stream = new EventSource(main.dataset.events);
  stream.addEventListener("open", () => trouble(""));
  stream.addEventListener("changed", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).version);
    catchUp();
  });
  stream.addEventListener("error", () => {
    trouble("The connection is lost. Trying again; your game is safe.");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let byKey = false; // the last site was given with the keyboard
const leaps = { Home: [-1, 0], End: [1, 0], PageUp: [0, -1], PageDown: [0, 1] };

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

document.addEventListener("submit", (event) => {
  if (!main.contains(event.target)) return;
  event.preventDefault();
  send(event.target, new FormData(event.target, event.submitter));
});

document.addEventListener("visibilitychange", listen);
settle();
listen();
