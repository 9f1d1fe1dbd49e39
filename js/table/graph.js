/** How a game went, as a picture: what it was worth along the moves, and its mistakes as dots. */

/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./telling.js").Course} Course */

const [WIDTH, HEIGHT, EDGE] = [480, 140, 8];

/**
 * Of two players one line, up for the first; else a line for each.
 * @param {Map<number, Judged>} judged @param {Course} course @param {Judged[]} told
 * @returns {Node}
 */
export function graph(judged, course, told) {
  const players = course.seats.length;
  const plies = [...judged.values()].sort((one, other) => one.ply - other.ply);
  const seats = players === 2 ? [0] : [...Array(players).keys()];
  const most = course.points ? Math.max(1, ...plies.flatMap(({ worth }) => worth.map(Math.abs))) : 1;
  const low = course.points ? -most : 0;
  const x = (/** @type {number} */ ply) => across(course, ply).toFixed(1);
  const y = (/** @type {number} */ worth) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (worth - low)) / (most - low);
  const even = y(players === 2 ? (low + most) / 2 : course.points ? 0 : 1 / players);
  const curves = seats.map((seat) => {
    const points = plies.map((one) => `${x(one.ply - 1)} ${y(one.worth[seat]).toFixed(1)}`);
    return points.length ? `<path class="curve seat-${seat}" d="M${points.join("L")}"/>` : "";
  });
  const dots = told.map((one) => `<circle r="5" cx="${x(one.ply - 1)}" cy="${y(one.worth[players === 2 ? 0 : one.mover]).toFixed(1)}"/>`);
  const template = document.createElement("template");
  template.innerHTML =
    `<svg class="graph" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><path class="even" d="M${EDGE} ${even}H${WIDTH - EDGE}"/>` +
    `${curves.join("")}<path class="now"/>${dots.join("")}</svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}

/** The path of the line that marks a ply. @param {Course} course @param {number} ply */
export function plyAt(course, ply) {
  return `M${across(course, ply)} ${EDGE}V${HEIGHT - EDGE}`;
}

/** @param {Course} course @param {number} ply */
function across({ last }, ply) {
  return EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, last);
}
