/** Says when the site or the server has another edition than this page: it is loaded when a person wants. */

import { downloaded } from "../src/files.js";
import { t } from "../table/words.js";
import { ROOT, isSingleFile } from "./files.js";

const PAUSE = 10_000; // milliseconds between two looks
const PATIENCE = 5000; // until a page goes on without a service worker that does not end

/** Looks for another edition when the page is seen again, or when something did not fit. */
export class Edition {
  /** @type {ServiceWorkerRegistration | null} */
  #registration = null;
  #looked = -PAUSE;
  #offered = false;

  /** @param {import("./frame.js").Frame} frame @param {string} version of this page, empty where nobody knows */
  constructor(frame, version) {
    this.frame = frame;
    this.version = version;
    // What was read is of another edition for sure, or the connection to the server has come back.
    addEventListener("livestone-edition", (event) => (/** @type {CustomEvent} */ (event).detail?.sure ? this.#offer() : this.#look()));
    addEventListener("online", () => this.#look());
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
  }

  /**
   * Follow the service worker, which fetches another edition before that is told.
   * @param {ServiceWorkerRegistration} registration
   */
  follow(registration) {
    this.#registration = registration;
    const offer = () => {
      const { waiting, active } = registration;
      if (waiting && active) this.#offer(waiting);
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  }

  async #look() {
    if (!this.version || isSingleFile() || performance.now() - this.#looked < PAUSE) return;
    this.#looked = performance.now();
    try {
      if (this.#registration?.active) await this.#registration.update();
      else if ((await editionThere()) !== this.version) this.#offer();
    } catch {
      // The network is away, or the site is being renewed: the next look may tell.
    }
  }

  /** @param {ServiceWorker} [waiting] the one that has the other edition */
  #offer(waiting) {
    if (this.#offered && !waiting) return;
    this.#offered = true;
    const load = async () => {
      const itself = await this.#letIn(waiting);
      if (!itself) await renew();
      location.reload();
    };
    this.frame.say(t("A new edition of Livestone is here. Your games are kept: load it now, or when you have finished what you are writing."), { name: "update", act: [t("Load it now"), load] });
  }

  /** Whether the new service worker answers now; where the old one does not end, neither is left. @param {ServiceWorker} [waiting] */
  async #letIn(waiting) {
    if (waiting?.state !== "installed") return false;
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true), { once: true });
      setTimeout(() => resolve(false), PATIENCE);
    });
    waiting.postMessage({ skipWaiting: true });
    if (await changed) return true;
    await this.#registration?.unregister();
    return false;
  }
}

async function editionThere() {
  const { bytes } = await downloaded(new URL("catalogue.json", ROOT), { cache: "no-cache" });
  return JSON.parse(new TextDecoder().decode(bytes)).version;
}

/** Fetch again what this page was made of: a page that is loaded again may take old files from the browser's cache. */
async function renew() {
  if ("files" in document.documentElement.dataset) return; // no browser keeps those unasked
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const ours = new Set(names.filter((name) => name.startsWith(ROOT.href)));
  await Promise.allSettled([...ours].map((name) => downloaded(new URL(name), { cache: "reload" })));
}
