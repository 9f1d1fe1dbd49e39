/** The service worker: everything works offline, and a new edition says that it is there. */

import { t } from "../table/words.js";
import { ROOT } from "./files.js";
import { server } from "./routes.js";

/** @typedef {import("./frame.js").Frame} Frame */

/**
 * Register the service worker, and tell when a new edition has been fetched.
 * @param {Frame} frame
 */
export async function watchForUpdates(frame) {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const renewed = Boolean(serviceWorker.controller);
  let asked = false;
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
  });
  try {
    const registration = await serviceWorker.register(new URL("sw.js", ROOT), { scope: server === undefined ? undefined : `${server}/` });
    const offer = () => {
      const { waiting } = registration;
      if (!waiting || !renewed) return;
      const load = () => {
        asked = true;
        waiting.postMessage({ skipWaiting: true });
      };
      frame.say(t("A new edition of Livestone is here. Your game is kept: load it now, or it comes next time."), { name: "update", act: [t("Load it now"), load] });
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
  } catch {
    // A page from file://, or a browser that allows none: it works all the same, while online.
  }
}
