/**
 * What this device keeps of the pages, so that they work without a network: the app, and what was
 * used of the rest; all of it where a person wants that.
 */

import { downloaded } from "../src/files.js";
import { button, h } from "../table/dom.js";
import { get, set } from "../table/preferences.js";
import { t } from "../table/words.js";
import { ROOT, isSingleFile } from "./files.js";
import { alone, server } from "./routes.js";

const CACHE = "livestone"; // the service worker's
const AT_ONCE = 4;
const MB = 1e6;

/** Keeps files by the service worker; `trouble` says why it cannot. */
export class Offline {
  trouble = "";
  /** Octets that are not kept yet, null while nobody knows. @type {number | null} */
  missing = null;
  /** How many octets of how many were fetched, while all is fetched. @type {[number, number] | null} */
  progress = null;
  /** @type {AbortController | null} */
  #fetching = null;
  /** @type {Set<string>} the addresses of what this page loaded before the service worker was there */
  #used = new Set();
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** Whether the browser has been asked to save data. */
  get savesData() {
    return Boolean(/** @type {any} */ (navigator).connection?.saveData);
  }

  /** @param {() => void} listener @returns {() => void} how to stop that */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Register the service worker, and keep what the page has used.
   * @param {(registration: ServiceWorkerRegistration) => void} registered
   */
  async begin(registered) {
    if (isSingleFile() || alone || location.protocol === "file:") return;
    if (!("serviceWorker" in navigator)) {
      this.#say({ trouble: t("This browser keeps no pages (a private window, or an address without https), so they need a connection.") });
      return;
    }
    const { serviceWorker } = navigator;
    let registration;
    try {
      registration = await serviceWorker.register(new URL("sw.js", ROOT), { scope: server === undefined ? undefined : `${server}/` });
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
      return;
    }
    registered(registration);
    const { installing, active } = registration;
    if (!active) installing?.addEventListener("statechange", () => installing.state === "redundant" && this.#fail(t("it was not fetched whole")));
    if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    addEventListener("appinstalled", () => this.#keepUnasked());
    this.#used = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    await this.#keepUsed();
    if (get("offline") === "yes" || matchMedia("(display-mode: standalone)").matches) this.#keepUnasked();
  }

  /** Keep everything, unless that was undone or would cost. */
  #keepUnasked() {
    if (!this.savesData && get("offline") !== "no") this.keepEverything();
  }

  /** Fetch all that is not kept yet; it is told how that goes. */
  async keepEverything() {
    if (this.#fetching) return;
    const { signal } = (this.#fetching = new AbortController());
    set("offline", "yes");
    const missing = (await this.#files()).filter(({ kept }) => !kept);
    const all = missing.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const rest = missing.values();
    const fetchSome = async () => {
      for (const { name, size } of rest) {
        this.#say({ progress: [done, all] });
        await keep(name, signal);
        done += size;
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
      this.#say({ trouble: "" });
    } catch (error) {
      if (!signal.aborted) this.#say({ trouble: t("Not everything could be fetched: there is no connection, or the site was renewed. It goes on at the next visit.") });
    }
    this.#fetching = null;
    this.#say({ progress: null });
    await this.#look();
    if (this.missing && !signal.aborted && !this.trouble) this.#say({ trouble: t("This browser has no room for everything.") });
  }

  /** Stop fetching, and keep only what was used on this page. */
  async undo() {
    this.#fetching?.abort();
    set("offline", "no");
    const cache = await caches.open(CACHE);
    for (const { key, app } of await this.#files()) if (!app) await cache.delete(key);
    this.#say({ trouble: "" });
    await this.#keepUsed();
  }

  /** Have the service worker keep what this page loaded before it was there. */
  async #keepUsed() {
    for (const { name, kept } of await this.#files()) {
      if (!kept && this.#used.has(addressOf(name))) await keep(name).catch(() => {});
    }
    await this.#look();
  }

  async #look() {
    const files = await this.#files();
    this.#say({ missing: files.reduce((sum, { kept, size }) => sum + (kept ? 0 : size), 0) });
  }

  /** The files of this edition, and whether each is kept. */
  async #files() {
    const { port1, port2 } = new MessageChannel();
    /** @type {{ app: number, files: Record<string, [string, number]> }} */
    const { app, files } = await new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      navigator.serviceWorker.controller?.postMessage({ list: true }, [port2]);
    });
    const cache = await caches.open(CACHE);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return Object.entries(files).map(([name, [hash, size]], at) => {
      const key = `${addressOf(name)}?${hash}`;
      return { name, key, size, app: at < app, kept: kept.has(key) };
    });
  }

  /** @param {string} why */
  #fail(why) {
    this.#say({ trouble: t("The pages cannot be kept on this device, so they need a connection: {why}.", { why: why.replace(/\.$/, "") }) });
  }

  /** @param {Partial<Pick<Offline, "trouble" | "missing" | "progress">>} told */
  #say(told) {
    Object.assign(this, told);
    for (const listener of this.#listeners) listener();
  }
}

/** @param {string} name @param {AbortSignal} [signal] */
async function keep(name, signal) {
  const { ok, status } = await downloaded(addressOf(name), { signal });
  if (!ok) throw new Error(`${name}: ${status}`);
}

/** @param {string} name */
function addressOf(name) {
  return new URL(name.split("/").map(encodeURIComponent).join("/"), ROOT).href;
}

/**
 * What is kept of the pages, in words, with the buttons that change it.
 * @param {Offline} offline @param {boolean} [whole] also what cannot be changed
 */
export function offlinePart(offline, whole = true) {
  const part = h("div", { class: "offline", role: "status" });
  const show = () => {
    if (!part.isConnected && part.childNodes.length) stop(); // its page was left
    const { missing, progress, trouble } = offline;
    part.hidden = !whole && !missing && !progress;
    part.replaceChildren(...(progress ? going(offline, progress) : missing === null ? [] : missing ? offer(offline, missing) : allKept(offline)));
    if (trouble && whole) part.append(h("p", { class: "notice refused" }, trouble));
  };
  const stop = offline.subscribe(show);
  show();
  return part;
}

/** @param {Offline} offline @param {[number, number]} progress */
function going(offline, [done, all]) {
  const words = t("{done} of {all} MB", { done: megabytes(done), all: megabytes(all) });
  return [
    h("p", {}, h("progress", { value: done, max: all || 1, "aria-label": t("Keeping everything for offline use") }), " ", words),
    button(t("Stop"), () => offline.undo()),
  ];
}

/** @param {Offline} offline @param {number} missing */
function offer(offline, missing) {
  if (offline.savesData) return [h("p", { class: "soft small" }, t("This browser saves data, so only what you use is kept for offline use."))];
  return [button(t("Keep everything for offline use ({n} MB)", { n: megabytes(missing) }), () => offline.keepEverything())];
}

/** @param {Offline} offline */
function allKept(offline) {
  return [h("p", {}, t("Everything is kept on this device for offline use.")), button(t("Keep only what I use"), () => offline.undo())];
}

/** @param {number} octets */
function megabytes(octets) {
  return (octets / MB).toFixed(octets < 10 * MB ? 1 : 0);
}
