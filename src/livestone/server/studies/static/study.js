// A study in the browser: drawing marks on the board, with the mouse, a finger or the keyboard; and
// what the engine says of the position that is shown, as long as it is switched on. Moves, steps and forms are board.js's business; marks are sent by the page's own form.

const main = document.getElementById("main");
const byId = (id) => document.getElementById(id);

let drawing = false; // whether the board is drawn on, and not played on
let begun = null; // the site where a mark begins

function settle() {
  const draw = byId("draw");
  if (draw) {
    draw.hidden = false;
    draw.setAttribute("aria-pressed", String(drawing));
    byId("mark-note").querySelector(".hands").hidden = false;
  } else {
    drawing = false;
  }
  main.classList.toggle("drawing", drawing);
}

// The site under a pointer, wherever a drag began.
function siteAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found?.closest("#board [data-site]")?.dataset.site ?? null;
}

function mark(at, to, event) {
  const form = byId("mark-form");
  if (!form || !at || !to) return;
  form.elements.at.value = at;
  form.elements.to.value = to === at ? "" : to;
  if (event?.shiftKey) form.elements.colour.value = "red";
  if (event?.altKey) form.elements.colour.value = "blue";
  form.requestSubmit();
}

const draws = (event) => event.button === 2 || (drawing && event.button === 0);

document.addEventListener("pointerdown", (event) => {
  begun = draws(event) && byId("mark-form") ? siteAt(event) : null;
});
document.addEventListener("pointerup", (event) => {
  if (begun) mark(begun, siteAt(event), event);
  begun = null;
});
document.addEventListener("pointercancel", () => (begun = null));
document.addEventListener("contextmenu", (event) => {
  if (byId("mark-form") && event.target.closest("#board [data-site]")) event.preventDefault();
});

// While one draws, a click or Enter on the board is no move.
document.addEventListener("click", (event) => {
  if (drawing && event.target.closest("#board [data-site]")) event.stopImmediatePropagation();
}, true);
let picked = null; // the site that the keyboard has given
document.addEventListener("keydown", (event) => {
  const site = event.target.closest?.("#board [data-site]");
  if (!drawing || !site || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const name = site.dataset.site;
  if (picked) mark(picked, name, event);
  byId("told").textContent = picked ? "" : `${name}: again for a mark, another cell for an arrow.`;
  picked = picked ? null : name;
}, true);

document.addEventListener("click", (event) => {
  if (event.target.closest("#draw")) {
    drawing = !drawing;
    picked = null;
    byId("told").textContent = drawing ? "The board is drawn on now." : "The board is played on now.";
    settle();
  }
});

// The engine.
const PAUSE = 3000; // between two things that a screen reader hears
let on = false; // whether the engine is asked about each position
let stream = null;
let asked = null; // the position that it is asked about
let best = ""; // the move that was told last
let told = 0; // and when

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function say(text) {
  if (byId("engine-said")) byId("engine-said").textContent = text;
}

function hush() {
  stream?.close();
  stream = null;
}

function show(...parts) {
  byId("engine-live")?.replaceChildren(...parts);
}

// The best move's sites are marked on the board.
function point(path) {
  const board = byId("board");
  board.dataset.hint = JSON.stringify(path);
  for (const site of board.querySelectorAll("[data-site]")) {
    site.classList.toggle("hint", path.includes(site.dataset.site));
  }
}

function lineOf(line) {
  const made = document.createElement("li");
  const moves = line.pv.join(" ");
  const form = byId("engine-add");
  if (form) {
    const button = element("button", moves);
    button.type = "button";
    button.setAttribute("aria-label", `Add ${moves} as a variation`);
    button.addEventListener("click", () => {
      form.elements.line.value = moves;
      form.requestSubmit();
    });
    made.append(button);
  } else {
    made.append(element("span", moves, "pv"));
  }
  made.append(element("span", line.words, "soft small"));
  return made;
}

function analysed(found, last) {
  // A button under the finger or the focus stays the same while only figures change.
  const list = document.createElement("ol");
  list.className = "found";
  list.append(...found.lines.map(lineOf));
  const focus = [...document.querySelectorAll("#engine-live button")].indexOf(document.activeElement);
  show(list, element("p", found.work, "soft small"));
  if (focus >= 0) list.querySelectorAll("button")[focus]?.focus();
  const { move, path, words } = found.lines[0];
  point(path);
  const now = performance.now();
  if (last || (move !== best && now - told > PAUSE)) {
    [best, told] = [move, now];
    say(`Engine: ${move} is best. ${words}.`);
  }
}

function ask() {
  hush();
  const engine = byId("engine");
  asked = main.dataset.ply;
  best = "";
  show();
  say("");
  if (!on || !engine || "whyNot" in engine.dataset || document.hidden) return;
  show(element("p", "The engine is getting ready.", "soft small"));
  const here = (stream = new EventSource(`${engine.dataset.events}?node=${asked}`));
  let last = null;
  const end = (text) => {
    here.close();
    if (text && here === stream) show(element("p", text, "soft small"));
  };
  here.addEventListener("queued", (event) => {
    const { ahead } = JSON.parse(event.data);
    if (ahead) show(element("p", `Waiting for the engine: ${ahead} before you.`, "soft small"));
  });
  here.addEventListener("analysis", (event) => {
    last = JSON.parse(event.data);
    if (here === stream) analysed(last, false);
  });
  here.addEventListener("done", () => {
    end();
    if (last && here === stream) analysed(last, true);
  });
  here.addEventListener("replaced", () => end("You have asked the engine elsewhere."));
  here.addEventListener("trouble", (event) => end(JSON.parse(event.data).message));
  here.addEventListener("error", () => {
    // A question that was broken off is asked again by the next step only.
    end(last ? "" : "The engine cannot be reached now.");
  });
}

function attend() {
  const button = byId("engine-switch");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Engine is on" : "Ask the engine";
  }
  if (on ? asked !== main.dataset.ply : stream) ask();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#engine-switch")) return;
  on = !on;
  asked = null;
  if (!on) {
    hush();
    show();
    say("");
    point([]);
  }
  attend();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hush();
  else if (on) ask();
});
document.addEventListener("shown", attend);
attend();

document.addEventListener("shown", settle);
settle();
