/** A page of a server that has come back in a new edition: it is loaded again, and says so. */

const NOTE = "renewed"; // kept in this tab: the page that is loaded again

export function renew() {
  try {
    sessionStorage.setItem(NOTE, location.pathname);
  } catch {
    // a browser may refuse to keep anything
  }
  location.reload();
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
