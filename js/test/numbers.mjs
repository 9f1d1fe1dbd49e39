/** Answers with exponentials, logarithms and choices, so that a test can compare them with Python's. */
const { exp, log } = await import("../src/maths.js");
const { Random, seedOf, seeded } = await import("../src/random.js");

let text = "";
for await (const part of process.stdin) text += part;
const { powers, sizes, texts, weights } = JSON.parse(text);
const chosen = texts.map((one) => new Random(seeded(seedOf(one))).weighted(weights));
const told = (numbers) => numbers.map(String);
console.log(JSON.stringify({ exp: told(powers.map(exp)), log: told(sizes.map(log)), chosen }));
