// Runs the calls of a plan on a module: `node portable_bench.mjs PLAN.json`, and prints the seconds
// that each took, and those of instantiating, as one JSON object.

import { readFileSync } from "node:fs";

/** The processor's seconds that this process has used. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const bytes = readFileSync(plan.module);
const compiled = await WebAssembly.compile(bytes);
const began = performance.now();
const { exports } = await WebAssembly.instantiate(compiled, {});
const instantiated = (performance.now() - began) / 1000;

const places = {};
for (const [name, { length }] of Object.entries(plan.arrays)) places[name] = exports.alloc(length);

/** Fill the arrays as they are before the first call. */
function reset() {
  const memory = new Uint8Array(exports.memory.buffer);
  for (const [name, { length, content }] of Object.entries(plan.arrays)) {
    memory.fill(0, places[name], places[name] + length);
    if (content) memory.set(Buffer.from(content, "base64"), places[name]);
  }
}

const seconds = [];
let done = 0;
for (let round = 0; round < plan.rounds; round += 1) {
  reset();
  const start = cpu();
  const given = plan.arguments.map((one) => (typeof one === "string" ? places[one] : one));
  done = exports[plan.function](...given);
  seconds.push(cpu() - start);
}
console.log(JSON.stringify({ instantiated, seconds, done }));
