/** The clocks beside the players: they count on from what the server last said. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/**
 * A clock that counts: what the server said at `began` (milliseconds), the seconds of one period,
 * and below how many seconds time is short.
 * @typedef {{ seconds: number, periods: number, inPeriod: boolean, period: number, warn: number,
 *   abort: number | null, running: boolean, mine: boolean, began: number }} Counting
 */

const TENTHS = 10;
const DAY = 24 * 3600;

/** The clock of a seat, null where there is none. @param {Snapshot} shown @param {number} seat */
export function clockOf(shown, seat) {
  const counting = countingOf(shown, seat);
  if (!counting) return null;
  const { text, note, low } = face(shown, seat, counting);
  return h(
    "span",
    { class: low ? "clock low" : "clock", "data-clock": seat },
    h("span", { class: "unseen" }, t("Time left:"), " "),
    h("span", { class: "left", role: "timer" }, text),
    " ",
    h(
      "span",
      { class: "beside" },
      h("span", { class: "warning", hidden: !low }, t("low time")),
      " ",
      h("span", { class: "note" }, note),
    ),
  );
}

/** Lets the clocks of a table count on. */
export class Clocks {
  /** @param {HTMLElement} table @param {(text: string) => void} say to people who listen */
  constructor(table, say) {
    this.table = table;
    this.say = say;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Map<number, number>} what was told of each clock */
    this.told = new Map();
    /** @type {Snapshot | null} */
    this.shown = null;
    this.over = -1; // the version in which a clock has run out here
  }

  /** @param {Snapshot | null} shown */
  wind(shown) {
    this.shown = shown;
    this.#tick();
  }

  #tick() {
    clearTimeout(this.timer);
    const { shown } = this;
    if (!shown?.clock) return;
    let next = Infinity;
    for (const node of this.table.querySelectorAll("[data-clock]")) {
      const seat = Number(node.getAttribute("data-clock"));
      const counting = countingOf(shown, seat);
      if (!counting || (!counting.running && counting.abort === null)) continue;
      const { text, note, low, left } = face(shown, seat, counting);
      put(node.querySelector(".left"), text);
      put(node.querySelector(".note"), note);
      node.classList.toggle("low", low);
      node.querySelector(".warning")?.toggleAttribute("hidden", !low);
      if (counting.mine) this.#announce(seat, left, low);
      if (left <= 0 && counting.running && this.over !== shown.version) {
        this.over = shown.version;
        this.table.dispatchEvent(new CustomEvent("livestone-time-up"));
      }
      next = Math.min(next, left < TENTHS ? 100 : 1000 * (left % 1) + 5);
    }
    if (next < Infinity) this.timer = setTimeout(() => this.#tick(), Math.max(50, Math.min(next, 1000)));
  }

  /**
   * A screen reader hears of the clock when time gets short, and of the last seconds: no more.
   * @param {number} seat @param {number} left @param {boolean} low
   */
  #announce(seat, left, low) {
    const level = !low ? 0 : left < TENTHS ? 2 : 1;
    if (level > (this.told.get(seat) ?? 0)) this.say(t("Your time: {seconds} seconds left.", { seconds: Math.ceil(left) }));
    this.told.set(seat, level);
  }
}

/** @param {Snapshot} shown @param {number} seat @returns {Counting | null} */
function countingOf({ clock, seats, mover, control, arrived, reason, ended_by: by }, seat) {
  if (!clock) return null;
  const isOut = reason === "timeout" && by === seat; // whatever the server's clock had left when it looked
  const { seconds, periods, in_period: inPeriod } = isOut ? { seconds: 0, periods: 0, in_period: false } : clock.seats[seat];
  return {
    seconds,
    periods,
    inPeriod,
    period: control?.bonus ?? 0,
    warn: control?.warn ?? 0,
    abort: seat === mover ? clock.abort : null,
    running: clock.running === seat && !clock.away && !clock.paused,
    mine: seats[seat].is_me,
    began: arrived ?? performance.now(),
  };
}

/**
 * What a clock shows now.
 * @param {Snapshot} shown @param {number} seat @param {Counting} counting
 */
function face({ clock, status }, seat, counting) {
  const used = Math.max(0, performance.now() - counting.began) / 1000;
  const { left, periods, inPeriod } = after(counting, counting.running ? used : 0);
  const low = status === "running" && left < counting.warn && (inPeriod || !periods);
  let note = noteOf(periods, counting.period, inPeriod);
  if (clock?.paused) note = t("paused");
  else if (clock?.away && clock.running === seat) note = t("on vacation");
  else if (counting.abort !== null) {
    const time = duration(Math.max(TENTHS, Math.ceil(Math.max(0, counting.abort - used))));
    note = t("{time} to begin", { time });
  }
  return { text: duration(left), note, low, left };
}

/** What a clock shows after so many seconds. @param {Counting} counting @param {number} used */
function after({ seconds, periods, inPeriod, period }, used) {
  let left = seconds - used;
  while (left <= 0 && periods > (inPeriod ? 1 : 0)) {
    if (inPeriod) periods -= 1;
    inPeriod = true;
    left += period;
  }
  return { left: Math.max(0, left), periods, inPeriod };
}

/** @param {number} periods @param {number} period @param {boolean} inPeriod */
function noteOf(periods, period, inPeriod) {
  if (inPeriod) return periods === 1 ? t("last period") : periods ? t("{periods} periods left", { periods }) : "";
  return periods ? t("then {periods} × {seconds} s", { periods, seconds: period }) : "";
}

/**
 * Seconds as a clock shows them: tenths below ten, days and hours from a day on.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < TENTHS) {
    const tenths = Math.floor(seconds * 10);
    return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const [minutes, rest] = [Math.floor(whole / 60) % 60, two(whole % 60)];
  if (seconds >= DAY) return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}

/** @param {Element | null} node @param {string} text */
function put(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}
