/** The repository's random generator: splitmix64, and choices that Python makes alike. */

const WORD = 64;
const STEP = 0x9e3779b97f4a7c15n;
const MIX_A = 0xbf58476d1ce4e5b9n;
const MIX_B = 0x94d049bb133111ebn;
// 64-bit FNV-1a.
const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
// A random share is one of so many.
const SHARES = 2 ** 30;

/** The state of a generator for a whole number. @param {bigint} seed */
export function seeded(seed) {
  return BigInt.asUintN(WORD, seed * 0x2545f4914f6cdd1dn + STEP);
}

/** A seed for a text: the 64-bit FNV-1a hash of its UTF-8. @param {string} text */
export function seedOf(text) {
  let found = OFFSET;
  for (const octet of new TextEncoder().encode(text)) {
    found = BigInt.asUintN(WORD, (found ^ BigInt(octet)) * PRIME);
  }
  return found;
}

/** A generator that goes on from a state. */
export class Random {
  /** @param {bigint} state */
  constructor(state) {
    this.state = state;
  }

  /** A random whole number below a limit. @param {number} limit */
  below(limit) {
    this.state = BigInt.asUintN(WORD, this.state + STEP);
    let word = this.state;
    word = BigInt.asUintN(WORD, (word ^ (word >> 30n)) * MIX_A);
    word = BigInt.asUintN(WORD, (word ^ (word >> 27n)) * MIX_B);
    word = (word ^ (word >> 31n)) >> 32n;
    return Number((word * BigInt(limit)) >> 32n);
  }

  /**
   * The index of one of some weights, each with a probability in proportion to it.
   * @param {number[]} weights
   */
  weighted(weights) {
    let total = 0;
    for (const weight of weights) total += weight;
    let left = (this.below(SHARES) / SHARES) * total;
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return index;
    }
    return weights.length - 1;
  }
}
