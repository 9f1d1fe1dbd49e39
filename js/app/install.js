/** Installing the pages as an app, where the browser offers that. */

/** @type {(Event & { prompt: () => Promise<{ outcome: string }> }) | null} */
let offer = null;

/** Keep the browser's offer until a person asks for it. */
export function waitForOffer() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = /** @type {typeof offer} */ (event);
  });
}

export function canInstall() {
  return offer !== null;
}

/** Ask the browser to install; whether it did. */
export async function install() {
  const found = await offer?.prompt();
  const done = found?.outcome === "accepted";
  if (done) offer = null;
  return done;
}
