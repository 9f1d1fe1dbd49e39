// Makes the checks of lessons, with Python as in the playground, in Node: the sentence on what is
// missing, or null. Asked are lines of {lesson, text}, and {boss, text} for a match of the league;
// {positions} asks which of the drawn positions tell nothing.
// Arguments: the folder of pyodide, the zip of the learner's side, the memory to start it from, the
// package's index, the folder js/app/write, a compiled game's manifest.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, zip, memory, index, folder, manifest] = process.argv.slice(2);
const part = (path) => import(pathToFileURL(path).href);
const [{ loadPyodide }, { Game }] = await Promise.all([part(`${pyodide}/pyodide.mjs`), part(index)]);
const [{ startPython }, { CHECKS }, league, { opponents }, { textOf }, { DRAWN, drawn, tells }] = await Promise.all(
  ["python", "checks", "league", "opponents", "cells", "positions"].map((name) => part(`${folder}/${name}.js`)));
const octets = async (path) => new Uint8Array(await readFile(path)).buffer;
const game = await Game.load(manifest);
const parts = { learner: await octets(zip), snapshot: await octets(memory) };
const answer = await startPython(loadPyodide, {}, parts, () => {});

/** A learner as in the browser, but for the time of a move. */
function learnerOf(text) {
  let told = 0;
  return {
    begin: async (game, seat, seed) => {
      told = 0;
      const loaded = await answer({ file: "mine.py", text });
      const begun = loaded.fault ? loaded : await answer({ game: game.id, title: game.manifest.title, options: game.options, seat, seed });
      return begun.fault ? begun : null;
    },
    move: async (state) => {
      const found = await answer({ moves: state.moveTexts.slice(told), seconds: 5 });
      told = state.ply;
      return found.fault ? found : textOf(found.move, game.options.size);
    },
  };
}

const { signal } = new AbortController();
const bench = { game, opponents: opponents(game), signal, tell: () => {} };
async function asked({ lesson, boss, text }) {
  if (lesson) return (await CHECKS[lesson]({ ...bench, learner: learnerOf(text) }))?.why ?? null;
  if (boss) {
    const row = await league.challenge(game, learnerOf(text), bench.opponents.find(({ name }) => name === boss), bench);
    return { games: row.games.length, isBeaten: league.isBeaten(row), next: league.nextBoss() };
  }
  return Object.entries(DRAWN).flatMap(([depth, { empty, seeds }]) => seeds.filter((seed) => !tells(drawn(game, seed, empty), Number(depth))));
}
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await asked(JSON.parse(line))));
process.exit(0);
