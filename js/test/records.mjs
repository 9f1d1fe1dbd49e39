/**
 * Answers questions about records, one JSON object a line, so that a test can compare the answers
 * with Python's. The first line names the manifests to load and the ids of all games there are.
 */
import { createInterface } from "node:readline";

const { Game, Record, resultOf } = await import(process.argv[2] ?? "livestone");
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { manifests, known } = JSON.parse((await lines.next()).value);
const games = await Promise.all(manifests.map((manifest) => Game.load(manifest)));

for await (const line of lines) console.log(JSON.stringify(answer(JSON.parse(line))));

/**
 * A record made, read as text or read as JSON: its two forms, or why it is refused. One read `alone`
 * is read without the ids of all games.
 */
function answer({ made, text, data, mostPlies = null, alone = false }) {
  try {
    if (made) return forms(make(made));
    const given = { known: alone ? undefined : known, mostPlies };
    return forms(data ? Record.fromJson(data, games, given) : Record.read(text, games, given));
  } catch (error) {
    if (!error.code || !error.message) throw error;
    return [error.code, error.message, error.line ?? null];
  }
}

function forms(record) {
  return { text: record.asText(), json: record.asJson(), replayed: replayed(record) };
}

function replayed(record) {
  try {
    return record.replay().moveTexts;
  } catch (error) {
    return [error.code, error.message];
  }
}

/** The record of a game played here. */
function make({ game: at, opening, moves, ending, ...given }) {
  const game = games[at];
  const state = opening ? game.read(opening) : game.start();
  for (const move of moves) state.play(move);
  const result = ending ? resultOf(state, ending.reason, ending.by) : null;
  return Record.of(state, { ...given, result });
}
