/** What whole turns would bring, by the rules alone: who could win, or gain most, on the next turn. */

/** @typedef {import("../src/state.js").State} State */
/** @typedef {{ moves: string[], last: string[], after: State }} Turn `last` is its last ply's path */
/**
 * What another player could do on the next turn: win, or gain so many points, by a turn that ends
 * on one of the sites. It is `standing` where that is so after most turns of the player to move.
 * @typedef {{ player: number, wins: boolean, gain: number, sites: string[], standing: boolean }} Threat
 */

// How many plies are tried for one answer, how long at a time, and how many sites are worth naming.
const PLIES = 6000;
const SLICE = 6; // milliseconds
const MAX_SITES = 5;

/** Counts plies; whoever spends lets the page go on in between, and stops when it is called off. */
export class Budget {
  /** @param {AbortSignal} [signal] @param {number} [plies] */
  constructor(signal, plies = PLIES) {
    this.signal = signal;
    this.left = plies;
    this.rested = performance.now();
  }

  /** Whether one more ply may be tried. */
  spend() {
    this.left -= 1;
    return this.left >= 0 && !this.signal?.aborted;
  }

  /** Let everything else that waits have its turn, now and then. */
  async rest() {
    if (performance.now() - this.rested < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.rested = performance.now();
  }
}

/**
 * All whole turns from a state, as far as the budget goes.
 * @param {State} state @param {Budget} budget
 * @returns {AsyncGenerator<Turn, void, undefined>}
 */
export async function* turnsOf(state, budget) {
  /** @type {{ moves: string[], at: State }[]} */
  const waiting = [{ moves: [], at: state }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const move of next.at.unsorted) {
      if (!budget.spend()) return;
      await budget.rest();
      const after = next.at.copy();
      after.play(move);
      const played = after.played[after.ply - 1];
      const moves = [...next.moves, state.game.text(move)];
      if (after.over || after.turn !== state.turn) yield { moves, last: played.path, after };
      else waiting.push({ moves, at: after });
    }
  }
}

/** Whether another player has won. @param {State} state @param {number} player */
export function isLost(state, player) {
  const { winners } = state;
  return Boolean(winners?.length && !winners.includes(player));
}

/**
 * Who wins at once after a state, by any turn of whoever moves there; null for nobody, or where
 * the player who asks moves again.
 * @param {State} state @param {number} player who asks @param {Budget} budget
 */
export async function winnerAfter(state, player, budget) {
  if (state.over || state.player === player) return null;
  for await (const { after } of turnsOf(state, budget)) {
    if (isLost(after, player)) return state.player;
  }
  return null;
}

/** Whether the player to move can win on this turn. @param {State} state @param {Budget} budget */
export async function canWin(state, budget) {
  for await (const { after } of turnsOf(state, budget)) {
    if (after.winners?.includes(state.player)) return true;
  }
  return false;
}

/**
 * What the next player could do after any turn of the player to move: win, or else gain most. Null
 * where there is nothing, or too much to be of use.
 * @param {State} state @param {Budget} budget
 * @returns {Promise<Threat | null>}
 */
export async function threatTo(state, budget) {
  const found = new Findings(state.player);
  for await (const mine of turnsOf(state, budget)) {
    if (mine.after.over || mine.after.player === state.player) continue;
    found.begin();
    for await (const reply of turnsOf(mine.after, budget)) found.add(mine.after, reply);
  }
  return budget.signal?.aborted ? null : found.threat;
}

/** Collects what replies do, by the site that they end on. */
class Findings {
  /** @param {number} player who is threatened */
  constructor(player) {
    this.player = player;
    this.turns = 0;
    this.wins = false;
    this.gain = 0;
    this.other = -1;
    /** @type {Map<string, Set<number>>} after which turns, by site */
    this.sites = new Map();
  }

  /** Another turn of the player is answered from now on. */
  begin() {
    this.turns += 1;
  }

  /** @param {State} before @param {Turn} reply */
  add(before, { last, after }) {
    const { player: other, game } = before;
    const wins = isLost(after, this.player) && Boolean(after.winners?.includes(other));
    const gain = game.manifest.points ? after.scores[other] - before.scores[other] : 0;
    if (!wins && (this.wins || gain <= 0 || gain < this.gain)) return;
    if ((wins && !this.wins) || gain > this.gain) this.sites.clear();
    this.wins ||= wins;
    this.gain = wins ? 0 : gain;
    this.other = other;
    const site = last.findLast((token) => game.sites.has(token));
    if (!site) return;
    const turns = this.sites.get(site) ?? new Set();
    this.sites.set(site, turns.add(this.turns));
  }

  /** @returns {Threat | null} */
  get threat() {
    let sites = [...this.sites.keys()];
    if (sites.length > MAX_SITES) sites = sites.filter((site) => 2 * (this.sites.get(site)?.size ?? 0) > this.turns);
    if (!sites.length || sites.length > MAX_SITES) return null;
    const after = new Set(sites.flatMap((site) => [...(this.sites.get(site) ?? [])]));
    const standing = 2 * after.size > this.turns;
    return { player: this.other, wins: this.wins, gain: this.gain, sites: sites.sort(), standing };
  }
}
