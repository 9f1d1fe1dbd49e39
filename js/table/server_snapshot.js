/** What a server's JSON API says of a game, as the table shows it. */

import { hasOthers } from "./sentences.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").Snapshot} Snapshot */
/**
 * A table of the server's API, as far as it differs from what is shown.
 * @typedef {Omit<Snapshot, "options" | "picture" | "steps" | "control" | "arrived" | "signs"> & {
 *   options: Record<string, unknown>, option_words: string, public: boolean, delay: number,
 *   description?: string, told?: string, cursor?: string, since?: number,
 *   signs?: { colour: import("./signs.js").Colour, at: string, to?: string | null }[],
 *   control: { kind: string, words: string, bonus: number, warn: number },
 *   picture: import("./driver.js").Picture & { steps: string[][] } }} Answer
 */

const UNNAMED = /^(?:You|Open seat|Guest|Player \d)$/; // what stands for a name

/**
 * @param {Answer} answer @param {number} arrived when it was true, by `performance.now()`
 * @param {string} [options] the rules and the clock in a few words, where the page says them
 * @returns {Snapshot}
 */
export function toSnapshot(answer, arrived, options = optionWords(answer)) {
  const { picture, control, onlooker, takeback } = answer;
  const { steps, ...drawn } = picture;
  /** @type {Record<string, boolean>} */
  const can = { ...answer.can, undo: answer.can.undo && !takeback };
  if (hasOthers(answer) || onlooker) delete can.hint; // nobody is helped against people
  if (onlooker) delete can.undo;
  /** @type {import("./signs.js").Sign[]} */
  const signs = (answer.signs ?? []).map(({ colour, at, to }) => (to ? [colour, at, to] : [colour, at]));
  const seats = answer.seats.map(translated);
  return { ...answer, seats, options, picture: drawn, steps, can, control, arrived, signs };
}

/**
 * An answer with the plies that it leaves out, which an earlier one has.
 * @param {Answer} answer @param {Answer | null} known @returns {Answer}
 */
export function completed(answer, known) {
  const { since = 0, ply, picture } = answer;
  if (!since || !known) return answer;
  const turns = known.turns.filter(({ plies }) => plies[0].number <= since);
  const last = turns.pop();
  if (last) turns.push({ ...last, plies: last.plies.filter(({ number }) => number <= since) });
  for (const turn of answer.turns) {
    const before = turns[turns.length - 1];
    if (before?.number === turn.number) turns.splice(-1, 1, { ...before, plies: [...before.plies, ...turn.plies] });
    else turns.push(turn);
  }
  const steps = [...known.picture.steps.slice(0, Math.min(since, ply)), ...picture.steps];
  return { ...answer, turns, since: 0, picture: { ...picture, steps } };
}

/**
 * A seat in the language spoken; names of people stay as they are.
 * @param {Snapshot["seats"][number]} seat
 */
function translated(seat) {
  const { level, name, player } = seat;
  const said = level ? t("Bot, level {level}", { level }) : UNNAMED.test(name) || name === player ? t(name) : name;
  return { ...seat, name: said, player: t(player), level_name: t(seat.level_name) };
}

/** @param {Answer} answer */
function optionWords({ option_words: options, control }) {
  if (control.kind === "none") return options;
  const clock = control.words;
  if (!options) return clock;
  return t("{options}; {clock}", { options, clock: clock.charAt(0).toLowerCase() + clock.slice(1) });
}
