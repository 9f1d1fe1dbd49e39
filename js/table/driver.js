/**
 * What a table needs to show and play a game, whoever plays it: a page by itself or a server. The
 * names are those of the server's JSON API, with what its pictures need besides.
 */

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./drawing.js").Piece} Piece */
/** @typedef {import("./drawing.js").Shape} Shape */
/**
 * A line over the pieces, through points in the board's own measure.
 * @typedef {{ colour: string, points: [number, number][] }} Course
 */
/**
 * What stands on a board: for each site the number of its piece, 0 for none; lines over them.
 * @typedef {{ pieces: number[], courses: Course[] }} Standing
 */
/**
 * A picture of a position: also the marked sites, the other sides of the board by name, and the site
 * where the position itself says that the last piece was placed.
 * @typedef {Standing & { marks: number[], faces: Record<string, Standing>, last?: number }} Picture
 */
/** @typedef {{ names: string[], rows: number[][], centres: [number, number][], drawing: Drawing,
 *   zones: { name: string, sites: number[], spoken: boolean }[] }} BoardDescription */
/**
 * What a manifest says of a game, as far as a table needs it.
 * @typedef {{ id: string, title: string, points: boolean, unit: string, mark: string, stake: number,
 *   private: boolean, seats: { name: string, colour: string }[], pieces: Piece[],
 *   shapes: Record<string, Shape>, choices: Choice[], board: BoardDescription,
 *   faces: Record<string, BoardDescription>, sides?: string[] }} Description
 */
/** @typedef {{ token: string, label: string, note: string, turned?: string }} Choice */
/**
 * Who sits where: the game's names of the seat, and of who has it; the address of their profile, and
 * their rating before the game, and now.
 * @typedef {{ index: number, player: string, colour: string, kind: "person" | "bot" | "open",
 *   name: string, is_me: boolean, level: number | null, level_name: string, account?: string,
 *   profile?: string, rating?: { before: number, now: number } }} Seat
 */
/** @typedef {{ number: number, text: string, seconds?: number | null, comment?: string, note?: string }} Ply */
/** @typedef {{ number: number, mover: number, plies: Ply[] }} Turn */
/** @typedef {{ seat: number, seconds: number, limit: number, hint?: boolean }} Thinking */
/** @typedef {{ kind: string, seat: number, mine: boolean, answered: boolean, refused: boolean }} Offer */
/** @typedef {{ seats: { seconds: number, periods: number, in_period: boolean }[],
 *   running: number | null, paused: boolean, away: boolean, abort: number | null }} Clock */
/**
 * A game as one viewer may see it after `ply` of its `last_ply` plies. `winners` and `mover` are
 * those of the present, `scores` and the `picture` those of the position shown. `steps` are the
 * tokens of each ply up to the one shown, `recent` the ply after which everything is new to the
 * viewer. A clock shows what it did at `arrived`, by `performance.now()`. `said` is the sentence
 * beside the board where whoever keeps the game writes it; `numbered` boards show on each piece the
 * ply that brought it there; `signs` are drawn over the board. The game is a draw after `max_plies`,
 * if that is set. `present` are the
 * seats of those who are at the table, null where nobody waits for others; `claim` are the seconds until
 * the game may be claimed if the one to move stays away.
 * @typedef {{ id: string, status: "waiting" | "running" | "finished", seats: Seat[],
 *   result: string, reason: string, ended_by?: number | null, ending?: string,
 *   scores: number[], tally: string[],
 *   winners: number[] | null, mover: number | null, my_turn: boolean, viewer: number | null,
 *   ply: number, last_ply: number, version: number, legal: string[],
 *   paths: Record<string, string[]>, picture: Picture, steps: string[][], recent: number,
 *   text: string, turns: Turn[], prompt: string, so_far: string[], thinking: Thinking | null,
 *   trouble: string, curtain: number | null, onlooker: boolean, options: string,
 *   takeback: { seat: number, ply: number, mine: boolean, answered: boolean } | null,
 *   rematch: string | null, clock: Clock | null, control?: { bonus: number, warn: number },
 *   arrived?: number, offers: Offer[], signs?: import("./signs.js").Sign[], example?: string,
 *   plan: { lines: string[][] } | null, can: Record<string, boolean>, said?: string,
 *   numbered?: boolean, max_plies?: number, present?: number[] | null, claim?: number | null }} Snapshot
 */
/** @typedef {{ move: string, path: string[], words?: string }} Hint */
/**
 * A way on: the `main` one is a coloured button, those `beside` it are buttons too, others links.
 * @typedef {{ label: string, href?: string, act?: () => void, main?: boolean, beside?: boolean,
 *   save?: boolean | string }} Link
 */
/**
 * A driver: whoever plays it, it shows snapshots and takes what a person does. What it cannot do
 * it refuses by throwing an error with a sentence; a move that it asks about first, by throwing a
 * `Doubt`, it plays when told to be `sure`. `change` does anything else by name: `undo`,
 * `resign`, `abort`, `draw`, `pause`, `resume`, `claim`, `rematch`, `look`, `answer`, `plan`.
 * @typedef {{
 *   description: Description,
 *   snapshot: (ply?: number) => Snapshot | Promise<Snapshot>,
 *   subscribe: (listener: (told?: { thinking?: Thinking | null }) => void) => () => void,
 *   play: (move: string, ply: number, sure?: boolean) => Promise<void>,
 *   refusal: (text: string) => string | Promise<string>,
 *   hint: () => Promise<Hint>,
 *   change: (what: string, details?: any) => Promise<void>,
 *   links: (snapshot: Snapshot) => Link[],
 *   preview?: (move: string) => number[] | Promise<number[]>,
 *   retry?: () => void,
 *   close: () => void,
 * }} Driver
 */
export {};
