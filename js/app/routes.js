/** Addresses inside the site: what stands after `#`. */

/** @typedef {{ name: string, query: URLSearchParams, rest: string }} Route */

/**
 * The page that a hash names, and what it says to it; `rest` is what follows `name=`.
 * @param {string} hash such as `#rules?game=freedom` or `#shared=...`
 * @returns {Route}
 */
export function routeOf(hash) {
  const text = hash.replace(/^#/, "");
  const [, name, sign, rest] = /** @type {RegExpExecArray} */ (/^([^?=]*)([?=]?)(.*)$/s.exec(text));
  return { name, query: new URLSearchParams(sign === "?" ? rest : ""), rest: sign === "=" ? rest : "" };
}

/**
 * The address of a page.
 * @param {string} name @param {Record<string, string | number | boolean | null | undefined>} [given]
 *   what is left out where it is null, undefined or an empty text
 */
export function to(name, given = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const text = query.toString().replace(/%2C/g, ",").replace(/%3A/g, ":");
  return `#${name}${text ? `?${text}` : ""}`;
}

/**
 * Put an address in place of the one shown, without going anywhere.
 * @param {string} hash
 */
export function replace(hash) {
  history.replaceState(null, "", hash === "#" ? location.pathname + location.search : hash);
}
