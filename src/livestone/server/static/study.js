// A study in the browser: drawing marks on the board, with the mouse, a finger or the keyboard.
// Moves, steps and forms are board.js's business; marks are sent by the page's own form.

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

document.addEventListener("shown", settle);
settle();
