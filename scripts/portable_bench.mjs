// Runs the calls of a plan on a module: `node portable_bench.mjs PLAN.json`, and prints the seconds
// that each took, those of instantiating, and those from a compiled module to all that is drawn of
// the first position, as one JSON object.

import { readFileSync } from "node:fs";
import { Game } from "../js/src/index.js";
import { pictureOf } from "../js/table/local_snapshot.js";

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
const drawn = await draw(JSON.parse(readFileSync(plan.manifest, "utf8")));

/** The seconds that the first drawing of a game takes, beside the drawing itself. */
async function draw(manifest) {
  const start = performance.now();
  const game = await Game.of(compiled, manifest);
  const state = game.start();
  pictureOf(game, state.view(state.mover));
  return (performance.now() - start) / 1000;
}

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
console.log(JSON.stringify({ instantiated, drawn, seconds, done }));
