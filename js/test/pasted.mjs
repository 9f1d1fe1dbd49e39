/** Answers what is read of each pasted text, a JSON value a line. */
import { readFileSync } from "node:fs";
import { Game, Record } from "../src/index.js";
import { readMoves, recordIn } from "../src/pasted.js";

const game = await Game.load(process.argv[2]);
for (const line of readFileSync(0, "utf-8").split("\n").filter(Boolean)) {
  const text = JSON.parse(line);
  try {
    const found = recordIn(text);
    const { record, remarks } = found ? { record: Record.read(found.text, game), remarks: found.remarks } : readMoves(text, game);
    console.log(JSON.stringify({ record: record.asText(), remarks }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
