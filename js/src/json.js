/** JSON as Python reads it: objects as Maps, names once each, errors with their line. */

import { BadRecord } from "./errors.js";
import { Real, cut, quoted } from "./texts.js";

const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const BLANK = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\x00-\x1f]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
const NAMED = new Map(
  /** @type {[string, unknown][]} */ ([
    ["null", null],
    ["true", true],
    ["false", false],
    ["NaN", new Real(NaN)],
    ["Infinity", new Real(Infinity)],
    ["-Infinity", new Real(-Infinity)],
  ]),
);
/** @type {Record<string, string>} */
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const DEEPEST = 990;
const MAX_DIGITS = 4300;

/**
 * The value that a text holds: objects are Maps, numbers with a fraction or exponent are Reals,
 * whole numbers too large to be exact are BigInts. Throws BadRecord.
 * @param {string} text
 */
export function decode(text) {
  const reader = new Reader(text);
  reader.skip();
  const value = reader.value(0);
  reader.skip();
  if (reader.at < text.length) reader.fail("Extra data");
  return value;
}

/** Reads one text from left to right. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** What a pattern matches here, passed over. @param {RegExp} pattern */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  skip() {
    this.take(BLANK);
  }

  /** @param {string} why @param {number} at @returns {never} */
  fail(why, at = this.at) {
    throw new BadRecord(`this is no JSON: ${why}`, this.text.slice(0, at).split("\n").length);
  }

  /** @param {number} depth @returns {unknown} */
  value(depth) {
    if (depth > DEEPEST) throw new BadRecord("this JSON is nested too deep to be a game record");
    switch (this.text[this.at]) {
      case '"':
        return this.string();
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
    }
    for (const [name, value] of NAMED) {
      if (this.text.startsWith(name, this.at)) {
        this.at += name.length;
        return value;
      }
    }
    return this.number();
  }

  number() {
    const found = this.take(NUMBER);
    if (!found) return this.fail("Expecting value");
    const [text, digits, fraction, exponent] = found;
    if (fraction || exponent) return new Real(Number(text));
    const count = digits.replace("-", "").length;
    if (count > MAX_DIGITS) {
      throw new BadRecord(
        `this is no JSON: Exceeds the limit (${MAX_DIGITS} digits) for integer string conversion: ` +
          `value has ${count} digits; use sys.set_int_max_str_digits() to increase the limit`,
      );
    }
    const value = Number(digits);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(digits);
  }

  string() {
    const begin = this.at;
    this.at += 1;
    let found = "";
    for (;;) {
      found += /** @type {RegExpExecArray} */ (this.take(PLAIN))[0];
      const next = this.text[this.at];
      if (next === undefined) this.fail("Unterminated string starting at", begin);
      if (next === '"') break;
      if (next !== "\\") this.fail("Invalid control character at");
      found += this.escape(begin);
    }
    this.at += 1;
    return found;
  }

  /** @param {number} begin */
  escape(begin) {
    const next = this.text[this.at + 1];
    if (next === undefined) this.fail("Unterminated string starting at", begin);
    this.at += 2;
    if (next !== "u") return ESCAPES[next] ?? this.fail("Invalid \\escape", this.at - 2);
    const digits = this.take(HEX);
    if (!digits) return this.fail("Invalid \\uXXXX escape", this.at - 1);
    return String.fromCharCode(parseInt(digits[0], 16));
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {[string, unknown][]} */
    const pairs = [];
    this.at += 1;
    this.skip();
    if (this.text[this.at] !== "}") {
      do {
        this.skip();
        if (this.text[this.at] !== '"') this.fail("Expecting property name enclosed in double quotes");
        const name = this.string();
        this.skip();
        if (this.text[this.at] !== ":") this.fail("Expecting ':' delimiter");
        this.at += 1;
        this.skip();
        pairs.push([name, this.value(depth + 1)]);
      } while (this.more("}"));
    } else this.at += 1;
    return once(pairs);
  }

  /** @param {number} depth */
  array(depth) {
    /** @type {unknown[]} */
    const found = [];
    this.at += 1;
    this.skip();
    if (this.text[this.at] !== "]") {
      do {
        this.skip();
        found.push(this.value(depth + 1));
      } while (this.more("]"));
    } else this.at += 1;
    return found;
  }

  /** Whether another item follows; passes over the comma, or the end. @param {string} end */
  more(end) {
    this.skip();
    const next = this.text[this.at];
    if (next !== end && next !== ",") this.fail("Expecting ',' delimiter");
    this.at += 1;
    return next === ",";
  }
}

/** @param {[string, unknown][]} pairs */
function once(pairs) {
  /** @type {Map<string, unknown>} */
  const found = new Map();
  for (const [name, value] of pairs) {
    if (found.has(name)) throw new BadRecord(`${quoted(cut(name, 40))} is given twice`);
    found.set(name, value);
  }
  return found;
}
