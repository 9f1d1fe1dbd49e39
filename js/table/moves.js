/** The move list with its buttons: a row a round, a cell a seat. */

import { button, focusedBeside, h, icon } from "./dom.js";
import { written } from "./notation.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Turn} Turn */
/** @typedef {import("./driver.js").Ply[][]} Round the plies of each seat */

export const SHAPES = {
  first: "M6 5h2.5v14H6zM19 5v14l-9-7z",
  back: "M17 5v14l-10-7z",
  forward: "M7 5v14l10-7z",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9-7z",
};
/** @type {Record<string, keyof typeof SHAPES>} */
export const LIST_KEYS = {
  ArrowLeft: "back",
  ArrowUp: "back",
  ArrowRight: "forward",
  ArrowDown: "forward",
  Home: "first",
  End: "last",
};

/** The ply that a step leads to. @param {Snapshot} shown @param {keyof typeof SHAPES} step */
export function plyAfter({ ply, last_ply: last }, step) {
  const to = { first: 0, back: ply - 1, forward: ply + 1, last }[step];
  return Math.min(last, Math.max(0, to));
}

/**
 * The buttons that step through a game.
 * @param {Snapshot} shown @param {(ply: number) => void} go
 */
export function stepButtons(shown, go) {
  const labels = {
    first: t("First position"),
    back: t("Back one move"),
    forward: t("Forward one move"),
    last: t("Last position"),
  };
  return /** @type {(keyof typeof SHAPES)[]} */ (Object.keys(SHAPES)).map((step) => {
    const to = plyAfter(shown, step);
    const label = labels[step];
    const attributes = { "aria-label": label, title: label, disabled: to === shown.ply, "data-focus": step };
    const made = button("", () => go(to), attributes);
    made.append(icon(SHAPES[step]));
    return made;
  });
}

/** The table of moves, in which the ply shown is marked; rows that are as they were stay. */
export class MoveTable {
  /** @type {Round[]} */
  #rounds = [];
  #head = "";
  #body = document.createElement("tbody");
  #scrolled = ""; // the ply that was scrolled to

  /** @param {(ply: number) => void} go @param {(event: KeyboardEvent) => void} onkeydown */
  constructor(go, onkeydown) {
    const label = t("Move list: the arrow keys step through the moves");
    this.element = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label, onkeydown });
    this.go = go;
    // What comes beside it may leave it less room.
    new ResizeObserver(() => this.#scroll()).observe(this.element);
  }

  /** Make all rows anew when they are shown next. */
  forget() {
    this.#head = "";
  }

  /** @param {Snapshot} shown */
  show(shown) {
    const focused = focusedBeside(this.element);
    const name = focused !== this.element && this.element.contains(focused) ? focused?.getAttribute("data-focus") : null;
    this.#showHead(shown);
    const found = rounds(shown.seats.length, shown.turns);
    let same = 0;
    while (same < found.length && same < this.#rounds.length && isSame(found[same], this.#rounds[same])) same += 1;
    while (this.#body.rows.length > same) this.#body.deleteRow(-1);
    this.#body.append(...found.slice(same).map((round, at) => this.#row(round, same + at + 1)));
    this.#rounds = found;
    this.#body.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.#button(`ply-${shown.ply}`)?.setAttribute("aria-current", "true");
    if (this.#scrolled !== `${shown.id} ${shown.ply}`) this.#scroll();
    this.#scrolled = `${shown.id} ${shown.ply}`;
    if (!name || focusedBeside(this.element) === focused) return;
    const again = this.#button(name);
    if (again) again.focus({ preventScroll: true });
    else this.element.dispatchEvent(new CustomEvent("focus-lost", { bubbles: true }));
  }

  /** @param {Snapshot} shown */
  #showHead({ id, seats, turns }) {
    const players = seats.map(({ player }) => player);
    const head = turns.length ? JSON.stringify([id, players]) : "none";
    if (head === this.#head) return;
    [this.#head, this.#rounds, this.#body] = [head, [], document.createElement("tbody")];
    if (!turns.length) return this.element.replaceChildren(h("p", { class: "none soft" }, t("No moves yet.")));
    const number = h("th", { class: "number", scope: "col" }, h("span", { class: "unseen" }, t("Number")));
    const names = players.map((player) => h("th", { scope: "col" }, player));
    this.element.replaceChildren(h("table", { class: "moves" }, h("thead", {}, h("tr", {}, number, ...names)), this.#body));
  }

  /** Keep the ply that is shown in view, without moving the page, and whole rows below the heading. */
  #scroll() {
    const { element } = this;
    const rows = [...this.#body.rows];
    const chosen = rows.findIndex((row) => row.querySelector("[aria-current]"));
    if (chosen < 0) return;
    const room = element.clientHeight;
    const starts = rows.map((row) => row.offsetTop - rows[0].offsetTop);
    const first = (/** @type {number} */ from) => starts.find((start) => start >= from - 1) ?? 0;
    element.style.paddingBlockEnd = "0";
    const end = element.scrollHeight - room; // as far as it scrolls
    element.style.paddingBlockEnd = end > 0 ? `${Math.max(0, first(end) - end)}px` : "0";
    element.style.scrollPaddingBlockStart = `${rows[0].offsetTop}px`;
    element.scrollTop = first(starts[chosen] - room / 2 + rows[0].offsetTop);
  }

  /** @param {Round} round @param {number} number */
  #row(round, number) {
    const cells = round.map((plies) => h("td", {}, ...plies.map((ply) => plyButton(ply, this.go))));
    return h("tr", {}, h("th", { class: "number", scope: "row" }, String(number)), ...cells);
  }

  /** @param {string} name @returns {HTMLElement | null} */
  #button(name) {
    return this.#body.querySelector(`[data-focus="${name}"]`);
  }
}

/** @param {import("./driver.js").Ply} ply @param {(ply: number) => void} go */
function plyButton({ number, text: move, comment }, go) {
  const text = written(move);
  const label = t("Move {number}: {text}", { number, text });
  const attributes = { "aria-label": label, "data-ply": number, title: comment || null };
  return button(text, () => go(number), { ...attributes, class: "ply", "data-focus": `ply-${number}` });
}

/** @param {Round} one @param {Round} other */
function isSame(one, other) {
  return one.every((plies, seat) => {
    const others = other[seat];
    return plies.length === others.length && plies.every((ply, at) => {
      const { number, text, comment } = others[at];
      return ply === others[at] || (ply.number === number && ply.text === text && ply.comment === comment);
    });
  });
}

/** The plies by round and seat. @param {number} players @param {Turn[]} turns @returns {Round[]} */
function rounds(players, turns) {
  /** @type {Round[]} */
  const rows = [];
  let last = players;
  for (const { mover, plies } of turns) {
    if (mover <= last) rows.push(Array.from({ length: players }, () => []));
    rows[rows.length - 1][mover].push(...plies);
    last = mover;
  }
  return rows;
}
