/** Checks how files are fetched from servers that are slow, fall silent, or break off. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { downloaded } from "../src/files.js";

const PATIENCE = 4000;
const ways = {
  "/drips": async (answer) => {
    for (let at = 0; at < 5; at++) {
      answer.write("drop");
      await wait(PATIENCE / 4);
    }
    answer.end();
  },
  "/never-answers": () => {},
  "/falls-silent": (answer) => void answer.write("drop"),
  "/breaks-off": (answer) => {
    answer.writeHead(200, { "content-length": 9 }).write("drop");
    setTimeout(() => answer.destroy(), 50);
  },
  "/is-not-there": (answer) => void answer.writeHead(404).end("no"),
};
const server = createServer(({ url }, answer) => ways[url](answer));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;

const failing = ["/never-answers", "/falls-silent", "/breaks-off"].map((path) => assert.rejects(downloaded(at(path), {}, PATIENCE)));
const slow = await downloaded(at("/drips"), {}, PATIENCE); // takes longer than the patience
assert.equal(new TextDecoder().decode(slow.bytes), "drop".repeat(5));
await Promise.all(failing);
const { ok, status } = await downloaded(at("/is-not-there"), {}, PATIENCE);
assert.deepEqual([ok, status], [false, 404]);
const stop = new AbortController();
const stopped = downloaded(at("/falls-silent"), { signal: stop.signal }, 1e6);
stop.abort(new Error("enough"));
await assert.rejects(stopped, /enough/);
server.closeAllConnections();
server.close();
console.log(JSON.stringify("ok"));
