// Answers lists of messages, one a line, as the playground's worker does, in Node: the last answer,
// or the first fault. A game comes as the path of its manifest, `compiled`.
// Arguments: the folder of pyodide, the zip of the learner's side, the module that starts Python,
// and the memory to start it from, if any.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, zip, starter, memory] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { startPython } = await import(pathToFileURL(starter).href);
const octets = async (path) => new Uint8Array(await readFile(path)).buffer;
const parts = { libraries: null, learner: await octets(zip), snapshot: memory ? await octets(memory) : null };

/** What is told of a game. @param {string} path of its manifest */
async function compiled(path) {
  const manifest = JSON.parse(await readFile(path, "utf8"));
  return { manifest, module: await readFile(join(dirname(path), manifest.module)) };
}

let said = [];
const answer = await startPython(loadPyodide, {}, parts, (...words) => said.push(words));
for await (const line of createInterface({ input: process.stdin })) {
  let found = {};
  for (const message of JSON.parse(line)) {
    said = [];
    const asked = message.compiled ? await compiled(message.compiled) : message;
    found = await answer(asked);
    if (found.fault) break;
  }
  console.log(JSON.stringify({ ...found, said }));
}
