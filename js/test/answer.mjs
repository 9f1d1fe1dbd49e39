/**
 * Answers questions about games, one JSON object a line, so that a test can compare the answers
 * with Python's: `{ "manifest": PATH, "moves": [...], "tried": [...], "read": [...] }`.
 */
import { createInterface } from "node:readline";
import { answer } from "./answers.mjs";

const { Game } = await import(process.argv[2] ?? "livestone");
const games = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (!games.has(asked.manifest)) games.set(asked.manifest, await Game.load(asked.manifest));
  console.log(JSON.stringify(answer(games.get(asked.manifest), asked)));
}
