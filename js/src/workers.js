/** Starts workers alike in browsers and in Node. */

/**
 * A worker: `busy` says whether a program waits for it before it ends.
 * @typedef {{ post: (message: any) => void, busy: (busy: boolean) => void,
 *   end: () => void }} Port
 */

let make = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

/**
 * Make workers in another way from now on, where `worker.js` does not lie beside this file.
 * @param {() => Worker} maker
 */
export function makeWorkers(maker) {
  make = maker;
}

/**
 * Start a worker; null where there are none. `onDeath` may be called more than once.
 * @param {(message: any) => void} onMessage @param {(why: string) => void} onDeath
 * @returns {Promise<Port | null>}
 */
export async function start(onMessage, onDeath) {
  if (typeof process !== "undefined" && process.versions?.node) return inNode(onMessage, onDeath);
  if (typeof Worker === "undefined") return null;
  try {
    const worker = make();
    worker.onmessage = ({ data }) => onMessage(data);
    worker.onmessageerror = () => onDeath("a message cannot be read");
    worker.onerror = (event) => {
      event.preventDefault();
      onDeath(event.message || "it cannot be loaded");
    };
    return {
      post: (message) => worker.postMessage(message),
      busy: () => {},
      end: () => worker.terminate(),
    };
  } catch {
    return null; // a page that may have none
  }
}

/**
 * @param {(message: any) => void} onMessage @param {(why: string) => void} onDeath
 * @returns {Promise<Port>}
 */
async function inNode(onMessage, onDeath) {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(new URL("./worker.js", import.meta.url));
  worker.on("message", onMessage);
  worker.on("messageerror", () => onDeath("a message cannot be read"));
  worker.on("error", (error) => onDeath(error.message));
  worker.on("exit", (code) => onDeath(`it ended with code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    busy: (busy) => (busy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}
