/** A page of a server that has come back in a new edition: it is loaded again, and says so. */

const NOTE = "renewed"; // kept in this tab: the page that is loaded again
const LATEST = "renewed-at"; // and when the latest one was
// Milliseconds: where servers of two editions answer in turn, no page loads itself without end.
const PAUSE = 60_000;

/** Load this page again, unless one was loaded again a moment ago; whether it is. */
export function renew() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LATEST)) < PAUSE) return false;
    sessionStorage.setItem(NOTE, location.pathname);
    sessionStorage.setItem(LATEST, String(Date.now()));
  } catch {
    // a browser may refuse to keep anything
  }
  location.reload();
  return true;
}

/** Whether this page has just been loaded again. */
export function isRenewed() {
  try {
    const noted = sessionStorage.getItem(NOTE) === location.pathname;
    sessionStorage.removeItem(NOTE);
    return noted;
  } catch {
    return false;
  }
}
