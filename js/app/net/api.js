/** Asks the server's JSON API. Every request has a time limit, and every refusal a sentence. */

import { Refusal, STARTING, ask as askOnce, posted } from "../../table/request.js";
import { t } from "../../table/words.js";
import { server } from "../routes.js";

export { Refusal };

const SECONDS = 15; // until a server that is full is given up
const STARTS = 120; // and one that starts
const AGAIN = 1000; // milliseconds

/**
 * The address of something the API has.
 * @param {string} path such as `/games`
 */
export function apiAddress(path) {
  return `${server}/api${path}`;
}

/**
 * Read something. Throws a Refusal.
 * @template {string} P
 * @param {P} path below `/api` @returns {Promise<import("./types.d.ts").Answer<P, "get">>}
 */
export function read(path) {
  return ask(path, {});
}

/**
 * Do something. Throws a Refusal.
 * @template {string} P
 * @param {P} path below `/api` @param {import("./types.d.ts").Body<P>} [data]
 * @returns {Promise<import("./types.d.ts").Answer<P, "post">>}
 */
export function send(path, data) {
  return ask(path, posted(data));
}

/**
 * Ask; a server that is starting, or full for a moment, is asked again while there is time.
 * @param {string} path @param {RequestInit} request
 */
async function ask(path, request) {
  if (server === undefined) throw new Refusal(t("This is only there on a Livestone server."), "no-server", 0);
  const began = performance.now();
  for (;;) {
    try {
      return await askOnce(apiAddress(path), request);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 503) throw error;
      const starts = error.code === STARTING;
      if (!starts && request.method) throw error;
      if (performance.now() - began > (starts ? STARTS : SECONDS) * 1000) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}
