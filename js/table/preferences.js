/** What a person prefers, kept in this browser; a browser that keeps nothing forgets it with the page. */

/**
 * `colours` is auto, light or dark; `board` the board's theme; `notation` letters or xy, empty for what a
 * page has; `confirm` is yes, no or empty (only on touch screens, with other people); `name` is what friends by
 * links are told; `coach` is empty for first games only; `offline` says whether all pages are to be kept,
 * empty where nobody has chosen.
 * @typedef {{ language: string, colours: string, board: string, coordinates: boolean, notation: string,
 *   sounds: boolean, motion: boolean, confirm: string, name: string, coach: string,
 *   offline: string }} Preferences
 */

const KEY = "livestone.preferences";
/** @type {Preferences} */
const DEFAULTS = {
  language: "",
  colours: "auto",
  board: "wood",
  coordinates: true,
  notation: "",
  sounds: true,
  motion: true,
  confirm: "",
  name: "",
  coach: "",
  offline: "",
};
export const BOARDS = ["wood", "slate", "clear", "contrast"];

/** @type {Set<() => void>} */
const listeners = new Set();
let chosen = read();

/** @returns {Preferences} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(kept).filter(
      ([name, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Preferences} */ (name)],
    );
    return { ...DEFAULTS, ...Object.fromEntries(known) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @template {keyof Preferences} Name @param {Name} name @returns {Preferences[Name]} */
export function get(name) {
  return chosen[name];
}

/**
 * Choose, keep it where that is possible, and tell whoever listens.
 * @template {keyof Preferences} Name
 * @param {Name} name @param {Preferences[Name]} value
 */
export function set(name, value) {
  chosen = { ...chosen, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Forbidden or full: it holds as long as the page does.
  }
  changed();
}

/**
 * Call a listener after every change, also one made in another tab; returns how to stop that.
 * @param {() => void} listener
 */
export function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether pieces move: unless switched off here or in the system. */
export function moves() {
  return chosen.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @type {Map<HTMLElement, string>} what has the chosen colours, and those that it came with */
const shown = new Map();

/**
 * Let the page, or a part of it, have the chosen colours, or those that the page came with, and its
 * boards their theme.
 * @param {HTMLElement} [element]
 */
export function apply(element = document.documentElement) {
  const own = shown.get(element) ?? document.documentElement.dataset.theme ?? "";
  shown.set(element, own);
  const { dataset } = element;
  const theme = chosen.colours === "auto" ? own : chosen.colours;
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  dataset.board = BOARDS.includes(chosen.board) ? chosen.board : DEFAULTS.board;
}

function changed() {
  for (const element of shown.keys()) apply(element);
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  chosen = read();
  changed();
});
