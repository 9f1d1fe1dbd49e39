/**
 * The app's files by name: fetched beside the page, or read out of the page itself where it
 * carries them (the single file).
 */

import { BrokenGame, LivestoneError } from "../src/errors.js";
import { downloaded } from "../src/files.js";
import { t } from "../table/words.js";

/** @typedef {Uint8Array<ArrayBuffer>} Octets */

const TYPES = {
  svg: "image/svg+xml", json: "application/json", js: "text/javascript", wasm: "application/wasm", pdf: "application/pdf",
};

const OTHER_EDITION = 409; // the service worker's answer where a file is not this edition's

/** Where the files lie: beside the page, or where the server that sent it says. */
export const ROOT = new URL(document.documentElement.dataset.files ?? "./", document.baseURI);
/** @type {Map<string, Element>} what the page carries, found before it is drawn anew */
const carried = new Map(
  [...document.querySelectorAll("script[data-file]")].map((element) => [element.getAttribute("data-file") ?? "", element]),
);
/** @type {Map<string, Promise<string>>} addresses of what the page carries */
const blobs = new Map();

/** Whether the page carries all files itself. */
export function isSingleFile() {
  return carried.size > 0;
}

/**
 * An address to show or to load a file from.
 * @param {string} name such as `pictures/freedom.svg`
 * @returns {Promise<string>}
 */
export async function address(name) {
  const element = carried.get(name);
  if (!element) return new URL(encoded(name), ROOT).href;
  let found = blobs.get(name);
  if (!found) {
    found = unpacked(element).then((bytes) => URL.createObjectURL(new Blob([bytes], { type: typeOf(name) })));
    blobs.set(name, found);
  }
  return found;
}

/**
 * A file's content. Throws BrokenGame where there is no such file.
 * @param {string} name
 * @returns {Promise<Octets>}
 */
export async function read(name) {
  const element = carried.get(name);
  if (element) return unpacked(element);
  let answer;
  try {
    answer = await downloaded(new URL(encoded(name), ROOT));
  } catch {
    throw new BrokenGame(`${name} cannot be fetched: there is no connection, or no answer, and it is not kept here yet`);
  }
  if (answer.status === OTHER_EDITION) {
    dispatchEvent(new Event("livestone-edition"));
    throw new LivestoneError(t("This site has a new edition, which this page does not fit: load the page again."));
  }
  if (!answer.ok) throw new BrokenGame(`${name} cannot be fetched: the answer was ${answer.status}`);
  return answer.bytes;
}

/** @param {string} name */
export async function readText(name) {
  return new TextDecoder().decode(await read(name));
}

/** @param {string} name */
export async function readJson(name) {
  return JSON.parse(await readText(name));
}

/**
 * The bytes of a file that stands in the page, gzip in base64.
 * @param {Element} element
 * @returns {Promise<Octets>}
 */
async function unpacked(element) {
  const packed = Uint8Array.from(atob((element.textContent ?? "").trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} name */
function encoded(name) {
  return name.split("/").map(encodeURIComponent).join("/");
}

/** @param {string} name */
function typeOf(name) {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return TYPES[/** @type {keyof typeof TYPES} */ (ending)] ?? "application/octet-stream";
}
