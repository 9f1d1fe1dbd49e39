/** Dates as records hold them: `2026-01-31`, perhaps with a time and how far it is from UTC. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const PLUS = "+".charCodeAt(0);
const MINUS = "-".charCodeAt(0);
const ZULU = "Z".charCodeAt(0);
const COLON = ":".charCodeAt(0);
const MARKS = [".", ","].map((mark) => mark.charCodeAt(0));

/**
 * Whether a text is a date, or a date and time, in the form of ISO 8601 that Python reads.
 * @param {string} text
 */
export function isDate(text) {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})([^]*)$/u.exec(text);
  if (!found) return false;
  const [year, month, day] = found.slice(1, 4).map(Number);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > DAYS[month - 1] + Number(leap)) return false;
  const [, ...rest] = found[4]; // any character may stand between the date and the time
  return !found[4] || isTime(new TextEncoder().encode(rest.join("")));
}

/** @param {Uint8Array} time */
function isTime(time) {
  let zone = time.findIndex((octet) => octet === PLUS || octet === MINUS || octet === ZULU);
  if (zone < 0) zone = time.length;
  const clock = units(time, 0, zone);
  if (!clock || clock.values.some((value, at) => value >= [24, 60, 60][at])) return false;
  if (zone === time.length) return clock.whole;
  if (time[zone] === ZULU) return zone + 1 === time.length;
  const offset = units(time, zone + 1, time.length);
  if (!offset?.whole) return false;
  const [hours, minutes, seconds] = offset.values;
  return 3600 * hours + 60 * minutes + seconds < 86400;
}

/**
 * Hours, minutes and seconds of two digits each, all with colons between them or none, then a
 * fraction; and whether nothing follows.
 * @param {Uint8Array} time @param {number} at @param {number} end
 */
function units(time, at, end) {
  const values = [0, 0, 0];
  let colons = true;
  for (let unit = 0; unit < 3; unit++) {
    if (!digits(time, at, 2)) return null;
    values[unit] = 10 * (time[at] - 48) + time[at + 1] - 48;
    at += 2;
    const next = time[at] ?? 0;
    if (unit === 0) colons = next === COLON;
    at += 1;
    if (at >= end) return { values, whole: next === 0 };
    if (colons && next === COLON) continue;
    if (MARKS.includes(next)) break;
    if (colons) return null;
    at -= 1;
  }
  if (!digits(time, at, Math.min(6, end - at))) return null;
  at += Math.min(6, end - at);
  while (digits(time, at, 1)) at += 1;
  return { values, whole: at >= time.length };
}

/** @param {Uint8Array} time @param {number} at @param {number} count */
function digits(time, at, count) {
  for (let digit = at; digit < at + count; digit++) {
    if (!(time[digit] >= 48 && time[digit] <= 57)) return false;
  }
  return true;
}
