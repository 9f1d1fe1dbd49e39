/** The driver of a study that a server keeps: a tree of moves, and each position as the server has it. */

import { piecesOnDevice } from "../table/on_device.js";
import { studied } from "../table/sentences.js";
import { t } from "../table/words.js";
import { glyphName } from "./annotations.js";
import { optionsText } from "./catalogue.js";
import { Refusal, read, send } from "./net/api.js";
import { manifestOf, readDescription } from "./server_table.js";
import { TreeDriver } from "./tree_driver.js";

/** @typedef {import("../table/driver.js").Snapshot} Snapshot */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Mark} Mark */
/** @typedef {import("./net/types.d.ts").StudyNode} Row */
/**
 * A position of a study; `engine_refusal` says why the engine may not be asked about it.
 * @typedef {Pick<Snapshot, "mover" | "legal" | "scores" | "winners" | "tally" | "text" | "paths" | "prompt" | "recent"> & {
 *   ply: number, over: boolean, ending: string, engine_refusal: string,
 *   picture: import("../table/driver.js").Picture & { steps: string[][] } }} Position
 */
/** @typedef {import("./net/types.d.ts").StudyView & { players: { name: string }[] | null, position?: Position }} Study */

const MAX_POSITIONS = 200; // kept, so that stepping back asks nobody
const CONFLICT = 409;

export class StudyDriver extends TreeDriver {
  /**
   * Open a study. Throws a Refusal.
   * @param {import("./page.js").App} app @param {string} id @param {string} node where to look first
   */
  static async open(app, id, node) {
    const path = `/studies/${encodeURIComponent(id)}`;
    const study = /** @type {Study} */ (await read(`${path}?node=${encodeURIComponent(node)}`));
    const description = await readDescription(study.game, study.options);
    return new StudyDriver(path, description, app.catalogue.find(study.game), study);
  }

  /**
   * @param {string} path @param {import("../table/driver.js").Description} description
   * @param {import("./catalogue.js").Entry} entry @param {Study} study with a position
   */
  constructor(path, description, entry, study) {
    super();
    this.path = path;
    this.description = description;
    this.entry = entry;
    this.compiled = manifestOf(entry, study.options);
    this.study = study;
    this.nodes = nodesOf(study.nodes);
    this.root = this.#find(0);
    this.node = this.#find(study.node ?? 0);
    this.position = /** @type {Position} */ (study.position);
    this.positions = new Map([[this.place, this.position]]);
    this.wanted = this.place; // the node that was asked for last
    this.queue = Promise.resolve();
    /** @type {() => import("../table/driver.js").Link[]} */
    this.links = () => [];
  }

  get mine() {
    return this.study.mine;
  }

  /** The number of the node that is looked at. */
  get place() {
    return /** @type {number} */ (this.node.id);
  }

