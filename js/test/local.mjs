/** Checks a game played in a page, without the page: what the local driver does and shows. */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { Game } from "../src/index.js";
import { recordOf } from "../app/kept.js";
import { LocalDriver } from "../table/local.js";
import { status } from "../table/sentences.js";

const [freedom, trangalla, haalmaa] = await Promise.all(process.argv.slice(2, 5).map((path) => Game.load(path)));
const person = { kind: "person" };
const bot = { kind: "bot", level: 1 };

/** Wait until a driver's snapshot is as wanted. */
async function until(driver, wanted) {
  for (;;) {
    const shown = driver.snapshot();
    if (wanted(shown)) return shown;
    await new Promise((resolve) => {
      const end = driver.subscribe(() => (end(), resolve()));
    });
  }
}
const free = ({ my_turn: mine, status }) => mine || status === "finished";

// A whole game against a bot: every ply is kept, and the record of it is told.
{
  const kept = [];
  const driver = LocalDriver.start(freedom, [person, bot], { keep: (game) => kept.push(game) });
  driver.begin();
  for (;;) {
    const shown = await until(driver, free);
    if (shown.status === "finished") break;
    await driver.play(shown.legal[0], shown.last_ply);
  }
  const { last_ply: last, scores, winners } = driver.snapshot();
  assert.deepEqual(kept.map(({ moves }) => moves.length), Array.from({ length: last }, (_, at) => at + 1));
  const again = new LocalDriver(freedom, structuredClone(kept.at(-1)));
  assert.deepEqual(again.snapshot().scores, scores);
  assert.equal(again.snapshot().status, "finished");
  console.log(JSON.stringify({ record: recordOf(driver.game, driver.kept).asText(), scores, winners }));
  driver.close();
}

// What is not legal, late, or somebody else's turn is refused, and nothing changes.
{
  const driver = LocalDriver.start(freedom, [person, bot]);
  driver.begin();
  await driver.play("c3", 0);
  await assert.rejects(driver.play("c4", 1), { code: "illegal-move", message: "It is not your turn." });
  const { last_ply: ply } = await until(driver, free);
  await assert.rejects(driver.play("c3", ply), { code: "illegal-move", message: "c3 is occupied" });
  await assert.rejects(driver.play("c4", 0), /has gone on/);
  assert.match(driver.refusal("z9"), /^'z9' is not a move of this game: write one like /);
  assert.equal(driver.state.ply, ply);
  driver.close();
}

// A server's limit of plies is told when it is near, and when it has ended the game.
{
  const driver = LocalDriver.start(freedom, [person, person]);
  await driver.play("c3", 0);
  const shown = driver.snapshot();
  const told = (most, more = {}) => status({ ...shown, max_plies: most, ...more }, driver.description);
  assert.doesNotMatch(told(0), /draw/);
  assert.doesNotMatch(told(52), /draw/);
  assert.match(told(51), / The game is a draw after 50 more moves\.$/);
  assert.match(told(2), / The game is a draw after 1 more move\.$/);
  assert.equal(told(1, { status: "finished", reason: "move-limit", winners: [] }), "Draw: the limit of 1 moves is reached.");
  driver.close();
}

// Undo goes back to one's own decision; what the bot was thinking then is not played.
{
  const driver = LocalDriver.start(freedom, [person, { kind: "bot", level: 9 }]);
  driver.begin();
  await driver.play("c3", 0);
  await driver.change("undo");
  assert.deepEqual(driver.kept.moves, []);
  await wait(400);
  assert.equal(driver.state.ply, 0);
  await assert.rejects(driver.change("undo"), /no move of yours/);
  driver.close();
}

// Giving up ends the game for the person, whoever's turn it is.
{
  const driver = LocalDriver.start(freedom, [bot, person]);
  await driver.change("resign");
  const { status, winners, ended_by: by } = driver.snapshot();
  assert.deepEqual([status, winners, by], ["finished", [0], 1]);
  await assert.rejects(driver.change("resign"), { code: "game-over" });
  assert.match(recordOf(driver.game, driver.kept).asText(), /resigned/);
  driver.close();
}

// Two people at one screen hand it over before anything hidden is seen.
{
  const driver = LocalDriver.start(trangalla, [person, person]);
  const before = driver.snapshot();
  assert.equal(before.curtain, 0);
  assert.deepEqual([before.my_turn, before.viewer, before.legal], [false, -1, []]);
  await driver.change("look");
  const after = driver.snapshot();
  assert.deepEqual([after.curtain, after.my_turn, after.viewer], [null, true, 0]);
  assert.ok(after.legal.length);
  driver.close();
}

// A person sees their own view only, while the game runs.
{
  const driver = LocalDriver.start(trangalla, [person, bot], {});
  assert.equal(driver.snapshot().viewer, 0);
  assert.equal(driver.snapshot().text, driver.state.view(0).text);
  driver.close();
}

// With three players everything since one's own turn is new.
{
  const driver = LocalDriver.start(haalmaa, [person, bot, bot]);
  driver.begin();
  await driver.play(driver.state.legalTexts[0], 0);
  const shown = await until(driver, free);
  const others = shown.turns.filter(({ mover }) => mover !== 0);
  assert.equal(others.length, 2);
  assert.equal(shown.recent, shown.turns[0].plies.length);
  assert.equal(driver.snapshot(0).ply, 0);
  driver.close();
}

// A hint is a legal move, and taking back while it is sought stops it.
{
  const driver = LocalDriver.start(freedom, [person, bot]);
  const { move, path } = await driver.hint();
  assert.deepEqual(path, driver.state.paths[move]);
  driver.close();
}
process.exit(0);
