// Plays `livestone try` as the playground does. Arguments: the package's index, the folder js/app/write, the
// folder of pyodide, the zip of the learner's side. Asked: a compiled game's manifest, how many opponents and
// games, and the player's file, or nothing for one who plays the first move of the rules. Answered: the games,
// what the player said in them, what is told of the lost ones, and the file that one begins with.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [index, folder, pyodide, zip] = process.argv.slice(2);
const { Game } = await import(pathToFileURL(index).href);
const part = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ tryOut }, { opponents }, { Learner }, { cellOf }, { judged, lossText }, { starterOf }] = await Promise.all(
  ["contest.js", "opponents.js", "learner.js", "cells.js", "losses.js", "starter.js"].map(part),
);

/** Answers in this thread, as a worker's Python does. */
async function pythons() {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const { startPython } = await part("python.js");
  const learner = new Uint8Array(await readFile(zip)).buffer;
  const python = { tell: () => {}, end: () => {} };
  const answer = await startPython(loadPyodide, {}, { libraries: null, learner }, (...said) => python.tell(...said));
  return { take: () => Object.assign(python, { ask: (message) => answer(message) }) };
}

let started;
for await (const line of createInterface({ input: process.stdin })) {
  const { manifest, seed, games, count, file, template } = JSON.parse(line);
  const game = await Game.load(manifest);
  const said = [];
  const module = () => readFile(join(dirname(manifest), game.manifest.module));
  const tell = (kind, ...words) => kind === "log" && said.push(words[1]);
  const first = { begin: async () => null, move: async (state) => state.game.text(state.unsorted[0]) };
  const learner = file ? new Learner((started ??= await pythons()), { name: "mine.py", text: file }, module, tell) : first;
  const rows = await tryOut(game, learner, opponents(game).slice(0, count), { seed, games });
  const losses = [];
  for await (const [loss, worst] of judged(game, rows, new AbortController().signal)) {
    losses.push(lossText(loss, worst, game.id === "freedom" ? cellOf : (text) => text));
  }
  const played = rows.map((row) => [row.opponent.name, row.games.map(({ state, share }) => [state.moveTexts, share])]);
  const answer = JSON.stringify({ played, said, losses, starter: template && starterOf(game, template, "other.py") });
  await new Promise((resolve) => process.stdout.write(`${answer}\n`, resolve)); // all of it before the end
}
process.exit(0);
