/** The gallery's filters: what may be chosen, and which games pass. */

import { t, tn } from "../table/words.js";

/** @typedef {import("./catalogue.js").Entry} Entry */
/**
 * A filter: its name in the address, its label, its values with their texts, and who passes.
 * @typedef {{ name: string, label: () => string, choices: (games: Entry[]) => [string, string][],
 *   passes: (game: Entry, value: string) => boolean }} Filter
 */

/** @type {Filter[]} */
export const FILTERS = [
  {
    name: "players",
    label: () => t("Players"),
    choices: (games) => distinct(games.map(({ players }) => players)).map((n) => [String(n), tn("{n} player", "{n} players", n)]),
    passes: ({ players }, value) => String(players) === value,
  },
  {
    name: "minutes",
    label: () => t("Time"),
    choices: () => [["15", t("up to 15 minutes")], ["30", t("up to 30 minutes")], ["60", t("up to an hour")]],
    passes: ({ minutes: [, high] }, value) => high > 0 && high <= Number(value),
  },
  {
    name: "difficulty",
    label: () => t("How hard"),
    choices: () => [["1", t("easy")], ["2", t("middling")], ["3", t("hard")]],
    passes: ({ difficulty }, value) => String(difficulty) === value,
  },
  {
    name: "kind",
    label: () => t("Kind"),
    choices: (games) => [...new Set(games.map(({ kind }) => kind))].filter(Boolean).sort().map((kind) => [kind, t(kind)]),
    passes: ({ kind }, value) => kind === value,
  },
];

/**
 * The filters that an address names; what is not known is left out.
 * @param {URLSearchParams} query @param {Entry[]} games
 * @returns {Record<string, string>}
 */
export function chosenFilters(query, games) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const { name, choices } of FILTERS) {
    const value = query.get(name);
    if (value && choices(games).some(([known]) => known === value)) found[name] = value;
  }
  return found;
}

/**
 * Whether a game passes all filters chosen.
 * @param {Entry} game @param {Record<string, string>} chosen
 */
export function passes(game, chosen) {
  return FILTERS.every((filter) => !chosen[filter.name] || filter.passes(game, chosen[filter.name]));
}

/** @param {number[]} numbers */
function distinct(numbers) {
  return [...new Set(numbers)].sort((one, other) => one - other);
}
