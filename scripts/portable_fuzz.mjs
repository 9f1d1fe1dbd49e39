/**
 * Makes random calls to a compiled game, and fails where one traps, does not return, writes where it
 * must not, or is not refused though it has to be:
 *
 *     node scripts/portable_fuzz.mjs MANIFEST [CALLS] [SEED]
 *
 * Rules get positions of random bytes, random numbers and arrays of random lengths; every function
 * gets pointers to nowhere and arrays that are too short; the host gets random texts.
 */
import { Worker } from "node:worker_threads";
import { Game, LivestoneError } from "../js/src/index.js";

const SEARCH = /^(uct|alphabeta|guided|solver|random_games|perft)/;
const WORDS = ["a1", "b2-c3", "pass", "stop", "-", "=", "/", " ", "w", "b", "turn=", "9", "x", "é", "\0", "'"];
const MARK = 0xa5;
const MARGIN = 64;
// A call that takes so many seconds does not return.
const PATIENCE = 60;

const [address, calls = "1000000", seed = "1"] = process.argv.slice(2);
const random = generator(Number(seed));
const below = (most) => Math.floor(random() * most);
const one = (items) => items[below(items.length)];

// Random bytes, made once: blocks are filled with parts of them.
const anything = Uint8Array.from({ length: 1 << 16 }, () => below(256));

const game = await Game.load(address);
const { module } = game;
const names = Object.keys(module.signatures);
const rules = names.filter((name) => !SEARCH.test(name));
const pointed = names.filter((name) => module.signatures[name].arguments.some(({ kind }) => /array|record/.test(kind)));
const whole = Object.fromEntries(pointed.map((name) => [name, arguments_(name)]));
const guards = {};
for (const name of rules) guards[name] = guarded(name);
const opening = game.opening;
const told = { done: 0, refused: 0, failed: 0, texts: 0 };
let state = game.start();
let last = "";
const watched = watch();

try {
  for (let at = 0; at < Number(calls); at++) {
    watched[0] = at;
    const kind = below(10);
    if (kind < 5) callRule(one(rules));
    else if (kind < 8) callWrong(one(pointed));
    else sayAnything();
  }
  if (game.start().text !== game.read(game.start().text).text) throw new Error("the opening has changed");
} catch (error) {
  console.error(`after ${last}:`, error);
  process.exit(1);
}
const bytes = module.memory.buffer.byteLength;
watched[0] = -1;
console.log(JSON.stringify({ game: game.id, calls: Number(calls), ...told, bytes }));

/**
 * Numbers for the call that is being made and for its name; another thread ends this process when
 * the first has been the same for too long.
 */
function watch() {
  const numbers = new Int32Array(new SharedArrayBuffer(8));
  const look = ({ numbers, names, patience }) => {
    let before = -1;
    let since = Date.now();
    setInterval(() => {
      const [at, name] = numbers;
      if (at < 0) process.exit();
      if (at !== before) [before, since] = [at, Date.now()];
      if (Date.now() - since < patience * 1000) return;
      require("node:fs").writeSync(2, `call ${at}, of ${names[name]}, does not return\n`);
      process.kill(process.pid, "SIGKILL");
    }, 200);
  };
  const script = `(${look})(require("node:worker_threads").workerData)`;
  new Worker(script, { eval: true, workerData: { numbers, names, patience: PATIENCE } }).unref();
  return numbers;
}

/** A call of a rule with anything in its blocks, which lie between marked bytes. */
function callRule(name) {
  const { parts, check } = guards[name];
  const given = [];
  for (const { kind, block } of parts) {
    if (kind === "record") fill(block.octets, true);
    if (kind === "array") {
      fill(block.octets, block.type === "position");
      const lengths = block.shape.map((most) => below(most + 1));
      given.push(block.pointer, ...lengths);
    } else given.push(block?.pointer ?? number(kind));
  }
  call(name, given);
  check(name);
}

