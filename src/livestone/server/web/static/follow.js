// A page that only shows: it reads itself again whenever the server tells of something newer, and
// morphs into what comes, so that the reader's place and focus stay. Where the answer is another
// page, because a game begins, it goes there.
/* global Idiomorph */

const main = document.getElementById("main");
const lost = document.getElementById("lost");

const LATER = 2000; // milliseconds until what failed is tried again

let newest = 0; // the newest version that the server has told of
let reading = false;
let stream = null;
let again = null; // the timer of what failed

function trouble(text) {
  lost.textContent = text;
  lost.classList.toggle("on", Boolean(text));
}

async function refresh() {
  if (reading) return;
  reading = true;
  try {
    const answer = await fetch(location.href);
    // What a server or a proxy answers that is in trouble is no page of this game.
    if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
      document.dispatchEvent(new CustomEvent("begins"));
      return location.assign(answer.url);
    }
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = next.getElementById("main");
    if (!answer.ok || !fresh?.dataset.version) return location.reload();
    Idiomorph.morph(main, fresh, {
      callbacks: {
        // What the reader has opened stays open.
        beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
        // What the visitor has chosen stays chosen.
        beforeNodeMorphed: (node) => !node.matches?.("[data-keep]"),
        // A refusal stays to be read.
        beforeNodeRemoved: (node) => !node.matches?.("[data-stays]"),
      },
    });
    document.title = next.title;
    trouble("");
  } catch {
    trouble("The server cannot be reached. Trying again.");
    clearTimeout(again);
    again = setTimeout(refresh, LATER);
    return;
  } finally {
    reading = false;
  }
  if (newest > Number(main.dataset.version)) setTimeout(refresh, 250);
}

// The answer to a form that was refused becomes the page it came from: reading it again sends
// nothing.
if (main.dataset.here) history.replaceState(null, "", main.dataset.here);

function listen() {
  stream?.close();
  if (!main.dataset.events) return;
  if (document.hidden && !("waits" in main.dataset)) return; // who waits is here, hidden or not
  stream = new EventSource(main.dataset.events);
  stream.addEventListener("open", () => trouble(""));
  stream.addEventListener("changed", (event) => {
    newest = Math.max(newest, JSON.parse(event.data).version);
    if (newest > Number(main.dataset.version)) refresh();
  });
  stream.addEventListener("paired", refresh);
  stream.addEventListener("error", () => {
    trouble("The connection is lost. Trying again.");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, LATER);
  });
}

document.addEventListener("visibilitychange", () => {
  if (!("waits" in main.dataset) || !stream) listen();
});
listen();
