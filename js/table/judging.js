/**
 * What every move of a game cost, as a search sees it, and what was better. A cost is in points of
 * the final lead where the game counts points that can be foretold, else in parts of a win.
 */

/** @typedef {import("../src/bot.js").Analyst} Analyst */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../src/search/report.js").ReportJson["lines"]} Lines */
/**
 * A ply that was judged: its number from 1, who moved and what, what was better with its line, and
 * what it cost. `worth` is what the position was worth before it to each player; `choice` says
 * that there was another move.
 * @typedef {{ ply: number, mover: number, move: string, better: string, line: string[],
 *   cost: number, worth: number[], proved: boolean, choice: boolean }} Judged
 */
/**
 * What a position is worth: to each player in the measure of costs, and as a search reports it.
 * @typedef {{ worth: number[], value: number[], points: number[] | null, proved: boolean }} Worth
 */
/** @typedef {(state: State) => Promise<Lines>} Ask what a search says of a state */
/** @typedef {Worth & { cost: number }} Tried what another move would have cost, and led to */

// How many nodes a search looks at; where a game is played out to judge a position, a node is a
// whole game. The moves that look worst are looked at again, longer.
const NODES = 20_000;
const NODES_PLAYED = 1_000;
const SECONDS = 1.5;
const HARDER = 4;
const SUSPECTS = 4;
// What is worth telling, in points or in parts of a win: less a search may mistake.
const MIN_POINTS = 0.5;
const MIN_SHARE = 0.1;
// What is worth a question before the move is played.
const MUCH_POINTS = 4;
const MUCH_SHARE = 0.3;
// The nodes with which the worst move is looked for: at all of a player's, then at some.
const GLANCE = { points: 3_000, played: 300 };
const LOOK = { points: 60_000, played: 4_000 };

const MAX_KNOWN = 2000; // positions
/** @type {Map<string, Lines>} what was found, so that a coach and a later review say the same */
const known = new Map();

/** Judges the moves of one game; what it has searched is remembered. */
export class Judge {
  /** @param {State} end the state after the last move @param {Analyst} analyst */
  constructor(end, analyst) {
    this.analyst = analyst;
    this.game = end.game;
    this.points = Boolean(end.game.manifest.points) && end.game.has("evaluate");
    this.hides = end.game.has("observe");
    this.states = statesOf(end);
    this.moves = end.moveTexts;
    this.start = JSON.stringify([this.game.id, this.game.options, this.states[0].text]);
  }

  /** How many steps a whole review has. */
  get total() {
    return this.moves.length + 2 * SUSPECTS * this.game.manifest.players;
  }

  /**
   * Judge all moves, the last first, then those that look worst again. Yields after each step what
   * is known so far, by ply.
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Map<number, Judged>, void, undefined>}
   */
  async *review(signal) {
    /** @type {Map<number, Judged>} */
    const judged = new Map();
    for (let at = this.moves.length - 1; at >= 0 && !signal.aborted; at--) {
      const found = await this.#weigh(at, (state) => this.#lines(state, 1, signal));
      if (signal.aborted) return;
      judged.set(at + 1, found);
      yield judged;
    }
    for (const ply of suspects(judged, this.game.manifest.players)) {
      const found = await this.#weigh(ply - 1, (state) => this.#lines(state, HARDER, signal));
      if (signal.aborted) return;
      judged.set(ply, found);
      yield judged;
    }
  }

  /**
   * The moves that cost more than a search mistakes, the worst first.
   * @param {Map<number, Judged>} judged
   */
  telling(judged) {
    return telling(judged, this.points);
  }

  /** Whether a cost is more than a search mistakes. @param {{ cost: number }} one */
  isTelling(one) {
    return isTelling(one, this.points);
  }

  /**
   * Whether a cost is so much that a player would want to be asked first.
   * @param {{ cost: number }} one
   */
  isMuch({ cost }) {
    return cost >= (this.points ? MUCH_POINTS : MUCH_SHARE);
  }

