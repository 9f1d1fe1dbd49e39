/** Asks a server. Every request has a time limit, and every refusal a sentence. */

import { LivestoneError } from "../src/errors.js";
import { sentence, t, translated } from "./words.js";

const SECONDS = 15;
export const STARTING = "starting"; // nothing was done yet
export const NO_COOKIES = "no-cookies";

/** What a server has refused, or could not do: `status` is 0 where no answer came. */
export class Refusal extends LivestoneError {
  /** @param {string} message @param {string} code @param {number} status @param {string} [field] of a form */
  constructor(message, code, status, field = "") {
    super(message, code);
    this.status = status;
    this.field = field;
  }

  /** Whether the server or the network is in trouble, rather than that something was refused. */
  get isTrouble() {
    return !this.status || this.status >= 500 || this.status === 429;
  }
}

/**
 * Ask once. Throws a Refusal.
 * @param {string} address @param {RequestInit} [request] @param {number} [seconds] to wait
 * @returns {Promise<any>}
 */
export async function ask(address, request = {}, seconds = SECONDS) {
  let answer;
  let told;
  try {
    answer = await fetch(address, { ...request, signal: AbortSignal.timeout(seconds * 1000) });
    told = await answer.json().catch(() => null);
  } catch {
    throw unreachable(request, 0);
  }
  if (answer.ok && told !== null) return told;
  if (answer.headers.get("X-Livestone") === STARTING) throw new Refusal(t("The server is still starting. Please try again."), STARTING, answer.status);
  if (told === null && answer.status > 500) throw unreachable(request, answer.status); // a proxy's own answer
  if (told?.message && isUnknown(answer) && !navigator.cookieEnabled) {
    throw new Refusal(t("This browser takes no cookies from this address, so the server cannot know that it is you: allow them, then load this page again."), NO_COOKIES, answer.status);
  }
  if (told?.message) throw new Refusal(sentence(translated(told.message)), told.error, answer.status, told.field);
  throw new Refusal(t("The server’s answer cannot be read. Please try again."), "bad-answer", answer.ok ? 502 : answer.status);
}

/** @param {RequestInit} request @param {number} status */
function unreachable(request, status) {
  const why = request.method
    ? t("The server cannot be reached, so this was not done. Please try again.")
    : t("The server cannot be reached. Please try again.");
  return new Refusal(why, "unreachable", status);
}

/** Whether the server knows somebody else than the one who may do this, or nobody. @param {{ status: number }} answer */
export function isUnknown({ status }) {
  return status === 401 || status === 403;
}

/** A request that does something. @param {unknown} [data] JSON @returns {RequestInit} */
export function posted(data) {
  const body = data ? { body: JSON.stringify(data), headers: { "Content-Type": "application/json" } } : {};
  return { method: "POST", ...body };
}
