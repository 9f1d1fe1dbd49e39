/** `<livestone-board>`: draws a position, and turns clicks, touches and keys into moves' paths. */

import { follow } from "../src/paths.js";
import { Coordinates } from "./coordinates.js";
import { Drag } from "./drag.js";
import { contentMarkup, escaped, pieceMarkup, pieceName } from "./drawing.js";
import { animate, changeOf } from "./motion.js";
import { coordinates, isByNumbers, written } from "./notation.js";
import { Pen } from "./pen.js";
import { get } from "./preferences.js";
import { noteMarkup, shortNumber, signsMarkup } from "./signs.js";
import { LEAPS, STEPS, farthest, neighbour } from "./walking.js";
import { t } from "./words.js";

/** @typedef {import("./driver.js").BoardDescription} BoardDescription */
/** @typedef {import("./driver.js").Description} Description */
/** @typedef {import("./driver.js").Picture} Picture */
/** @typedef {import("./driver.js").Standing} Standing */
/**
 * What a board shows: the sites of the last moves, the paths of what may be played, a hint's
 * sites, what is planned with so many tokens (`plans`) at most, signs, a program's note, a face other than the usual one, and the paths of the plies that
 * led here since it was drawn last. `numbers` are written on the pieces of sites. `playable` boards take moves, `planning` ones plans.
 * @typedef {{ picture: Picture, last?: string[], paths?: Record<string, string[]>,
 *   playable?: boolean, planning?: boolean, plans?: number, planned?: string[], hint?: string[],
 *   note?: import("./annotations.js").Note | null, signs?: import("./signs.js").Sign[], face?: string, turned?: boolean, colour?: string,
 *   steps?: string[][], title?: string, asks?: boolean, numbers?: Map<string, number> }} Shown
 */

// On a touch screen a narrower cell wants two taps.
const FINGERTIP = 24;
/** @type {Standing} */
const NOTHING = { pieces: [], courses: [] };
let boards = 0;

/** A board; it knows no rules, and tells what a person does by events. */
export class LivestoneBoard extends HTMLElement {
  constructor() {
    super();
    this.key = `board-${(boards += 1)}`;
    /** @type {Description | null} */
    this.description = null;
    /** @type {Shown} */
    this.shown = { picture: { ...NOTHING, marks: [], faces: {} } };
    /** @type {BoardDescription | null} what is drawn now */
    this.drawn = null;
    this.drawnAs = "";
    /** @type {string[]} the tokens given so far */
    this.given = [];
    /** @type {{ move: string, token: string } | null} the move that waits for a second tap */
    this.unsure = null;
    /** @type {number[]} */
    this.standing = [];
    /** @type {(SVGGElement)[]} */
    this.sites = [];
    /** @type {string[]} */
    this.looks = [];
    /** @type {import("./driver.js").Course[]} */
    this.courses = [];
    /** @type {[number, number][]} */
    this.places = [];
    this.here = 0;
    this.byKey = false;
    this.pen = new Pen(this);
    const lift = (/** @type {string} */ name) => this.give(name);
    /** @type {Coordinates | null} */
    this.coordinates = null;
    this.sized = false; // whether it has been seen in the size that it has on the screen
    this.sizes = new ResizeObserver(() => {
      this.sized = true;
      this.coordinates?.fit();
    });
    this.drag = new Drag(this, { siteAt, lift, drop: lift });
  }

