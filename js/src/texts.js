/** Texts as Python reads and writes them: spaces, characters, numbers and quotes. */

/** What Python takes for a space, as a class in a regular expression. */
export const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const AROUND = new RegExp(`^${SPACE}+|${SPACE}+$`, "g");
const BETWEEN = new RegExp(`${SPACE}+`);

/** A text without the spaces around it. @param {string} text */
export function strip(text) {
  return text.replace(AROUND, "");
}

/** The words of a text. @param {string} text */
export function split(text) {
  return text.split(BETWEEN).filter(Boolean);
}

/**
 * What stands before a separator, whether it is there, and what follows it.
 * @param {string} text @param {string} separator
 * @returns {[string, boolean, string]}
 */
export function partition(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, false, ""] : [text.slice(0, at), true, text.slice(at + separator.length)];
}

/** How many characters a text has; a pair of surrogates is one. @param {string} text */
export function length(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first characters of a text. @param {string} text @param {number} most */
export function cut(text, most) {
  return text.length <= most ? text : [...text].slice(0, most).join("");
}

/**
 * A number as Python writes one that has a fraction; of others the whole number.
 * @param {number | bigint} value
 */
export function numberText(value) {
  if (typeof value === "bigint" || Number.isInteger(value)) return String(BigInt(value));
  const text = String(value);
  const [digits, exponent] = value.toExponential().split("e").map((part) => part.replace("+", ""));
  return Math.abs(value) >= 1e-4 ? text : `${digits}e-${exponent.slice(1).padStart(2, "0")}`;
}

/** A value of JSON as Python's `repr` writes it. @param {unknown} value @returns {string} */
export function repr(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (value instanceof Real) return floatText(value.value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = value instanceof Map ? [...value] : Object.entries(value);
    return `{${pairs.map(([name, one]) => `${repr(name)}: ${repr(one)}`).join(", ")}}`;
  }
  return numberText(/** @type {number | bigint} */ (value));
}

/** A number that was written with a fraction or an exponent, which Python keeps apart. */
export class Real {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

/** A floating point number as Python's `repr` writes it. @param {number} value */
export function floatText(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (Object.is(value, -0)) return "-0.0";
  if (Math.abs(value) < 1e16) return Number.isInteger(value) ? `${value}.0` : numberText(value);
  const [digits, exponent] = value.toExponential().split("e+");
  return `${digits}e+${exponent.padStart(2, "0")}`;
}

/** A text in quotes, as Python's `repr` writes it. @param {string} text */
export function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let found = "";
  for (const char of text) {
    if (char === "\\" || char === quote) found += `\\${char}`;
    else if (char === "\n") found += "\\n";
    else if (char === "\r") found += "\\r";
    else if (char === "\t") found += "\\t";
    else if (char === " " || !/[\p{C}\p{Z}]/u.test(char)) found += char;
    else found += escaped(/** @type {number} */ (char.codePointAt(0)));
  }
  return quote + found + quote;
}

/** @param {number} code */
function escaped(code) {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

/** A text in quotes, cut to so many characters. @param {string} text @param {number} most */
export function short(text, most) {
  return quoted(length(text) <= most ? text : `${cut(text, most - 3)}...`);
}
