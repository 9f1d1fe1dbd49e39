/** Records in links: compressed, in letters that an address may have. */

import { LivestoneError } from "../src/errors.js";
import { recordIn } from "../src/pasted.js";
import { t } from "../table/words.js";
import { carrying } from "./routes.js";

// A longer link is no game; it must not fill the memory either.
const MAX_BYTES = 2_000_000;

/**
 * The whole address that carries a text, and shows it after so many plies.
 * @param {string} text @param {number | null} [ply] null for the end
 * @param {string} [page] that shows it
 */
export async function linkTo(text, ply = null, page = "shared") {
  const address = new URL(carrying(page, await pack(text)), location.href.split("#")[0]).href;
  return ply === null ? address : `${address}?ply=${ply}`;
}

/**
 * The address in this app of a friend's game that somebody has pasted, as a link or as text; empty
 * where there is none.
 * @param {string} text
 */
export async function linkIn(text) {
  const packed = /(?:#link=|\/link#)([\w-]+)/.exec(text)?.[1] ?? (/^\W*Tag link: /m.test(text) ? await pack(recordIn(text)?.text ?? text) : "");
  return packed && carrying("link", packed);
}

/** A text in letters, digits, `-` and `_`. @param {string} text */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * The text that was packed. Throws LivestoneError with a sentence where it is cut or wrong.
 * @param {string} packed
 */
export async function unpack(packed) {
  const letters = decoded(packed && (/^[\w-]+/.exec(packed)?.[0] ?? "%")); // chats and trackers write on after it
  try {
    const bytes = Uint8Array.from(letters, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await limited(stream));
  } catch {
    throw broken();
  }
}

/** @param {string} packed */
function decoded(packed) {
  if (!packed) throw new LivestoneError(t("This link carries no game: nothing follows “shared=”."), "bad-link");
  try {
    return atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    throw broken();
  }
}

function broken() {
  return new LivestoneError(
    t("This link is cut or changed: the game in it cannot be read. Copy the whole link, to its last letter, and open it again."),
    "bad-link",
  );
}

/** @param {ReadableStream<Uint8Array>} stream */
async function limited(stream) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MAX_BYTES) throw new Error("too long");
    parts.push(new Uint8Array(next.value));
  }
  return new Blob(parts).arrayBuffer();
}