  connectedCallback() {
    this.sizes.observe(this);
    this.addEventListener("click", this.#clicked);
    this.addEventListener("keydown", this.#pressed);
  }

  disconnectedCallback() {
    this.sizes.disconnect();
    this.removeEventListener("click", this.#clicked);
    this.removeEventListener("keydown", this.#pressed);
  }

  /** Show a position of a game. @param {Description} description @param {Shown} shown */
  show(description, shown) {
    const same = Boolean(shown.playable && this.shown.playable) && JSON.stringify(shown.paths) === JSON.stringify(this.shown.paths);
    this.description = description;
    this.shown = shown;
    const { board, faces } = description;
    const side = shown.face && shown.picture.faces[shown.face] ? shown.face : "";
    const drawn = side ? faces[side] : board;
    const how = `${side} ${Boolean(shown.turned)} ${get("coordinates")} ${isByNumbers()}`;
    const anew = drawn !== this.drawn || how !== this.drawnAs;
    const { pieces } = side ? shown.picture.faces[side] : shown.picture;
    // What one has drawn was about the position that was shown.
    if (drawn !== this.drawn || pieces.some((code, at) => code !== this.standing[at])) this.pen.marks = [];
    if (anew) this.#build(drawn, how);
    if (!same) this.given = [];
    if (!same) this.unsure = null;
    this.#draw(side ? shown.picture.faces[side] : shown.picture, !anew);
  }

  /** Draw the signs again, when only they have changed. */
  showSigns() {
    if (!this.drawn) return;
    this.#redraw(this.standing, null);
    this.#showOver();
  }

  /** Forget the tokens given so far. */
  cancel() {
    this.given = [];
    this.unsure = null;
    this.#mark();
    this.#tell("livestone-choosing", { given: [], next: [], move: null });
  }

  /** Give a token: a site's name or a named choice. @param {string} token */
  give(token) {
    const { paths = {}, playable, planning } = this.shown;
    if (planning) return this.#plan(token);
    if (!playable) return this.#tell("livestone-idle", { token });
    if (this.unsure) {
      if (this.unsure.token === token) return this.#play(this.unsure.move, token);
      this.given = this.given.slice(0, -1);
      this.unsure = null;
    }
    let tokens = [...this.given, token];
    let found = follow(paths, tokens);
    if (!found.move && !found.next.length && this.given.length) {
      const other = follow(paths, [token]); // another first token instead
      if (other.move || other.next.length) [tokens, found] = [[token], other];
    }
    if (!found.move && !found.next.length) return this.#tell("livestone-refused", { tokens });
    const wantsTap = found.move && (this.#isTiny(token) || this.shown.asks);
    if (found.move && !wantsTap) return this.#play(found.move, token);
    this.unsure = found.move ? { move: found.move, token } : null;
    this.given = tokens;
    this.#mark();
    const named = found.next.filter((name) => !this.#siteOf(name));
    return this.#tell("livestone-choosing", { given: tokens, next: named, move: found.move });
  }

  /** Put the focus on the site where the keys stand. */
  focusHere() {
    this.sites[this.here]?.focus({ preventScroll: true });
  }

  /** Play the move that waits for a second tap. */
  confirm() {
    if (this.unsure) this.#play(this.unsure.move, this.unsure.token);
  }

  /** @param {string} move @param {string} token */
  #play(move, token) {
    const path = this.shown.paths?.[move] ?? [token];
    this.pen.marks = [];
    this.given = [];
    this.unsure = null;
    this.#mark();
    this.#preview(path);
    this.shown = { ...this.shown, playable: false }; // until the table has heard what came of it
    this.#tell("livestone-move", { move, path });
  }

  /** Show one's own move at once, before anybody has confirmed it. @param {string[]} path */
  #preview(path) {
    const sites = path.map((name) => this.drawn?.names.indexOf(name) ?? -1).filter((site) => site >= 0);
    const to = sites.at(-1);
    if (to === undefined || !this.description) return;
    const from = sites[0];
    let code = sites.length > 1 ? this.standing[from] : 0;
    if (!code) code = this.description.pieces.findIndex(({ name, colour }) => name === this.shown.colour || colour === this.shown.colour) + 1;
    if (!code || this.standing[to]) return;
    const pieces = [...this.standing];
    if (sites.length > 1) pieces[from] = 0;
    pieces[to] = code;
    this.#redraw(pieces, [path]);
  }

  /** @param {string} token */
  #plan(token) {
    const planned = this.shown.planned ?? [];
    const most = this.shown.plans ?? 1;
    if (planned.includes(token)) return this.#tell("livestone-plan", { tokens: [] });
    const tokens = planned.length >= most ? [token] : [...planned, token];
    return this.#tell("livestone-plan", { tokens });
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  /**
   * Draw the ground and an empty site for each.
   * @param {BoardDescription} drawn @param {string} how
   */
  #build(drawn, how) {
    this.drawn = drawn;
    this.drawnAs = how;
    const { drawing, rows, names } = drawn;
    const named = get("coordinates");
    const box = named ? drawing.box : drawing.plain_box;
    const [left, top, width, height] = box;
    const middle = [2 * left + width, 2 * top + height];
    const turned = Boolean(this.shown.turned);
    this.places = drawing.places.map(([x, y]) => (turned ? [middle[0] - x, middle[1] - y] : [x, y]));
    const turn = turned ? ` transform="rotate(180 ${middle[0] / 2} ${middle[1] / 2})"` : "";
    const lines = rows.map(
      (row) =>
        `<g role="row" aria-label="${escaped(t("{first} to {last}", { first: written(names[row[0]], drawn), last: written(names[row[row.length - 1]], drawn) }))}">${row.map((site) => this.#siteMarkup(site)).join("")}</g>`,
    );
    this.innerHTML =
      `<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="${box.join(" ")}" role="none">` +
      `<rect class="frame" x="${left}" y="${top}" width="${width}" height="${height}" rx="16"/>` +
      `<g class="ground"${turn}>${drawing.ground}</g>${named ? coordinates(drawing.coordinates, drawn) : ""}` +
      `<g class="under" pointer-events="none"></g><g role="grid">${lines.join("")}</g><g class="over" pointer-events="none"></g>` +
      '<g class="moving" pointer-events="none" aria-hidden="true"></g></svg>';
    this.coordinates = new Coordinates(/** @type {SVGSVGElement} */ (this.querySelector("svg")), drawing, turned);
    if (this.sized) this.coordinates.fit();
    const found = /** @type {NodeListOf<SVGGElement>} */ (this.querySelectorAll("[data-site]"));
    this.sites = new Array(names.length);
    for (const element of found) this.sites[names.indexOf(element.dataset.site ?? "")] = element;
    this.looks = new Array(names.length).fill("");
    this.standing = new Array(names.length).fill(0);
    this.here = Math.min(this.here, names.length - 1);
  }

  /** @param {number} site */
  #siteMarkup(site) {
    const { drawing, names } = /** @type {BoardDescription} */ (this.drawn);
    const [x, y] = this.places[site];
    const area = drawing.areas[site] ?? drawing.areas[0];
    const turn = this.shown.turned ? ' transform="rotate(180)"' : "";
    return (
      `<g class="site" id="${this.key}-${escaped(names[site])}" data-site="${escaped(names[site])}" data-piece="" ` +
      `role="gridcell" tabindex="-1" transform="translate(${x} ${y})">` +
      `<path class="area" fill="transparent" d="${area}"${turn}/><g class="content"></g></g>`
    );
  }

  /** @param {Standing} standing @param {boolean} moving */
  #draw({ pieces, courses }, moving) {
    const grid = this.querySelector('[role="grid"]');
    if (grid) grid.setAttribute("aria-label", this.shown.title ?? this.description?.title ?? "");
    this.#redraw(pieces, moving ? (this.shown.steps ?? []) : null);
    this.courses = courses;
    this.#showOver();
    this.#mark();
  }

  #showOver() {
    const over = this.querySelector(".over");
    const note = this.#note ? noteMarkup(this.#note, this.#placeOf) : { under: "", over: "" };
    const under = this.querySelector(".under");
    if (under) under.innerHTML = note.under;
    if (over) over.innerHTML = this.#coursesMarkup(this.courses) + signsMarkup(this.#signs, this.#placeOf) + note.over;
  }

