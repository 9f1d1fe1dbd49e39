/** Files of games, by their addresses, in browsers and in Node. */

import { BrokenGame } from "./errors.js";

/** @typedef {import("./module.js").Octets} Octets */

const PATIENCE = 20_000; // milliseconds without an octet

/**
 * The bytes of a file: a path in Node, a URL in a browser.
 * @param {string | URL} address
 * @returns {Promise<Octets>}
 */
export async function fetched(address) {
  const text = String(address);
  const url = /^[a-z]+:/i.test(text) ? new URL(text) : null;
  if (typeof process !== "undefined" && process.versions?.node && (!url || url.protocol === "file:")) {
    const { readFile } = await import("node:fs/promises");
    try {
      return new Uint8Array(await readFile(url ?? text));
    } catch {
      throw new BrokenGame(`there is no file ${text}`);
    }
  }
  const answer = await downloaded(text).catch(() => null);
  if (!answer) throw new BrokenGame(`${text} cannot be fetched: there is no connection, or no answer`);
  if (!answer.ok) throw new BrokenGame(`${text} cannot be fetched: the answer was ${answer.status}`);
  return answer.bytes;
}

/**
 * Fetch a file whole. Throws where there is no connection, or nothing has come for a while.
 * @param {string | URL} address @param {RequestInit} [request] @param {number} [patience]
 * @returns {Promise<{ status: number, ok: boolean, bytes: Octets }>}
 */
export async function downloaded(address, { signal, ...request } = {}, patience = PATIENCE) {
  const stop = new AbortController();
  const end = () => stop.abort(signal?.reason);
  signal?.addEventListener("abort", end);
  let alarm = setTimeout(end, patience);
  try {
    const { status, ok, body } = await fetch(address, { ...request, signal: stop.signal });
    const watched = new TransformStream({
      transform(chunk, controller) {
        clearTimeout(alarm);
        alarm = setTimeout(end, patience);
        controller.enqueue(chunk);
      },
    });
    const bytes = new Uint8Array(await new Response(body?.pipeThrough(watched)).arrayBuffer());
    return { status, ok, bytes };
  } finally {
    clearTimeout(alarm);
    signal?.removeEventListener("abort", end);
  }
}

/**
 * The address of another file in the same folder.
 * @param {string | URL} address @param {string} name
 */
export function beside(address, name) {
  const text = String(address);
  const encoded = /^[a-z]+:/i.test(text) ? encodeURIComponent(name) : name;
  return text.slice(0, text.lastIndexOf("/") + 1) + encoded;
}

/**
 * Whether a file has the content that a manifest describes.
 * @param {Octets} file @param {{ bytes: number, sha256: string }} described
 */
export async function isMeant(file, { bytes, sha256 }) {
  const found = await digest(file);
  return file.length === bytes && (!found || found === sha256);
}

/** @param {Octets} bytes */
async function digest(bytes) {
  if (!globalThis.crypto?.subtle) return ""; // a page from file:// or plain HTTP
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
