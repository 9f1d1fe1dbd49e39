/** What is proposed after a game against bots: a stronger opponent after a win, a weaker one else. */

import { t } from "./words.js";

/**
 * The next level and the words for its button; null where there is no such level.
 * @param {number} level the one just played @param {boolean} won @param {number} most
 */
export function nextLevel(level, won, most) {
  const wanted = won ? level + 1 : level - 1;
  if (wanted < 1 || wanted > most) return null;
  const label = won
    ? t("Play a stronger opponent (level {level})", { level: wanted })
    : t("Play a weaker opponent (level {level})", { level: wanted });
  return { level: wanted, label };
}
