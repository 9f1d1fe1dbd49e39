/** What every page of the app is given, and what it gives back. */

/**
 * @typedef {{ catalogue: import("./catalogue.js").Catalogue, games: import("./games.js").Games,
 *   store: import("./store.js").Store, deviceGames: import("./device_games.js").DeviceGames,
 *   offline: import("./offline.js").Offline,
 *   say: (text: string, more?: { name?: string }) => void,
 *   refresh: () => void, replace: (address: string) => void, showChallenges: (count: number) => void }} App `say` tells a sentence above
 *   the page, where one of a `name` replaces the other; `refresh` shows the page again,
 *   `replace` puts an address in place of the page's, unless it has been left,
 *   `showChallenges` how many challenges are for one alone
 */
/**
 * A page: its name for the browser's title, its element, and what to do once it is shown and when
 * it is left.
 * @typedef {{ title: string, main: HTMLElement, shown?: () => void, close?: () => void }} Page
 */
/** @typedef {(app: App, route: import("./routes.js").Route) => Page | Promise<Page>} Show */

export const FIRST_LEVEL = 1;
