/** Run by Node at build: writes the memory of a started Python. Arguments: the zip, the new file. */

import crypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";
import { snapshotOf } from "./python.js";

const [zip, out] = process.argv.slice(2);
// The same bytes each time: nothing in it comes from chance or from the clock.
let word = 1;
crypto.randomFillSync = (/** @type {any} */ given) => {
  for (let at = 0; at < given.length; at++) given[at] = (word = (word * 1103515245 + 12345) & 0x7fffffff) >> 16;
  return given;
};
Date.now = () => 0;
performance.now = () => 0;
const learner = await readFile(zip);
await writeFile(out, await snapshotOf(loadPyodide, {}, learner.buffer.slice(learner.byteOffset, learner.byteOffset + learner.byteLength)));
