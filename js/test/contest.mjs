// Plays `livestone try` against house players with a player of the test's, who plays the first
// legal cell. Arguments: the package's index, the folder js/app/write, a compiled game's manifest.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [index, folder, manifest] = process.argv.slice(2);
const { Game } = await import(pathToFileURL(index).href);
const part = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const [{ tryOut }, { opponents }] = await Promise.all([part("contest.js"), part("opponents.js")]);
const game = await Game.load(manifest);
const learner = { begin: async () => null, move: async (state) => state.game.text(state.unsorted[0]) };
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, games, count } = JSON.parse(line);
  const rows = await tryOut(game, learner, opponents(game).slice(0, count), { seed, games });
  console.log(JSON.stringify(rows.map((row) => [row.opponent.name, row.games.map(({ state, share }) => [state.moveTexts, share])])));
}
process.exit(0);
