/** Where a game cannot be played on this device, the server's analysis board shows it. */

import { BadOption } from "../src/errors.js";
import { send } from "./net/api.js";
import { server, to } from "./routes.js";

/**
 * Show a page that needs the compiled game, else go to a study at the server.
 * @template Shown
 * @param {object} data what the study is made from @param {() => Shown | Promise<Shown>} show
 * @returns {Promise<Shown>}
 */
export async function orStudy(data, show) {
  try {
    return await show();
  } catch (error) {
    if (server === undefined || !(error instanceof BadOption)) throw error;
    const { id, node } = await send("/studies", data);
    location.replace(to("study", { id, node: node || null }));
    return new Promise(() => {}); // the browser leaves this page
  }
}
