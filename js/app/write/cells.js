/** Cells as a learner knows them, `(4, 4)`, and as the rules write them, `e5`. */

/** A cell as the rules write it. @param {[number, number] | "pass"} move @param {number} size */
export function textOf(move, size) {
  if (move === "pass" || move[0] >= size) return "pass";
  return `${String.fromCharCode(97 + move[0])}${move[1] + 1}`;
}

/** A move as a learner knows it: `(4, 4)` for `e5`. @param {string} text */
export function cellOf(text) {
  const found = /^([a-z])(\d+)$/.exec(text);
  return found ? `(${found[1].charCodeAt(0) - 97}, ${Number(found[2]) - 1})` : text;
}
