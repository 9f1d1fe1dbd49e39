/** Checks how a link's game is compared with the one that is kept, in Node. */
import assert from "node:assert/strict";
import { Game, LivestoneError, Record } from "../src/index.js";
import { farther, joined, recordSent, recordToSend, shortly, sentAs, standing } from "../app/by_link.js";
import { pack } from "../app/links.js";
import { LocalDriver } from "../table/local.js";

const [small, large, three, secret] = await Promise.all(process.argv.slice(2).map((path) => Game.load(path)));
const me = { kind: "person" };
const friend = { kind: "friend" };

/** A game by links after these moves, as it is kept by one who began it. */
async function game(rules, seats, moves) {
  const driver = LocalDriver.start(rules, seats);
  const kept = { ...driver.kept, moves, over: false, winners: [] };
  return JSON.parse(JSON.stringify(kept));
}
/** What the other device reads. */
const sent = (rules, kept) => Record.read(recordToSend(rules, kept).asText(), [rules]);
const after = (kept, ...moves) => ({ ...kept, moves: [...kept.moves, ...moves] });

// There and back: the seats change, the game is the same one.
{
  const white = await game(small, [me, friend], ["c3"]);
  const record = sent(small, white);
  assert.deepEqual(sentAs(record), { id: white.id, taken: [0] });
  assert.equal(standing(undefined, record).kind, "new");
  const black = joined(record, 1, "Ana");
  assert.deepEqual([black.id, black.mine, black.seats.map(({ kind }) => kind)], [white.id, true, ["friend", "person"]]);
  const answer = sent(small, after(black, "c4"));
  assert.deepEqual(standing(white, answer), { kind: "newer", at: 1 });
  const back = farther(white, answer);
  assert.deepEqual([back.moves, back.mine, back.seats[1].name, back.link], [["c3", "c4"], true, "Ana", { sent: 2, taken: [0, 1] }]);
  assert.equal(standing(back, answer).kind, "same");
  assert.equal(standing(back, record).kind, "older");
  // What a link changes, plays for somebody, or begins in another way is told apart.
  assert.deepEqual(standing(after(white, "c4", "d4"), sent(small, after(white, "b3"))), { kind: "other", at: 1 });
  assert.deepEqual(standing(white, sent(small, after(white, "c4", "d4"))), { kind: "mine", at: 1 });
  const resigned = (by) => sent(small, { ...white, result: { reason: "resigned", by } });
  assert.equal(standing(white, resigned(0)).kind, "mine");
  assert.equal(standing(white, resigned(1)).kind, "newer");
  const ended = farther(white, resigned(1));
  assert.deepEqual([ended.over, ended.winners, ended.mine], [true, [0], false]);
  assert.equal(standing(after(white, "c4"), resigned(1)).kind, "other");
  assert.equal(standing(ended, answer).kind, "other");
  assert.equal(standing(ended, record).kind, "older");
  assert.throws(() => standing({ ...white, options: { ...white.options, scoring: "rows" } }, record), /began in another way/);
}

// Three players: whoever opens the link takes a seat that is free.
{
  const [first] = Object.keys(three.start().paths);
  const record = sent(three, await game(three, [me, friend, friend], [three.start().legal[0]]));
  const second = joined(record, 2);
  assert.deepEqual(sentAs(sent(three, second)).taken, [0, 2]);
  assert.ok(first);
}

// What a link carries says the same as the record's text.
{
  const games = { load: async () => small, record: async (text) => Record.read(text, [small]) };
  const kept = { ...(await game(small, [{ ...me, name: "Ana" }, friend], ["c3", "c4"])), result: { reason: "resigned", by: 1 } };
  const short = await recordSent(games, shortly(kept));
  assert.deepEqual(short.asJson(), (await recordSent(games, recordToSend(small, kept).asText())).asJson());
  const fields = JSON.parse(shortly(kept));
  const changes = [[1, [-1]], [1, 0], [2, null], [3, []], [4, ["a"]], [4, [1, 2]], [5, 1], [6, []], [7, {}], [7, { reason: "x", by: 1 }], [7, { reason: "resigned", by: 2 }], [8, "now"], [8, 1e12]];
  for (const [at, value] of changes) {
    await assert.rejects(recordSent(games, JSON.stringify(fields.map((one, place) => (place === at ? value : one)))), { code: "bad-link" }, `${at} ${value}`);
  }
  for (const moves of ["c3 c3", "z9", "c3 c4 \n"]) await assert.rejects(recordSent(games, JSON.stringify(fields.map((one, at) => (at === 6 ? moves : one)))), LivestoneError);
  for (const text of ["[", "[]", "[1]"]) await assert.rejects(recordSent(games, text), { code: "bad-link" });
}

// Links that were cut or changed, and games with secrets.
{
  const record = sent(small, await game(small, [me, friend], []));
  for (const link of ["", "short", "abcdefghijk", "abcdefghijkl 5", "abcdefghijkl x"]) {
    record.tags = { link };
    assert.throws(() => sentAs(record), { code: "bad-link" });
  }
  const told = sent(secret, await game(secret, [me, ...secret.manifest.seats.slice(1).map(() => friend)], []));
  assert.throws(() => sentAs(told), /cannot be played by links/);
}

// A whole game of the largest usual board fits into a link that messengers take.
{
  const state = large.start();
  while (!state.over) state.play(state.legal[(state.ply * 7919) % state.legal.length]);
  const whole = { ...(await game(large, [me, friend], state.moveTexts)), seats: [{ ...me, name: "Somebody with a name" }, { ...friend, name: "Another one" }] };
  const packed = await pack(shortly(whole));
  console.log(JSON.stringify({ plies: state.ply, letters: packed.length }));
}
