/**
 * Lets bots play games and analyse positions, one JSON object a line, so that a test can compare
 * them with Python's: `{ "manifest": PATH, "moves": [...], "bot": {...}, "plies": 3 }`, or
 * `"limits"` in place of `"bot"`.
 */
import { createInterface } from "node:readline";

const { Bot, Game, analyse } = await import(process.argv[2] ?? "livestone");
const games = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (!games.has(asked.manifest)) games.set(asked.manifest, await Game.load(asked.manifest));
  const state = games.get(asked.manifest).start();
  for (const move of asked.moves) state.play(move);
  const found = asked.bot ? await played(state, asked) : await analysed(state, asked);
  console.log(JSON.stringify(found));
}

/** The reports with which a bot plays on, for so many plies or to the end. */
async function played(state, { bot: options, plies }) {
  const bot = new Bot(state.game, options);
  const found = [];
  while (!state.over && found.length < plies) {
    let last;
    const move = await bot.move(state, { onReport: (report) => (last = report) });
    found.push(last);
    state.play(move);
  }
  await bot.close();
  return found;
}

/** The last report of an analysis; with `play`, the strongest's at each of its moves. */
async function analysed(state, { limits, seed, play, plies }) {
  if (play) return strongest(state, limits, { ...play, seed, toPlay: true }, plies);
  let last;
  for await (const report of analyse(state, limits, { seed })) last = report;
  return last;
}

/** The reports with which the strongest search plays on, within limits that no level has. */
async function strongest(state, limits, options, plies) {
  const { Strongest } = await import("../src/search/strongest.js");
  const { asJson } = await import("../src/search/report.js");
  const search = new Strongest(state.game, options);
  const found = [];
  while (!state.over && found.length < plies) {
    const [last] = [...search.search(state, limits)].filter(Boolean).slice(-1);
    found.push(asJson(last, state.game));
    state.play(last.lines[0].move);
  }
  return found;
}