  /**
   * What a move would have cost that was not played, looked at as long as the one that was.
   * @param {number} ply of the move that was played, from 1 @param {string} move
   * @param {AbortSignal} signal @param {number} [times] how much longer to look
   * @returns {Promise<Tried>}
   */
  async tried(ply, move, signal, times = this.#known(this.states[ply - 1], HARDER) ? HARDER : 1) {
    const before = this.states[ply - 1];
    const lines = await this.#lines(before, times, signal);
    const best = this.#seen(lines[0]);
    const mine = lines.find((line) => line.move === move);
    if (mine && (this.hides || mine === lines[0])) return this.#costing(best, this.#seen(mine), before.player);
    const after = before.copy();
    after.play(move);
    return this.#costing(best, await this.#worthOf(after, (state) => this.#lines(state, times, signal)), before.player);
  }

  /**
   * Look at the last position, before it is known what is played there.
   * @param {AbortSignal} signal
   */
  async prepare(signal) {
    await this.#lines(this.states[this.moves.length], 1, signal);
  }

  /**
   * What a move in the last position would cost; what looks costly is looked at again, as in a review.
   * @param {string} move @param {AbortSignal} signal
   */
  async foreseen(move, signal) {
    const ply = this.states.length;
    const found = await this.tried(ply, move, signal);
    return signal.aborted || !this.isTelling(found) ? found : this.tried(ply, move, signal, HARDER);
  }

  /**
   * What follows best after a ply that was played, as far as that is known.
   * @param {number} ply
   * @returns {string[]}
   */
  answerTo(ply) {
    const lines = this.#known(this.states[ply], 1);
    return lines?.[0]?.pv ?? this.moves.slice(ply, ply + 1);
  }

  /**
   * A player's move that cost most, as `livestone try` finds it; null where none cost much, or it was stopped.
   * @param {number} seat @param {AbortSignal} signal
   */
  async costliest(seat, signal) {
    const plies = this.states.slice(0, -1).flatMap(({ player }, at) => (player === seat ? [at] : []));
    const weigh = async (/** @type {number[]} */ ats, /** @type {{ points: number, played: number }} */ { points, played }) => {
      const ask = this.#askWith(this.points ? points : played, signal);
      /** @type {Judged[]} */
      const found = [];
      for (const at of ats) if (!signal.aborted) found.push(await this.#weigh(at, ask));
      return found.sort((one, other) => other.cost - one.cost);
    };
    const glances = await weigh(plies, GLANCE);
    const [worst] = await weigh(glances.slice(0, SUSPECTS).map(({ ply }) => ply - 1), LOOK);
    return !signal.aborted && worst && this.isTelling(worst) ? worst : null;
  }

  /** Asks a search bounded by nodes alone, whose answers are kept. @param {number} nodes @param {AbortSignal} signal @returns {Ask} */
  #askWith(nodes, signal) {
    /** @type {Map<number, Lines>} */
    const kept = new Map();
    return async (state) => {
      let lines = kept.get(state.ply);
      if (!lines || !state.legalTexts.includes(lines[0].move)) {
        lines = [];
        for await (const report of this.analyst.think(state, { nodes }, { signal, isExact: true })) ({ lines } = report);
        kept.set(state.ply, lines);
      }
      return lines;
    };
  }