  /** What is drawn over the position by whoever keeps it, by a program, and by oneself. */
  get #signs() {
    return [...((!this.shown.face && this.shown.signs) || []), ...(this.#note?.signs ?? []), ...this.pen.signs];
  }

  get #note() {
    return this.shown.face ? null : this.shown.note;
  }

  /** What a program has written on a site. @param {string} name */
  #written(name) {
    const value = this.#note?.values.get(name);
    return [this.#note?.texts.get(name) ?? "", value === undefined ? "" : shortNumber(value)].filter(Boolean).join(", ");
  }

  /**
   * Draw pieces, and animate how they got there by paths; without paths nothing moves.
   * @param {number[]} pieces @param {string[][] | null} paths
   */
  #redraw(pieces, paths) {
    const before = this.standing;
    this.standing = [...pieces];
    const targets = new Set(Object.values(this.shown.paths ?? {}).map(([first]) => first));
    const last = new Set(this.shown.last ?? []);
    const signed = new Set(this.#signs.map((sign) => sign[sign.length - 1]));
    // Dots on all empty places would say nothing.
    this.querySelector(".board")?.classList.toggle("anywhere", pieces.every((code, site) => code || targets.has(this.drawn?.names[site] ?? "")));
    pieces.forEach((_, site) => this.#site(site, targets, last, signed));
    if (!paths) return;
    const names = this.drawn?.names ?? [];
    const sites = paths.map((path) => path.map((name) => names.indexOf(name)).filter((site) => site >= 0));
    const layer = this.querySelector(".moving");
    const change = changeOf(before, this.standing, sites);
    const pieceOn = (/** @type {number} */ site) => this.sites[site].querySelector(".piece");
    if (layer) animate(change, this.places, pieceOn, (site) => this.pieceMarkup(before[site]), layer);
  }

  /** @param {number} site @param {Set<string>} targets @param {Set<string>} last @param {Set<string>} signed */
  #site(site, targets, last, signed) {
    const { drawing, names } = /** @type {BoardDescription} */ (this.drawn);
    const name = names[site];
    const code = this.standing[site];
    const piece = code ? this.#description.pieces[code - 1] : null;
    const marked = this.shown.picture.marks.includes(site) && !this.shown.face;
    const target = Boolean(this.shown.playable) && targets.has(name);
    const number = piece && !this.shown.face ? this.shown.numbers?.get(name) : undefined;
    const more = [signed.has(name) && t("marked"), this.#written(name)].filter(Boolean).join(", ");
    const look = `${code} ${marked} ${target} ${last.has(name)} ${number} ${more}`;
    if (look === this.looks[site]) return;
    this.looks[site] = look;
    const element = this.sites[site];
    const shape = piece ? this.#description.shapes[piece.shape] : null;
    const turned = this.#isTurned(code);
    const seen = { piece, shape, target, last: last.has(name), marked, turned, number };
    const content = element.querySelector(".content");
    if (content) content.innerHTML = contentMarkup(seen, drawing.corners[site] ?? drawing.corners[0]);
    element.dataset.piece = piece?.name ?? "";
    element.classList.toggle("target", target);
    element.classList.toggle("grip", target && piece !== null);
    element.toggleAttribute("data-legal", target);
    element.toggleAttribute("data-last", last.has(name));
    element.setAttribute("aria-label", `${this.#label(site, seen)}${more && `, ${more}`}`);
  }

  /** @returns {Description} */
  get #description() {
    return /** @type {Description} */ (this.description);
  }

