/** The worker in which a bot thinks: it is given a game, then one request after the other. */

import { Game } from "./game.js";
import { LivestoneError } from "./errors.js";
import { Service } from "./service.js";

/** @typedef {import("./service.js").Request} Request */
/**
 * @typedef {{ manifest?: any, compiled?: WebAssembly.Module, id?: number, request?: Request,
 *   stop?: number }} Message
 */

/** @type {Promise<Service>} */
let service;
let last = Promise.resolve();
/** @type {Set<number>} the requests that are to stop */
const stopped = new Set();

/** @param {(message: any) => void} post @param {Message} message */
function receive(post, { manifest, compiled, id, request, stop }) {
  if (compiled) {
    service = Game.of(compiled, manifest).then((game) => new Service(game));
    service.then(
      () => post({ ready: true }),
      (error) => post({ died: String(error) }),
    );
  }
  if (stop !== undefined) stopped.add(stop);
  if (id !== undefined && request) last = last.then(() => answer(post, id, request));
}

/** @param {(message: any) => void} post @param {number} id @param {Request} request */
async function answer(post, id, request) {
  try {
    const reports = (await service).answer(request, () => stopped.has(id));
    for await (const report of reports) post({ id, report });
    post({ id, done: true });
  } catch (error) {
    if (error instanceof LivestoneError) post({ id, code: error.code, message: error.message });
    else post({ died: String(error) });
  } finally {
    stopped.delete(id);
  }
}

if (typeof process !== "undefined" && process.versions?.node) {
  const { parentPort } = await import("node:worker_threads");
  parentPort?.on("message", (message) => receive((told) => parentPort.postMessage(told), message));
} else {
  self.onmessage = ({ data }) => receive((told) => self.postMessage(told), data);
}
