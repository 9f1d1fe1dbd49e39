/** Walking along paths: how every front end turns clicks, keys and words into a move. */

/**
 * Where tokens lead among the paths of the legal moves: the move they complete, and what may come
 * next. Neither when they lead nowhere; both when a longer path begins with a whole shorter one.
 * @param {Record<string, string[]>} paths by the move's text
 * @param {string[]} tokens
 * @returns {{ move: string | null, next: string[] }}
 */
export function follow(paths, tokens = []) {
  let move = null;
  /** @type {Set<string>} */
  const next = new Set();
  for (const [text, path] of Object.entries(paths)) {
    if (!tokens.every((token, at) => path[at] === token)) continue;
    if (path.length > tokens.length) next.add(path[tokens.length]);
    else move ??= text;
  }
  return { move, next: [...next] };
}
