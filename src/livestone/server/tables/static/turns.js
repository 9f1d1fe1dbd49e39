// The list of my games: it reads itself again whenever something has happened at one of them, so
// that title and icon tell how many wait. A hidden tab listens to nothing, and looks now and then.
/* global Idiomorph */

const HIDDEN = 20_000;
const PAUSE = 500;

const main = document.getElementById("main");
let stream = null;
let looking = null;
let soon = null;

async function refresh() {
  soon = null;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    Idiomorph.morph(main, next.getElementById("main"));
    Idiomorph.morph(document.querySelector("header.bar"), next.querySelector("header.bar"));
    document.title = next.title;
    const icon = next.getElementById("icon").getAttribute("href");
    const shown = document.getElementById("icon");
    if (shown.getAttribute("href") !== icon) shown.setAttribute("href", icon);
  } catch {
    // The next news, or the next look, tries again.
  }
}

function listen() {
  stream?.close();
  clearInterval(looking);
  if (document.hidden) {
    looking = setInterval(refresh, HIDDEN);
    return;
  }
  stream = new EventSource(main.dataset.events);
  stream.addEventListener("game", () => (soon ??= setTimeout(refresh, PAUSE)));
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
  listen();
});
listen();
