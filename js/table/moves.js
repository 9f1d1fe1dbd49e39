/** The move list with its buttons: a row a round, a cell a seat. */

import { button, h, icon } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/** @typedef {import("./driver.js").Turn} Turn */

const SHAPES = {
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

/**
 * The ply that a step leads to.
 * @param {Snapshot} shown @param {keyof typeof SHAPES} step
 */
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

/**
 * The table of moves; the ply shown is marked.
 * @param {Snapshot} shown @param {(ply: number) => void} go
 */
export function moveTable(shown, go) {
  if (!shown.turns.length) return [h("p", { class: "none soft" }, t("No moves yet."))];
  const players = shown.seats.length;
  const head = shown.seats.map(({ player }) => h("th", { scope: "col" }, player));
  const number = h("th", { class: "number", scope: "col" }, h("span", { class: "unseen" }, t("Number")));
  const rows = rounds(players, shown.turns).map((cells, at) =>
    h(
      "tr",
      {},
      h("th", { class: "number", scope: "row" }, String(at + 1)),
      ...cells.map((plies) => h("td", {}, ...plies.map((ply) => plyButton(ply, shown, go)))),
    ),
  );
  return [
    h("table", { class: "moves" }, h("thead", {}, h("tr", {}, number, ...head)), h("tbody", {}, ...rows)),
  ];
}

/**
 * @param {import("./driver.js").Ply} ply @param {Snapshot} shown @param {(ply: number) => void} go
 */
function plyButton({ number, text, comment }, shown, go) {
  const current = number === shown.ply ? "true" : null;
  const label = t("Move {number}: {text}", { number, text });
  const attributes = { "aria-current": current, "aria-label": label, "data-ply": number, title: comment || null };
  return button(text, () => go(number), { ...attributes, class: "ply", "data-focus": `ply-${number}` });
}

/**
 * The plies by round and seat.
 * @param {number} players @param {Turn[]} turns
 */
function rounds(players, turns) {
  /** @type {import("./driver.js").Ply[][][]} */
  const rows = [];
  let last = players;
  for (const { mover, plies } of turns) {
    if (mover <= last) rows.push(Array.from({ length: players }, () => []));
    rows[rows.length - 1][mover].push(...plies);
    last = mover;
  }
  return rows;
}
