/** The worker that runs a learner's player. It gets all it needs by one message, and fetches nothing. */

import { info } from "pyodide/pyodide-lock.json";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { loadPyodide } from "pyodide/pyodide.mjs";
import { startPython } from "./python.js";

const NOWHERE = "https://livestone.invalid/"; // whatever is asked for there is at hand

/** @param {MessageEvent<import("./python.js").Parts & { wasm: WebAssembly.Module, port: MessagePort }>} event */
onmessage = async ({ data: { wasm, port, ...parts } }) => {
  globalThis.fetch = async () => new Response(parts.libraries);
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) });
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0; // of errors on the way nobody reads the lines, which take long to find
  try {
    const settings = { indexURL: NOWHERE, createPyodideModule, lockFileContents: { info, packages: {} } };
    const tell = (/** @type {any[]} */ ...said) => port.postMessage({ said });
    const answer = await startPython(loadPyodide, settings, parts, tell);
    Error.stackTraceLimit = stackTraceLimit;
    port.onmessage = async ({ data }) => port.postMessage({ answer: await answer(data) });
    port.postMessage({ ready: true });
  } catch (error) {
    port.postMessage({ failed: String(error) });
  }
};
