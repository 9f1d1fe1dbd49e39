/** Checks what becomes of a bot whose worker dies, is stopped, is closed or is not there. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";

const { Bot, EngineError, Game, GameOver, LivestoneError, analyse } = await import(process.argv[2]);
const game = await Game.load(process.argv[3]);
const far = 600;

// This thread goes on while the bot thinks, with a worker and without.
for (const worker of [true, false]) {
  const bot = new Bot(game, { level: 9, seconds: 0.5, worker });
  let turns = 0;
  const beat = setInterval(() => (turns += 1), 5);
  const reports = [];
  const move = await bot.move(game.start(), { onReport: (report) => reports.push(report) });
  clearInterval(beat);
  assert.ok(turns > 5, `${turns} turns`);
  assert.ok(reports.at(-1).final);
  assert.equal(reports.at(-1).lines[0].move, move);
  await bot.close();
}

// A signal ends the thinking, with the best move so far.
for (const worker of [true, false]) {
  const bot = new Bot(game, { level: 10, seconds: far, worker });
  const signal = AbortSignal.timeout(300);
  assert.ok(game.start().legalTexts.includes(await bot.move(game.start(), { signal })));
  const late = await bot.move(game.start(), { signal });
  assert.ok(game.start().legalTexts.includes(late));
  await bot.close();
}

// Whoever stops listening to an analysis stops it.
for await (const report of analyse(game.start(), {})) {
  assert.equal(report.final, false);
  break;
}

// A worker that dies is reported, and replaced.
const bot = new Bot(game, { level: 10, seed: 1, seconds: far });
const thinking = bot.move(game.start(), { onReport: () => bot.thinker.port.then(({ end }) => end()) });
await assert.rejects(thinking, (error) => error instanceof EngineError && error.code === "engine");
const quick = new Bot(game, { level: 1, seed: 1, seconds: far });
const [first] = await Promise.all([quick.move(game.start()), wait(1)]);
(await quick.thinker.port).end();
await wait(50);
const again = quick.move(game.start());
assert.equal(await again, first);

// A bot that is closed can be asked again; two questions are answered one after the other.
await quick.close();
const both = await Promise.all([quick.move(game.start()), quick.move(game.start())]);
assert.deepEqual(both, [first, first]);
await quick.close();

// What it refuses.
assert.throws(() => new Bot(game, { level: 11 }), LivestoneError);
const over = game.start();
while (!over.over) over.play(over.legalTexts[0]);
await assert.rejects(bot.move(over), GameOver);
await assert.rejects(analyse(over, {}).next(), GameOver);

// Idle workers do not keep the program from its end.
await bot.move(game.start(), { signal: AbortSignal.timeout(50) });
console.log("done");
