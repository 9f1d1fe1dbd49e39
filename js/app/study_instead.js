/** Where a game cannot be played on this device, the server's analysis board shows it. */

import { BadOption } from "../src/errors.js";
import { send } from "./net/api.js";
import { server } from "./routes.js";

/** @typedef {import("./page.js").Page} Page */

/**
 * Show a page that needs the compiled game, else go to a study at the server.
 * @param {object} data what the study is made from @param {() => Page | Promise<Page>} show
 * @returns {Promise<Page>}
 */
export async function orStudy(data, show) {
  try {
    return await show();
  } catch (error) {
    if (server === undefined || !(error instanceof BadOption)) throw error;
    const study = await send("/studies", data);
    location.replace(`${server}/studies/${study.id}`);
    return new Promise(() => {}); // the browser leaves this page
  }
}
