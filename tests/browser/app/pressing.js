// What a test presses on a page of the site: it is marked with `data-pressed`.
(() => {
  const mark = (element) => {
    for (const old of document.querySelectorAll("[data-pressed]")) old.removeAttribute("data-pressed");
    element?.setAttribute("data-pressed", "");
    return Boolean(element);
  };
  const table = () => document.querySelector("livestone-table");
  const all = (selector) => [...table().querySelectorAll(selector)];
  const isSeen = (element) => element.getBoundingClientRect().width > 0;
  // How far the game is: its moves, and what is chosen of the next.
  const progress = () => `${all(".ply").length} ${all(".chosen").map((site) => site.dataset.site)}`;
  let marked = "";
  window.pressing = {
    // Mark a button that chooses or asks, the next site of a path, or a piece; says "over" at the end.
    next() {
      const state = table()?.dataset.state;
      if (state !== "your-turn") return state === "over" && state;
      const ways = [".path button:enabled", ".choices button:enabled", ".site.next", "[data-legal]"];
      const found = ways.map((way) => all(way).filter(isSeen)).find((way) => way.length) ?? [];
      if (found.some((one) => one.matches(".settling"))) return false; // it does nothing for a moment
      marked = progress();
      return mark(found[(all(".ply").length * 7919) % found.length]);
    },
    // Whether what was pressed has changed the game.
    isDone: () => progress() !== marked || table().dataset.state === "over",
    // Mark the button with a text, once there is one.
    button: (text) => mark([...document.querySelectorAll("button")].find((one) => one.textContent === text)),
    // From here on a saved text is not saved, but told.
    catchSaved() {
      const made = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        if (blob.type !== "text/plain") return made(blob);
        this.saved = blob.text();
        return "#";
      };
    },
  };
  return true;
})()
