/** The coordinates around a board: of one height on every screen, and inside its frame. */

/** @typedef {import("./drawing.js").Drawing} Drawing */

const PIXELS = [12, 14]; // the least and the largest height
const PASSES = 3; // a wider frame makes the board smaller, so that letters grow once more
// As draw/ground.py has them, in hundredths of the distance between neighbouring sites.
const BASELINE = 0.36;
const HALF_CELL = 50;
const GAP = 4;
const LETTER = 0.7; // how wide a bold letter is, as a part of the font's size

/** Places the coordinates of one picture of a board. */
export class Coordinates {
  /** @param {SVGSVGElement} picture as it is drawn for any size @param {Drawing} drawing @param {boolean} turned */
  constructor(picture, { box, places }, turned) {
    this.picture = picture;
    this.box = box;
    this.places = places;
    this.turned = turned;
    this.group = picture.querySelector(".coordinates");
    this.texts = [...(this.group?.children ?? [])];
    this.usual = Number(this.group?.getAttribute("font-size"));
    this.centres = this.texts.map((text) => [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - BASELINE * this.usual]);
    this.#write(this.centres, this.usual);
  }

  /** Fit them to the size that the picture has on the screen now. */
  fit() {
    const { width, height } = this.picture.getBoundingClientRect();
    if (!width || !this.texts.length) return;
    const [left, top, across, down] = this.box;
    let [size, more] = [this.usual, 0];
    let centres = this.centres;
    for (let pass = 0; pass < PASSES; pass++) {
      const scale = Math.min(width / (across + 2 * more), height / (down + 2 * more));
      size = Math.min(Math.max(this.usual, PIXELS[0] / scale), PIXELS[1] / scale);
      const halves = this.texts.map(({ textContent }) => [(LETTER * size * (textContent ?? "").length) / 2, size / 2]);
      centres = this.centres.map((centre, at) => this.#outwards(centre, halves[at]));
      const beyond = centres.flatMap(([x, y], at) => {
        const [half, high] = halves[at];
        return [left - x + half, x + half - left - across, top - y + high, y + high - top - down];
      });
      more = Math.max(0, ...beyond.map((out) => out + GAP));
    }
    const box = [left - more, top - more, across + 2 * more, down + 2 * more].map(String);
    this.picture.setAttribute("viewBox", box.join(" "));
    const frame = this.picture.querySelector(".frame");
    ["x", "y", "width", "height"].forEach((name, at) => frame?.setAttribute(name, box[at]));
    this.#write(centres, size);
  }

  /**
   * The middle of a text so far from the nearest site that it does not reach into its cell.
   * @param {number[]} centre @param {number[]} halves
   */
  #outwards([x, y], [half, high]) {
    const far = (/** @type {number[]} */ [px, py]) => Math.hypot(x - px, y - py);
    const nearest = this.places.reduce((best, place) => (far(place) < far(best) ? place : best));
    const distance = far(nearest);
    const [dx, dy] = [(x - nearest[0]) / distance, (y - nearest[1]) / distance];
    const missing = Math.max(0, HALF_CELL + GAP + Math.min(half / Math.abs(dx), high / Math.abs(dy)) - distance);
    return [x + missing * dx, y + missing * dy];
  }

  /** @param {number[][]} centres @param {number} size */
  #write(centres, size) {
    const [left, top, across, down] = this.box;
    this.group?.setAttribute("font-size", String(size));
    this.texts.forEach((text, at) => {
      const [x, y] = centres[at];
      text.setAttribute("x", String(this.turned ? 2 * left + across - x : x));
      text.setAttribute("y", String((this.turned ? 2 * top + down - y : y) + BASELINE * size));
    });
  }
}
