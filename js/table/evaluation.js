/** What the engine thinks, in words. */

import { language, t, tn } from "./words.js";

/** @typedef {Pick<import("../src/search/report.js").ReportJson["lines"][number], "value" | "points" | "proved">} Line */
/** @typedef {{ seats: { name: string }[], points: boolean }} Description */

const EVEN = 0.25; // a smaller lead, in points, is none

/** What a line is worth. @param {Line} line @param {Description} game */
export function worthText(line, game) {
  const { points, proved, value } = line;
  const names = game.seats.map(({ name }) => t(name));
  if (proved) return provedText(value, points, names);
  if (points && names.length === 2) {
    const lead = points[0] - points[1];
    if (Math.abs(lead) < EVEN) return t("about even");
    return t("{player} ahead by {points}", { player: names[lead > 0 ? 0 : 1], points: short(Math.abs(lead)) });
  }
  return value.map((part, at) => t("{player} {percent} %", { player: names[at], percent: Math.round(100 * part) })).join(", ");
}

/** @param {number[]} value @param {number[] | null} points @param {string[]} names */
function provedText(value, points, names) {
  const best = Math.max(...value);
  const winners = names.filter((_, at) => value[at] === best);
  if (winners.length > 1) return t("drawn, for certain");
  if (!points || names.length !== 2) return t("{player} wins, for certain", { player: winners[0] });
  const lead = Math.round(Math.abs(points[0] - points[1]));
  return tn("{player} wins by {n} point, for certain", "{player} wins by {n} points, for certain", lead, { player: winners[0] });
}

/**
 * What a move cost, in points of the final lead or in parts of a win.
 * @param {{ cost: number, proved: boolean }} one @param {boolean} points
 */
export function costText({ cost, proved }, points) {
  if (!points) return t("{percent} % of a win", { percent: Math.round(100 * cost) });
  return proved ? tn("{n} point", "{n} points", Math.round(cost)) : t("about {points} points", { points: short(cost) });
}

/** How much work that was. @param {{ nodes: number, seconds: number, depth: number }} report */
export function workText({ nodes, seconds }) {
  const count = new Intl.NumberFormat(language(), { notation: "compact", maximumFractionDigits: 1 }).format(nodes);
  return t("{count} positions in {seconds} s", { count, seconds: short(seconds) });
}

/** @param {number} number */
function short(number) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(number);
}
