/** A game's module in memory: calling its functions with arrays and records. */

import { BrokenGame } from "./errors.js";

/**
 * @typedef {{ name: string, kind: "array" | "record" | "i32" | "i64", type?: string,
 *   least?: number[] }} Argument
 * @typedef {{ arguments: Argument[], result: "status" | "i32" | "i64" | "f64" }} Signature
 * @typedef {Uint8Array<ArrayBuffer>} Octets
 * @typedef {{ bytes: number, fields: Record<string,
 *   { type: string, offset: number, shape: number[] }> }} RecordLayout
 */

/** Typed arrays by the short names of NumPy's types. */
export const TYPES = {
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  i8: BigInt64Array,
  u8: BigUint64Array,
  f4: Float32Array,
  f8: Float64Array,
};

/** A block of the module's memory that holds numbers, or records as bytes. */
export class Block {
  /**
   * @param {Module} module @param {string} type a short name, or that of a record
   * @param {number[]} shape
   */
  constructor(module, type, shape) {
    this.module = module;
    this.type = type;
    this.shape = shape;
    const count = shape.reduce((product, length) => product * length, 1);
    this.count = count;
    this.bytes = count * module.itemBytes(type);
    this.pointer = module.alloc(this.bytes);
  }

  /** The numbers as they are now; it holds until memory grows. @returns {any} */
  get numbers() {
    const Kind = TYPES[/** @type {keyof typeof TYPES} */ (this.type)];
    return new Kind(this.module.memory.buffer, this.pointer, this.count);
  }

  /** The bytes as they are now. */
  get octets() {
    return /** @type {Octets} */ (
      new Uint8Array(this.module.memory.buffer, this.pointer, this.bytes)
    );
  }

  /** Give the memory back. */
  free() {
    this.module.free(this.pointer);
  }
}

/** A game's compiled functions, by name, with their arguments checked against the manifest. */
export class Module {
  /** @param {WebAssembly.Instance} instance @param {any} manifest */
  constructor(instance, manifest) {
    this.exports = /** @type {Record<string, any>} */ (instance.exports);
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    /** @type {Record<string, Signature>} */
    this.signatures = manifest.exports;
    /** @type {Record<string, RecordLayout>} */
    this.records = { ...manifest.records, position: manifest.position };
    /** @type {Record<string, string>} */
    this.status = manifest.status;
  }

  /** @param {string} name */
  has(name) {
    return name in this.signatures;
  }

  /** @param {string} type */
  itemBytes(type) {
    const Kind = TYPES[/** @type {keyof typeof TYPES} */ (type)];
    return Kind ? Kind.BYTES_PER_ELEMENT : this.records[type].bytes;
  }

  /** @param {number} bytes */
  alloc(bytes) {
    const pointer = this.exports.alloc(bytes) >>> 0;
    if (pointer === 0) throw new BrokenGame(`there is no memory left for ${bytes} bytes`);
    return pointer;
  }

  /** @param {number} pointer */
  free(pointer) {
    this.exports.free(pointer);
  }

  /** Make an array of zeros. @param {string} type @param {...number} shape */
  array(type, ...shape) {
    const block = new Block(this, type, shape);
    block.octets.fill(0);
    return block;
  }

  /**
   * Call a function; arrays and records are blocks, 64-bit numbers BigInts.
   * @param {string} name @param {...(Block | number | bigint)} given
   * @returns {any}
   */
  call(name, ...given) {
    /** @type {(number | bigint)[]} */
    const plain = [];
    for (const value of given) {
      if (!(value instanceof Block)) plain.push(value);
      else if (value.shape.length === 0) plain.push(value.pointer);
      else plain.push(value.pointer, ...value.shape);
    }
    const result = this.exports[name](...plain);
    const code = result === -1 || result === -1n ? this.exports.status() : 0;
    if (code !== 0) throw new BrokenGame(`${name} failed: ${this.status[code] ?? code}`);
    return result;
  }
}
