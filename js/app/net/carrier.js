/**
 * The browser's one stream where there is no SharedWorker: the page that was seen last carries it,
 * since a hidden one may be put to sleep, and the others reach it by a channel. A lock says which.
 */

import { Hub } from "./hub.js";

/** Whether pages can find each other here; they cannot at addresses without HTTPS. */
export const canShare = "BroadcastChannel" in globalThis && Boolean(navigator.locks);

/**
 * This page's end of the stream that one of the pages carries.
 * @param {string} name of the lock and the channel @param {() => void} ask says again what this page follows
 */
export function carriedStream(name, ask) {
  const id = `${name}-${crypto.randomUUID()}`;
  const channel = new BroadcastChannel(name);
  const { port1, port2 } = new MessageChannel();
  /** @type {Hub | null} while this page carries the stream */
  let hub = null;
  /** @type {Map<string, MessagePort>} the pages it is carried for */
  let pages = new Map();

  /** @param {string} from the page that asks @param {any} data */
  const hear = (from, data) => {
    if (!hub) return;
    let page = pages.get(from);
    if (!page) {
      const mine = hub;
      const postMessage = (/** @type {any} */ told) => (from === id ? port1.postMessage(told) : channel.postMessage({ to: from, data: told }));
      page = /** @type {MessagePort} */ ({ postMessage });
      pages.set(from, page);
      hub.connect(page);
      // Each page holds a lock of its own while it is there.
      navigator.locks.request(from, () => mine === hub && hear(from, { topics: null }));
    }
    page.onmessage?.(/** @type {MessageEvent} */ ({ data }));
  };
  const begin = () => {
    hub = new Hub();
    pages = new Map();
    channel.postMessage({ begins: true });
    ask();
    return new Promise(() => {});
  };
  const end = () => {
    hub?.close();
    hub = null;
  };
  let waiting = new AbortController();
  /** @param {LockOptions} options */
  const carry = (options) => {
    navigator.locks.request(name, options, begin).catch(() => {
      if (options.signal?.aborted) return;
      end(); // another page carries it now
      waiting = new AbortController();
      carry({ signal: waiting.signal });
    });
  };
  const seen = () => {
    if (document.hidden || hub) return;
    waiting.abort();
    carry({ steal: true });
  };
  navigator.locks.request(id, () => {
    port1.onmessage = ({ data }) => (hub ? hear(id, data) : channel.postMessage({ from: id, data }));
    return new Promise(() => {});
  });
  channel.onmessage = ({ data: { from, to, begins, data } }) => {
    if (to === id) port1.postMessage(data);
    else if (from) hear(from, data);
    else if (begins) ask();
  };
  document.addEventListener("visibilitychange", seen);
  if (document.hidden) carry({ signal: waiting.signal });
  else seen();
  return port2;
}