  /** Whether pieces are turned towards their players, so that they turn with the board. */
  get #hasSides() {
    return this.#description.pieces.some(({ turned }) => turned);
  }

  /**
   * Whether a piece lies the other way round than its picture, as the board is turned now.
   * @param {number} code
   */
  #isTurned(code) {
    const piece = this.#description.pieces[code - 1];
    const turns = this.shown.turned && (this.#hasSides || this.#description.shapes[piece?.shape]?.fills);
    return Boolean(piece?.turned) !== Boolean(turns);
  }

  /** A piece around (0, 0) as it lies on the board now; empty for no piece. @param {number} code */
  pieceMarkup(code) {
    const piece = this.#description.pieces[code - 1];
    return piece ? pieceMarkup(piece, this.#description.shapes[piece.shape], false, this.#isTurned(code)) : "";
  }

  /** @param {number} site @param {import("./drawing.js").Seen} seen */
  #label(site, { piece, shape, target, last, marked, number }) {
    const drawn = /** @type {BoardDescription} */ (this.drawn);
    const { names, zones } = drawn;
    const parts = [written(names[site], drawn)];
    for (const zone of zones) if (zone.spoken && zone.sites.includes(site)) parts.push(t(zone.name.replaceAll("_", " ")));
    parts.push(piece && shape ? pieceName(piece, shape) : t("empty"));
    if (marked) parts.push(t(this.#description.mark));
    if (number) parts.push(t("move {number}", { number }));
    if (last) parts.push(t("last move"));
    if (target) parts.push(t("may be played"));
    return parts.join(", ");
  }

  /** Show what is chosen, what may come next, what is hinted at, and where Tab leads. */
  #mark() {
    const { paths = {}, hint = [], planned = [] } = this.shown;
    const next = this.given.length ? new Set(follow(paths, this.given).next) : new Set();
    this.sites.forEach((element, site) => {
      const name = element.dataset.site ?? "";
      element.classList.toggle("chosen", this.given.includes(name) || planned.includes(name));
      element.classList.toggle("next", next.has(name));
      element.classList.toggle("hint", hint.includes(name));
      element.setAttribute("tabindex", site === this.here ? "0" : "-1");
    });
  }

  /**
   * The lines over the pieces, all on bands of their colour.
   * @param {import("./driver.js").Course[]} courses
   */
  #coursesMarkup(courses) {
    const ways = courses.map(({ colour, points }) => ({ colour, way: points.map((point) => this.#scaled(point).join(" ")).join("L") }));
    const parts = [" halo", ""].flatMap((band) => ways.map(({ colour, way }) => `<path class="${colour}${band}" d="M${way}"/>`));
    return parts.length ? `<g class="ways">${parts.join("")}</g>` : "";
  }

  /** A point in the board's own measure, where it is drawn. @param {[number, number]} point */
  #scaled([x, y]) {
    const { centres, drawing } = /** @type {BoardDescription} */ (this.drawn);
    const [first, other] = [0, centres.findIndex(([cx]) => Math.abs(cx - centres[0][0]) > 1e-6)];
    const scale = other < 0 ? 100 : (drawing.places[other][0] - drawing.places[first][0]) / (centres[other][0] - centres[first][0]);
    const [left, top, width, height] = get("coordinates") ? drawing.box : drawing.plain_box;
    const [px, py] = [x * scale, -y * scale];
    return this.shown.turned ? [2 * left + width - px, 2 * top + height - py] : [px, py];
  }

  #placeOf = (/** @type {string} */ name) => this.places[this.drawn?.names.indexOf(name) ?? -1];

  /** @param {string} name */
  #siteOf(name) {
    return this.sites[this.drawn?.names.indexOf(name) ?? -1];
  }

  /** @param {string} token */
  #isTiny(token) {
    const site = this.#siteOf(token);
    if (!site || this.byKey || !matchMedia("(pointer: coarse)").matches) return false;
    return site.getBoundingClientRect().width < FINGERTIP;
  }

  #clicked = (/** @type {MouseEvent} */ event) => {
    const site = siteAt(event.target);
    const twice = event.detail > 1 && !this.unsure && !this.given.length;
    if (!site || this.drag.ended || twice) return;
    this.byKey = false;
    this.#walk(this.sites.indexOf(site));
    this.give(site.dataset.site ?? "");
  };

  #pressed = (/** @type {KeyboardEvent} */ event) => {
    const element = siteAt(event.target);
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const site = this.sites.indexOf(element);
    if (event.key in STEPS) this.#walk(neighbour(this.places, site, STEPS[event.key]) ?? site);
    else if (event.key in LEAPS) this.#walk(farthest(this.places, site, LEAPS[event.key]));
    else if (event.key === "Enter" || event.key === " ") {
      this.byKey = true;
      this.give(element.dataset.site ?? "");
    } else return;
    event.preventDefault();
  };

  /** @param {number} site */
  #walk(site) {
    this.sites[this.here]?.setAttribute("tabindex", "-1");
    this.here = site;
    this.sites[site].setAttribute("tabindex", "0");
    this.sites[site].focus({ preventScroll: true });
  }
}

/** @param {EventTarget | null} target @returns {SVGGElement | null} */
function siteAt(target) {
  return target instanceof Element ? target.closest("[data-site]") : null;
}

if (!customElements.get("livestone-board")) customElements.define("livestone-board", LivestoneBoard);
