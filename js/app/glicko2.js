/**
 * Ratings by Glicko-2, of Mark Glickman's "Example of the Glicko-2 system" (revised 2022), as in
 * `src/livestone/play/rating.py`.
 */

/**
 * A strength on Elo's scale, how uncertain it is, and how erratic its owner plays.
 * @typedef {{ value: number, deviation: number, volatility: number }} Rating
 */
/**
 * A result against somebody: 1 for a win, a half for a draw, 0 for a loss.
 * @typedef {{ opponent: Rating, score: number }} Result
 */

export const DEVIATION = 350;
export const VOLATILITY = 0.06;
const TAU = 0.5;
const MIDDLE = 1500;
const SCALE = 400 / Math.log(10);
const EXACT = 1e-6;

/**
 * A rating after one rating period with these results; at least one.
 * @param {Rating} rating @param {Result[]} results @param {number} [tau]
 * @returns {Rating}
 */
export function updated(rating, results, tau = TAU) {
  const spread = rating.deviation / SCALE;
  let known = 0;
  let gain = 0;
  for (const { opponent, score } of results) {
    const doubt = doubtOf(opponent.deviation / SCALE);
    const chance = 1 / (1 + Math.exp((-doubt * (rating.value - opponent.value)) / SCALE));
    known += doubt * doubt * chance * (1 - chance);
    gain += doubt * (score - chance);
  }
  const volatility = volatilityOf(rating.volatility, spread, 1 / known, gain / known, tau);
  const before = spread * spread + volatility * volatility;
  const after = 1 / Math.sqrt(1 / before + known);
  return {
    value: MIDDLE + SCALE * ((rating.value - MIDDLE) / SCALE + after * after * gain),
    deviation: Math.min(SCALE * after, DEVIATION),
    volatility,
  };
}

/**
 * How much a result says against an opponent of this deviation: Glickman's g.
 * @param {number} spread
 */
function doubtOf(spread) {
  return 1 / Math.sqrt(1 + (3 * spread * spread) / (Math.PI * Math.PI));
}

/**
 * The new volatility: step 5 of the description, by the Illinois method.
 * @param {number} volatility @param {number} spread @param {number} variance
 * @param {number} change @param {number} tau
 */
function volatilityOf(volatility, spread, variance, change, tau) {
  const start = Math.log(volatility * volatility);
  const of = (/** @type {number} */ x) => {
    const all = spread * spread + variance + Math.exp(x);
    return (Math.exp(x) * (change * change - all)) / (2 * all * all) - (x - start) / (tau * tau);
  };
  let low = start;
  let high = change * change > spread * spread + variance ? Math.log(change * change - spread * spread - variance) : start - tau;
  while (high < start && of(high) < 0) high -= tau;
  let [atLow, atHigh] = [of(low), of(high)];
  while (Math.abs(high - low) > EXACT) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = of(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