  /** @param {Worth} best @param {Worth} mine @param {number} mover @returns {Tried} */
  #costing(best, mine, mover) {
    return { ...mine, cost: Math.max(0, best.worth[mover] - mine.worth[mover]), proved: best.proved && mine.proved };
  }

  /**
   * What a move cost against the best.
   * @param {number} at its index @param {Ask} ask
   * @returns {Promise<Judged>}
   */
  async #weigh(at, ask) {
    const state = this.states[at];
    const move = this.moves[at];
    const mover = state.player;
    const judged = { ply: at + 1, mover, move };
    if (state.unsorted.length === 1) {
      const { worth, proved } = await this.#worthOf(state, ask);
      return { ...judged, better: move, line: [move], cost: 0, worth, proved, choice: false };
    }
    const lines = await ask(state);
    const [best] = lines;
    const seen = this.#seen(best);
    const found = { ...judged, better: best.move, line: best.pv, worth: seen.worth, choice: true };
    if (best.move === move) return { ...found, cost: 0, proved: seen.proved };
    // What others know would come in if the position after the move were asked as well.
    const mine = lines.find((line) => line.move === move) ?? lines[lines.length - 1];
    const got = this.hides ? this.#seen(mine) : await this.#worthOf(this.states[at + 1], ask);
    const cost = Math.max(0, seen.worth[mover] - got.worth[mover]);
    return { ...found, cost, proved: seen.proved && got.proved };
  }

  /**
   * What a state is worth with good play by everybody, from where there is a choice on.
   * @param {State} from @param {Ask} ask
   * @returns {Promise<Worth>}
   */
  async #worthOf(from, ask) {
    let state = from;
    while (!state.over && state.unsorted.length === 1) {
      state = state.copy();
      state.play(state.unsorted[0]);
    }
    return state.over ? this.#ended(state) : this.#seen((await ask(state))[0]);
  }

  /** @param {State} state @param {number} times */
  #keyOf(state, times) {
    return `${this.start} ${state.moveTexts.join(" ")} ${times}`;
  }

  /** What was found by looking so long, or longer. @param {State} state @param {number} times */
  #known(state, times) {
    return known.get(this.#keyOf(state, HARDER)) ?? (times === 1 ? known.get(this.#keyOf(state, 1)) : undefined);
  }

  /** @param {State} state @param {number} times @param {AbortSignal} signal */
  async #lines(state, times, signal) {
    const before = this.#known(state, times);
    if (before) return before;
    const found = await this.#asked(state, times, signal);
    if (!signal.aborted) known.set(this.#keyOf(state, times), found);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value ?? "");
    return found;
  }

  /** @param {State} state @param {number} times @param {AbortSignal} signal */
  async #asked(state, times, signal) {
    const nodes = (this.points ? NODES : NODES_PLAYED) * times;
    /** @type {Lines} */
    let lines = [];
    for await (const report of this.analyst.think(state, { nodes, seconds: SECONDS * times }, { signal })) ({ lines } = report);
    return lines;
  }

  /** @param {Lines[number]} line @returns {Worth} */
  #seen({ value, points, proved }) {
    return { worth: this.points && points ? leads(points) : value, value, points, proved };
  }

  /** @param {State} state @returns {Worth} */
  #ended(state) {
    const { players } = this.game.manifest;
    const winners = state.winners?.length ? state.winners : [...Array(players).keys()];
    const value = Array.from({ length: players }, (_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
    const points = this.game.manifest.points ? state.scores : null;
    return { worth: this.points ? leads(state.scores) : value, value, points, proved: true };
  }
}

/**
 * The moves that cost more than a search mistakes, the worst first.
 * @param {Map<number, Judged>} judged @param {boolean} points whether costs are in points
 */
export function telling(judged, points) {
  return [...judged.values()].filter((one) => isTelling(one, points)).sort((one, other) => other.cost - one.cost);
}

/** @param {{ cost: number }} one @param {boolean} points */
function isTelling({ cost }, points) {
  return cost >= (points ? MIN_POINTS : MIN_SHARE);
}

/** The states before each move, and after the last. @param {State} end */
function statesOf(end) {
  const found = [end];
  while (found[0].ply) {
    const before = found[0].copy();
    before.undo();
    found.unshift(before);
  }
  return found;
}

/** By how much each player is ahead of the best of the others. @param {number[]} points */
function leads(points) {
  return points.map((mine, seat) => mine - Math.max(...points.filter((_, other) => other !== seat)));
}

/**
 * The plies of each player that look worst.
 * @param {Map<number, Judged>} judged @param {number} players
 */
function suspects(judged, players) {
  const all = [...judged.values()].filter(({ cost }) => cost > 0).sort((one, other) => other.cost - one.cost);
  return Array.from({ length: players }, (_, seat) => all.filter(({ mover }) => mover === seat).slice(0, SUSPECTS))
    .flat()
    .map(({ ply }) => ply);
}
