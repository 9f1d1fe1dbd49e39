/** Python with the learner's side of Livestone, in a worker or in Node. */

import { Game } from "../../src/game.js";
import { LiveGame } from "./live_state.js";

/**
 * What Python is started from: its standard library, the learner's side as a zip, and perhaps its
 * memory as it is once both are loaded.
 * @typedef {{ libraries: ArrayBuffer, learner: ArrayBuffer, snapshot?: ArrayBuffer | null }} Parts
 */
/** @typedef {(kind: string, ...said: any[]) => void} Tell */

const FOLDER = "/home/pyodide";
const MODULE = "livestone.freeplay.in_browser";
// As in a player's process: sets have the same order every time.
const PLAIN = { _sysExecutable: `${FOLDER}/python` }; // not where the page lies
const ENVIRONMENT = { HOME: FOLDER, PYTHONHASHSEED: "0" };

/**
 * Start Python; one whose memory cannot be used starts without. Returns what answers its messages.
 * @param {(settings: any) => Promise<any>} loadPyodide @param {Record<string, any>} settings
 * @param {Parts} parts @param {Tell} tell
 * @returns {Promise<(asked: any) => Promise<any>>}
 */
export async function startPython(loadPyodide, settings, { learner, snapshot }, tell) {
  const start = (/** @type {any} */ more) => loadPyodide({ ...settings, ...PLAIN, env: { ...ENVIRONMENT }, ...more });
  let python = snapshot ? await start({ _loadSnapshot: snapshot }).catch(() => null) : null;
  if (!python) {
    python = await start({});
    python.unpackArchive(learner, "zip");
  }
  python.runPython("import random; random.seed()"); // a memory has one state of it
  const module = python.pyimport(MODULE);
  module.tell = tell;
  module.prepare();
  return async (asked) => {
    if (!asked.manifest) return JSON.parse(module.answer(JSON.stringify(asked)));
    const game = await Game.of(await WebAssembly.compile(asked.module), asked.manifest);
    module.know(JSON.stringify(asked.manifest), new LiveGame(game));
    return { ready: true };
  };
}

/**
 * The memory of a Python that has loaded the learner's side.
 * @param {(settings: any) => Promise<any>} loadPyodide @param {Record<string, any>} settings
 * @param {ArrayBuffer} learner
 * @returns {Promise<Uint8Array>}
 */
export async function snapshotOf(loadPyodide, settings, learner) {
  const python = await loadPyodide({ ...settings, ...PLAIN, env: { ...ENVIRONMENT }, _makeSnapshot: true });
  python.unpackArchive(learner, "zip");
  python.runPython(`import collections, copy, heapq, itertools, math, random, ${MODULE}; from livestone import GamePlayer, Player; random.seed(0)`);
  return python.makeMemorySnapshot();
}
