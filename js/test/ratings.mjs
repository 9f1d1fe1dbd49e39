/** Answers each question, a rating and its results, with the rating after them. */
const { updated } = await import("../app/glicko2.js");

let text = "";
for await (const part of process.stdin) text += part;
for (const line of text.trim().split("\n")) {
  const { rating, results } = JSON.parse(line);
  console.log(JSON.stringify(updated(rating, results)));
}