  /** @param {number} id */
  #find(id) {
    return /** @type {Node} */ (this.nodes.get(id) ?? this.nodes.get(0));
  }

  /** @returns {Snapshot} */
  snapshot() {
    const { study, position: at, node, description } = this;
    const { steps, ...picture } = at.picture;
    const acts = study.mine && !at.over;
    const seats = description.seats.map(({ name, colour }, index) => ({
      index, player: t(name), colour, kind: /** @type {const} */ ("person"), name: study.players?.[index].name ?? t(name), is_me: true, level: null, level_name: "",
    }));
    /** @type {import("../table/signs.js").Sign[]} */
    const signs = (node.marks ?? []).map(({ colour, at: site, to }) => (to ? [colour, site, to] : [colour, site]));
    /** @type {Snapshot} */
    const shown = {
      id: study.id, status: at.over ? "finished" : "running", seats, options: [study.title, optionsText(this.entry, study.options)].filter(Boolean).join(", "),
      result: "", reason: at.over ? "finished" : "", ended_by: null, winners: at.winners, ending: at.ending, scores: at.scores, tally: at.tally,
      mover: at.mover, my_turn: acts, viewer: null, ply: at.ply, last_ply: at.ply, version: this.version,
      ...(acts ? { legal: at.legal, paths: at.paths, prompt: at.prompt } : { legal: [], paths: {}, prompt: "" }),
      picture, steps, signs, recent: at.recent, text: at.text, turns: [], so_far: [], thinking: null, trouble: "", curtain: null,
      onlooker: !study.mine, takeback: null, rematch: null, clock: null, offers: [], plan: null, can: {},
    };
    const played = node.parent ? { mover: node.mover ?? 0, move: node.move, called: glyphName(node.glyph ?? "") } : null;
    return { ...shown, said: studied({ ...shown, my_turn: !at.over }, description, played) };
  }

  /** @param {string} move */
  async play(move) {
    await this.#change("moves", () => ({ node: this.place, moves: [move] }));
  }

  /** @param {string} text */
  async refusal(text) {
    try {
      await this.play(text);
    } catch (error) {
      return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    }
    return "";
  }

  /** @param {string} move */
  preview(move) {
    return piecesOnDevice(this.compiled, this.position.text, move);
  }

  /** Look at a node. @param {Node} node */
  async go(node) {
    await this.#look(/** @type {number} */ (node.id));
  }

  /** Add moves after the node shown, and stay. @param {string[]} moves */
  async add(moves) {
    await this.#change("moves", () => ({ node: this.place, moves }), false);
  }

  /** @param {boolean} wholly */
  async promote(wholly) {
    await this.#change("promote", () => ({ node: this.place, version: this.study.version, wholly }));
  }

  async remove() {
    const before = this.node.parent?.id ?? 0;
    await this.#change("prune", () => ({ node: this.place, version: this.study.version }), before);
  }

  /** @param {string} comment @param {string} glyph */
  async write(comment, glyph) {
    await this.#note(() => ({ comment, ...(this.node.parent ? { glyph } : {}) }));
  }

  /** Add a mark, or take it away where it is; there is one of each place. @param {Mark} mark */
  async mark(mark) {
    await this.#note(() => {
      const { marks = [] } = this.node;
      const others = marks.filter(({ at, to }) => at !== mark.at || to !== mark.to);
      return { marks: marks.some(({ at, to, colour }) => at === mark.at && to === mark.to && colour === mark.colour) ? others : [...others, mark] };
    });
  }

  async removeMarks() {
    await this.#note(() => ({ marks: [] }));
  }

  /** @param {() => object} what */
  async #note(what) {
    await this.#change("notes", () => ({ node: this.place, version: this.study.version, ...what() }));
  }

  /** @param {string} title @param {string} visibility */
  async settle(title, visibility) {
    await this.#change("settings", () => ({ version: this.study.version, title, visibility }));
  }

  /** Delete the study. */
  async delete() {
    await send(`${this.path}/delete`);
  }

  /** Copy the study to one's own; returns its id. */
  async copy() {
    return String((await send(`${this.path}/copy`)).id);
  }

  /**
   * Change the study, after all changes before; what another window has changed is read then.
   * @param {string} action @param {() => object} data
   * @param {number | boolean} [to] the node to go to; false stays, true goes where the answer says
   */
  async #change(action, data, to = true) {
    const doing = this.queue.then(async () => {
      try {
        const study = /** @type {Study} */ (await send(`${this.path}/${action}`, data()));
        if (study.position && typeof study.node === "number") this.#keep(study.node, study.position);
        await this.#take(study, to === true ? (study.node ?? this.place) : to === false ? this.place : to);
      } catch (error) {
        if (error instanceof Refusal && error.status === CONFLICT) await this.#reload().catch(() => {}); // the refusal is told
        throw error;
      }
    });
    this.queue = doing.catch(() => {});
    return doing;
  }

  async #reload() {
    await this.#take(/** @type {Study} */ (await read(this.path)), this.place);
  }

  /** @param {Study} study @param {number} id where to look */
  async #take(study, id) {
    this.study = study;
    this.nodes = nodesOf(study.nodes);
    this.root = this.#find(0);
    await this.#look(this.nodes.has(id) ? id : 0);
  }

  /** Look at a node, unless another one was asked for meanwhile. @param {number} id */
  async #look(id) {
    this.wanted = id;
    const position = this.positions.get(id) ?? /** @type {Position} */ (await read(`${this.path}/position?node=${id}`));
    this.#keep(id, position);
    if (this.wanted !== id) return;
    this.node = this.#find(id);
    this.position = position;
    this.changed();
  }

  /** @param {number} id @param {Position} position */
  #keep(id, position) {
    this.positions.set(id, position);
    if (this.positions.size > MAX_POSITIONS) this.positions.delete([...this.positions.keys()][0]);
  }
}

/**
 * The nodes of a study by their numbers, the root being 0; main lines come first.
 * @param {Row[]} rows
 */
function nodesOf(rows) {
  /** @type {Map<number, Node>} */
  const found = new Map();
  for (const { parent, move = "", turn = 0, comment = "", ...more } of rows) {
    const before = parent === undefined ? null : found.get(parent) ?? null;
    /** @type {Node} */
    const node = { ...more, move, turn, comment, parent: before, children: [] };
    before?.children.push(node);
    found.set(more.id, node);
  }
  return found;
}
