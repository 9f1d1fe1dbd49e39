/** Asks the server's JSON API. Every request has a time limit, and every refusal a sentence. */

import { LivestoneError } from "../../src/errors.js";
import { sentence, t, translated } from "../../table/words.js";
import { server } from "../routes.js";

const SECONDS = 15;
const AGAIN = 1000; // milliseconds
const STARTING = "starting"; // nothing was done yet

/** What the server has refused, or could not do: `status` is 0 where no answer came. */
export class Refusal extends LivestoneError {
  /** @param {string} message @param {string} code @param {number} status @param {string} [field] of a form */
  constructor(message, code, status, field = "") {
    super(message, code);
    this.status = status;
    this.field = field;
  }
}

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
  const body = data ? { body: JSON.stringify(data), headers: { "Content-Type": "application/json" } } : {};
  return ask(path, { method: "POST", ...body });
}

/**
 * Ask; a server that is starting, or full for a moment, is asked again while there is time.
 * @param {string} path @param {RequestInit} request
 */
async function ask(path, request) {
  if (server === undefined) throw new Refusal(t("This is only there on a Livestone server."), "no-server", 0);
  const until = performance.now() + SECONDS * 1000;
  for (;;) {
    try {
      return await askOnce(path, request);
    } catch (error) {
      const later = error instanceof Refusal && error.status === 503 && (!request.method || error.code === STARTING) && performance.now() < until;
      if (!later) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

/** @param {string} path @param {RequestInit} request */
async function askOnce(path, request) {
  let answer;
  let told;
  try {
    answer = await fetch(apiAddress(path), { ...request, signal: AbortSignal.timeout(SECONDS * 1000) });
    told = await answer.json().catch(() => null);
  } catch {
    const why = request.method
      ? t("The server cannot be reached, so this was not done. Please try again.")
      : t("The server cannot be reached. Please try again.");
    throw new Refusal(why, "unreachable", 0);
  }
  if (answer.ok && told !== null) return told;
  if (answer.headers.get("X-Livestone") === STARTING) throw new Refusal(t("The server is still starting. Please try again."), STARTING, answer.status);
  if (told?.message) throw new Refusal(sentence(translated(told.message)), told.error, answer.status, told.field);
  throw new Refusal(t("The server’s answer cannot be read. Please try again."), "bad-answer", answer.status);
}
