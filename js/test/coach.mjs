/** Checks that a coach warns of the moves that a review blames, and says what a puzzle's wrong move is proved to lose. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Analyst } from "../src/bot.js";
import { Game } from "../src/index.js";
import { refute } from "../app/puzzle_refutation.js";
import { Judge } from "../table/judging.js";

const game = await Game.load(process.argv[2]);
const analyst = new Analyst(game, { worker: false });
const { signal } = new AbortController();

// Every move of a game that ends soon is foreseen, then judged when the game is over.
const state = game.read("bwb1b1/wb1w2/bbw3/wwbww1/bwbbbw/1wbwwb w last=e6 turn=26");
const foreseen = [];
while (!state.over) {
  const move = game.text(state.unsorted.at(-1));
  if (state.unsorted.length > 1) {
    const judge = new Judge(state.copy(), analyst);
    await judge.prepare(signal);
    const tried = await judge.foreseen(move, signal);
    foreseen.push([state.ply + 1, judge.isTelling(tried), tried.cost]);
  }
  state.play(move);
}
const review = new Judge(state, new Analyst(game, { worker: false, seed: 7 }));
let judged = new Map();
for await (const found of review.review(signal)) judged = found;
for (const [ply, warned, cost] of foreseen) {
  assert.equal(review.isTelling(judged.get(ply)), warned);
  assert.equal(judged.get(ply).cost, cost);
}
assert(foreseen.some(([, warned]) => warned), "no move was warned of");

// What a wrong move is said to lose is what the proof says that it leads to.
const puzzles = JSON.parse(await readFile(process.argv[3], "utf-8")).filter(({ options, goal, turns }) => options.size === 6 && goal === "win" && !turns);
let lost = 0;
let drawn = 0;
for (const puzzle of puzzles) {
  const before = game.read(puzzle.text);
  for (const move of before.unsorted.map((one) => game.text(one)).filter((one) => !puzzle.best.includes(one))) {
    const after = before.copy();
    after.play(move);
    const { words } = await refute(puzzle, after, move, analyst);
    const isLost = new RegExp(`${game.manifest.seats[1 - before.player].name} wins`).test(words);
    if (/and loses/.test(words)) lost += 1;
    if (/now the game is a draw/.test(words)) drawn += 1;
    assert(!isLost || /and loses|it ends the game/.test(words), words);
    assert(!/at is the most|the most that you can get/.test(words) || !/for certain/.test(words), words);
  }
}
assert(lost && drawn, `${lost} ${drawn}`);
console.log(JSON.stringify([foreseen.length, lost, drawn]));
process.exit(0);
