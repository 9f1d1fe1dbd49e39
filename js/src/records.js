/** Records in a block of the module's memory, read and written field by field. */

import { Block } from "./module.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./module.js").Module} Module */
/** @typedef {import("./module.js").Octets} Octets */

/** @type {Record<string, [keyof DataView, keyof DataView, number]>} */
const ACCESS = {
  i1: ["getInt8", "setInt8", 1],
  u1: ["getUint8", "setUint8", 1],
  i2: ["getInt16", "setInt16", 2],
  u2: ["getUint16", "setUint16", 2],
  i4: ["getInt32", "setInt32", 4],
  u4: ["getUint32", "setUint32", 4],
  i8: ["getBigInt64", "setBigInt64", 8],
  u8: ["getBigUint64", "setBigUint64", 8],
  f4: ["getFloat32", "setFloat32", 4],
  f8: ["getFloat64", "setFloat64", 8],
};

/** The records of a block; 64-bit whole numbers are given as plain numbers. */
export class Records {
  /** @param {Block} block */
  constructor(block) {
    this.block = block;
    this.layout = block.module.records[block.type];
    this.view = new DataView(block.module.memory.buffer);
  }

  /**
   * A field of a record; of an array, one of its numbers.
   * @param {number} index @param {string} name @param {number} at
   * @returns {number}
   */
  get(index, name, at = 0) {
    const { type, offset } = this.layout.fields[name];
    const [read, , size] = ACCESS[type];
    const view = /** @type {any} */ (this.#now());
    return Number(view[read](this.#place(index) + offset + at * size, true));
  }

  /** @param {number} index @param {string} name @param {number} value @param {number} at */
  set(index, name, value, at = 0) {
    const { type, offset } = this.layout.fields[name];
    const [, write, size] = ACCESS[type];
    const wide = type === "i8" || type === "u8";
    const view = /** @type {any} */ (this.#now());
    view[write](this.#place(index) + offset + at * size, wide ? BigInt(value) : value, true);
  }

  /**
   * Fill fields of a record by name.
   * @param {Record<string, number>} values @param {number} index
   */
  fill(values, index = 0) {
    for (const [name, value] of Object.entries(values)) this.set(index, name, value);
  }

  /** @param {number} index */
  #place(index) {
    return this.block.pointer + index * this.layout.bytes;
  }

  /** Memory as it is now: it moves when it grows. */
  #now() {
    const { buffer } = this.block.module.memory;
    if (this.view.buffer !== buffer) this.view = new DataView(buffer);
    return this.view;
  }
}

/** Blocks that are given back together. */
export class Arena {
  /** @param {Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Set<Block>} */
    this.blocks = new Set();
  }

  /** A block whose content is not cleared. @param {string} type @param {...number} shape */
  room(type, ...shape) {
    const block = new Block(this.module, type, shape);
    this.blocks.add(block);
    return block;
  }

  /** An array of zeros. @param {string} type @param {...number} shape */
  array(type, ...shape) {
    const block = this.room(type, ...shape);
    block.octets.fill(0);
    return block;
  }

  /**
   * Arrays of zeros for a function's arguments, each of the least size.
   * @param {string} name
   * @returns {Record<string, Block>}
   */
  arguments(name) {
    /** @type {Record<string, Block>} */
    const found = {};
    for (const { name: argument, kind, type, least } of this.module.signatures[name].arguments) {
      if (kind === "array") found[argument] = this.array(type ?? "", ...(least ?? []));
    }
    return found;
  }

  /** Give one block back. @param {Block} block */
  drop(block) {
    this.blocks.delete(block);
    block.free();
  }

  /** Give all blocks back. */
  free() {
    for (const block of this.blocks) block.free();
    this.blocks.clear();
  }
}

/**
 * The array for the rows of a history, with room for more.
 * @param {Game} game @param {Octets[]} placements @param {number} room
 * @param {{ array: Module["array"] }} memory
 */
export function historyArray(game, placements, room, memory = game.module) {
  const width = game.manifest.position.placement_words + 1;
  const found = memory.array("u8", placements.length + room, width);
  const { octets } = found;
  placements.forEach((row, at) => octets.set(row, at * row.length));
  return found;
}
