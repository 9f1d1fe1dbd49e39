/** Python's `random.Random`, as far as house players use it: the same choices by the same seeds. */

const [WORDS, MIDDLE] = [624, 397];

/** A Mersenne Twister. */
export class PythonRandom {
  /** @param {Uint32Array} key */
  constructor(key) {
    const state = (this.state = new Uint32Array(WORDS));
    state[0] = 19650218;
    for (let at = 1; at < WORDS; at++) state[at] = Math.imul(state[at - 1] ^ (state[at - 1] >>> 30), 1812433253) + at;
    let at = 1;
    const mix = (/** @type {number} */ factor) => Math.imul(state[at - 1] ^ (state[at - 1] >>> 30), factor);
    const step = () => {
      if (++at < WORDS) return;
      state[0] = state[WORDS - 1];
      at = 1;
    };
    for (let count = 0; count < Math.max(WORDS, key.length); count++) {
      const place = count % key.length;
      state[at] = (state[at] ^ mix(1664525)) + key[place] + place;
      step();
    }
    for (let count = 1; count < WORDS; count++) {
      state[at] = (state[at] ^ mix(1566083941)) - at;
      step();
    }
    state[0] = 0x80000000;
    this.at = WORDS;
  }

  /** By a whole number. @param {number} seed */
  static of(seed) {
    const more = Math.floor(seed / 2 ** 32);
    return new PythonRandom(Uint32Array.from(more ? [seed, more] : [seed]));
  }

  /** By a text. @param {string} text */
  static async ofText(text) {
    const octets = new TextEncoder().encode(text);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", octets));
    const number = Uint8Array.of(...octets, ...digest).reverse();
    const padded = new Uint8Array(Math.ceil(number.length / 4) * 4);
    padded.set(number);
    return new PythonRandom(new Uint32Array(padded.buffer));
  }

  /** So many random bits, up to 32. @param {number} count */
  bits(count) {
    if (this.at === WORDS) this.#turn();
    let word = this.state[this.at++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >>> 18;
    return word >>> (32 - count);
  }

  /** @template T @param {T[]} list */
  choice(list) {
    const count = 32 - Math.clz32(list.length);
    let found = this.bits(count);
    while (found >= list.length) found = this.bits(count);
    return list[found];
  }

  #turn() {
    const { state } = this;
    for (let at = 0; at < WORDS; at++) {
      const word = (state[at] & 0x80000000) | (state[(at + 1) % WORDS] & 0x7fffffff);
      state[at] = state[(at + MIDDLE) % WORDS] ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}
