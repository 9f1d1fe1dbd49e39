/** What this page hears of the browser's one stream. */

import { ROOT } from "../files.js";
import { apiAddress } from "./api.js";
import { canShare, carriedStream } from "./carrier.js";
import { Hub } from "./hub.js";

/**
 * What is done at the events of a topic, by their names: also at `lost`, when nothing is heard any
 * more, and at `opened`, when something may have been missed.
 * @typedef {Record<string, (told: any) => void>} Hears
 */

const NAME = "livestone-1"; // of the worker, by what is said to it

/** @type {Map<string, Set<Hears>>} by topic */
const heard = new Map();
/** @type {MessagePort | null} */
let port = null;
let isOwn = false; // whether the stream is this page's alone
let isAsking = false;

/**
 * Hear what happens at a topic such as `lobby` or `games/ID`, beginning with how it stands; returns
 * what ends that.
 * @param {string} topic @param {Hears} hears
 */
export function listen(topic, hears) {
  const others = heard.get(topic);
  if (others) queueMicrotask(() => others.has(hears) && hears.opened?.({}));
  heard.set(topic, (others ?? new Set()).add(hears));
  ask();
  return () => {
    const those = heard.get(topic);
    those?.delete(hears);
    if (!those?.size) heard.delete(topic);
    ask();
  };
}

/** Tell what this page follows now, once for all that changes together. */
function ask() {
  if (isAsking) return;
  isAsking = true;
  queueMicrotask(() => {
    isAsking = false;
    port ??= connect();
    // Browsers keep few connections to one server: one for each page that is seen.
    const topics = isOwn && document.hidden ? [] : [...heard.keys()];
    port.postMessage({ address: apiAddress("/events"), topics });
  });
}

function connect() {
  addEventListener("pagehide", () => port?.postMessage({ topics: null }));
  addEventListener("pageshow", ({ persisted }) => persisted && ask());
  if (!("SharedWorker" in globalThis)) return withoutWorker();
  const worker = new SharedWorker(new URL("stream.js", ROOT), { type: "module", name: NAME });
  worker.addEventListener("error", () => {
    port = withoutWorker();
    ask();
  });
  const id = `${NAME}-${Math.random()}`;
  navigator.locks?.request(id, () => {
    worker.port.postMessage({ alive: id });
    return new Promise(() => {});
  });
  return followed(worker.port);
}

/** A stream in one of the pages, or in each. */
function withoutWorker() {
  if (canShare) return followed(carriedStream(NAME, ask));
  isOwn = true;
  document.addEventListener("visibilitychange", ask);
  const { port1, port2 } = new MessageChannel();
  new Hub().connect(port1);
  return followed(port2);
}

/** @param {MessagePort} from */
function followed(from) {
  let isLost = false;
  from.onmessage = ({ data: { name, data, topic } }) => {
    if (name === "opened" && isLost) dispatchEvent(new Event("livestone-edition")); // the server may be another one now
    if (name === "opened" || name === "lost") isLost = name === "lost";
    const those = topic ? (heard.get(topic) ?? []) : [...heard.values()].flatMap((one) => [...one]);
    for (const hears of those) hears[name]?.(data);
  };
  return from;
}
