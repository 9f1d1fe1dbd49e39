/** How a game went, as a picture: what it was worth along the moves, and its mistakes as dots. */

/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./judging.js").Judge} Judge */

const [WIDTH, HEIGHT, EDGE] = [480, 140, 8];

/**
 * Of two players one line, up for the first; else a line for each.
 * @param {Map<number, Judged>} judged @param {Judge} judge @param {Judged[]} told @param {number} ply
 * @returns {Node}
 */
export function graph(judged, judge, told, ply) {
  const players = judge.game.manifest.players;
  const plies = [...judged.values()].sort((one, other) => one.ply - other.ply);
  const last = judge.moves.length;
  const seats = players === 2 ? [0] : [...Array(players).keys()];
  const most = judge.points ? Math.max(1, ...plies.flatMap(({ worth }) => worth.map(Math.abs))) : 1;
  const low = judge.points ? -most : 0;
  const x = (/** @type {number} */ at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, last);
  const y = (/** @type {number} */ worth) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (worth - low)) / (most - low);
  const even = y(players === 2 ? (low + most) / 2 : judge.points ? 0 : 1 / players);
  const curves = seats.map((seat) => {
    const points = plies.map((one) => `${x(one.ply - 1).toFixed(1)} ${y(one.worth[seat]).toFixed(1)}`);
    return points.length ? `<path class="curve seat-${seat}" d="M${points.join("L")}"/>` : "";
  });
  const dots = told.map((one) => `<circle r="5" cx="${x(one.ply - 1).toFixed(1)}" cy="${y(one.worth[players === 2 ? 0 : one.mover]).toFixed(1)}"/>`);
  const template = document.createElement("template");
  template.innerHTML =
    `<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><path class="even" d="M${EDGE} ${even}H${WIDTH - EDGE}"/>` +
    `${curves.join("")}<path class="now" d="M${x(ply)} ${EDGE}V${HEIGHT - EDGE}"/>${dots.join("")}</svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}