/** A call in which one pointer leads nowhere, or one array is too short: it must be refused. */
function callWrong(name) {
  const { arguments: takes } = module.signatures[name];
  const pointers = takes.map(({ kind }, at) => (/array|record/.test(kind) ? at : -1)).filter((at) => at >= 0);
  const wrong = one(pointers);
  const given = takes.flatMap(({ kind, least }, at) => {
    const block = whole[name][at];
    if (!block) return [number(kind)];
    if (kind === "record") return [at === wrong ? nowhere() : block.pointer];
    const short = at === wrong && least.some(Boolean) && below(2);
    if (!short) return [at === wrong ? nowhere() : block.pointer, ...block.shape];
    const axis = least.findIndex(Boolean);
    return [block.pointer, ...block.shape.map((count, dimension) => (dimension === axis ? below(least[axis]) : count))];
  });
  if (call(name, given) !== 4) throw new Error(`${name} was not refused: ${given}`);
}

/** Call with plain numbers; returns the status. */
function call(name, given) {
  last = `${name}(${given})`;
  watched[1] = names.indexOf(name);
  const result = module.exports[name](...given);
  const status = Number(result) === -1 ? module.exports.status() : 0;
  told[status === 0 ? "done" : status === 4 ? "refused" : "failed"] += 1;
  return status;
}

/** A random text to read as a position, or to play; only Livestone's errors may be thrown. */
function sayAnything() {
  let text = Array.from({ length: below(12) }, () => one(WORDS)).join("");
  if (below(2)) text = changed(one([state.text, ...state.legalTexts.slice(0, 50)]) ?? "");
  last = JSON.stringify(text);
  told.texts += 1;
  try {
    switch (below(4)) {
      case 0:
        game.read(text);
        break;
      case 1:
        state.refusal(text);
        break;
      case 2:
        state.play(text);
        break;
      case 3:
        if (state.over || state.ply > 60) state = game.start();
        else state.play(one(state.legalTexts));
    }
  } catch (error) {
    if (!(error instanceof LivestoneError)) throw error;
  }
}

function changed(text) {
  const at = below(text.length + 1);
  return text.slice(0, at) + one(WORDS) + text.slice(at + below(2));
}

/** Fill with anything; a position is often a real one with a few other bytes. */
function fill(octets, position) {
  if (position && below(2) && octets.length === opening.length) {
    octets.set(below(2) ? opening : state.position);
    for (let count = below(6); count; count--) octets[below(octets.length)] = below(256);
  } else {
    for (let at = 0; at < octets.length; at += anything.length) {
      const start = below(anything.length);
      octets.set(anything.subarray(start, start + octets.length - at), at);
    }
  }
}

function number(kind) {
  if (kind === "i64") return BigInt.asIntN(64, BigInt(below(2 ** 32)) * BigInt(below(2 ** 32)));
  return one([below(8), below(2000), -below(2000), below(2 ** 32) | 0, 2 ** 31 - 1, -(2 ** 31)]);
}

/** A pointer below all blocks, or above them. */
function nowhere() {
  return one([0, below(1024), -1 - below(16), module.memory.buffer.byteLength + below(1 << 20)]) | 0;
}

/** Blocks that are long enough for each of a function's arguments. */
function arguments_(name) {
  return module.signatures[name].arguments.map(({ kind, type, least }) => {
    if (kind === "record") return module.array(type, 1);
    return kind === "array" ? module.array(type, ...least.map((count) => Math.max(count, 1))) : null;
  });
}

/** A rule's blocks between marked ones, and a check that these are as they were. */
function guarded(name) {
  const marks = [];
  const mark = () => {
    const block = module.array("u1", MARGIN);
    block.octets.fill(MARK);
    marks.push(block);
  };
  mark();
  const parts = module.signatures[name].arguments.map(({ kind, type, least = [] }) => {
    const shape = kind === "record" ? [1] : least.map((_, axis) => (axis ? game.manifest.position.words : 80));
    const block = kind === "array" || kind === "record" ? module.array(type, ...shape) : undefined;
    mark();
    return { kind, block };
  });
  const check = (called) => {
    for (const block of marks) {
      if (block.octets.some((octet) => octet !== MARK)) throw new Error(`${called} wrote outside its arrays`);
    }
  };
  return { parts, check };
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(start) {
  let word = start >>> 0;
  return () => {
    word = (word + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(word ^ (word >>> 15), word | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
