// Tells a visitor whose page is hidden that it is their turn, or that their game begins: by a
// notification of the browser, where they have asked for that.

const main = document.getElementById("main");
let mine = "myTurn" in main.dataset;

const possible = () => "Notification" in window && window.isSecureContext;

function offer() {
  const shown = possible() && Notification.permission === "default";
  for (const button of document.querySelectorAll("[data-notify]")) button.hidden = !shown;
}

function tell(words) {
  if (!document.hidden || !possible() || Notification.permission !== "granted") return;
  try {
    const told = new Notification(words, { tag: location.pathname });
    told.addEventListener("click", () => {
      window.focus();
      told.close();
    });
  } catch {
    // Some phones show notifications of installed programs only: the title tells.
  }
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-notify]")) return;
  await Notification.requestPermission();
  offer();
});

document.addEventListener("begins", () => tell(document.querySelector("[data-begins]").dataset.begins));

// Whatever changes the page changes its version.
new MutationObserver(() => {
  const now = "myTurn" in main.dataset;
  if (now && !mine) tell(document.title);
  mine = now;
  offer();
}).observe(main, { attributes: true });

offer();
