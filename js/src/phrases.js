/** Texts with places for sites, names and numbers: what games say, in the manifest's words. */

/** A place in a text: which number, and what it counts. */
export const PLACE = /\{(\d)(?::(\w+))?\}/g;
/** The form of tokens that are given one by one. */
export const PATH = -1;
/** The form of a move that is written as its one token. */
export const TOKEN = 1;
/** What is said of a game that is drawn by repetition. */
export const REPEATED = 4;

/** What the numbers in phrases stand for. */
export class Names {
  /**
   * @param {string[]} tokens sites, then named choices
   * @param {string[]} seats
   * @param {string[]} pieces
   * @param {number} wall
   */
  constructor(tokens, seats, pieces, wall) {
    this.tokens = tokens;
    this.seats = seats;
    this.pieces = pieces;
    this.wall = wall;
  }

  /** A text with its places filled. @param {string} text @param {ArrayLike<number>} numbers */
  render(text, numbers) {
    return text.replace(PLACE, (_, at, kind) => this.#fill(Number(at), kind, numbers));
  }

  /** @param {number} at @param {string | undefined} kind @param {ArrayLike<number>} numbers */
  #fill(at, kind, numbers) {
    const number = numbers[at];
    switch (kind) {
      case "player":
        return this.seats[number];
      case "number":
        return String(number);
      case "piece":
        return this.pieces[number - 1];
      case "sites": {
        const rest = Array.from(numbers).slice(at);
        const end = rest.indexOf(this.wall);
        const names = (end < 0 ? rest : rest.slice(0, end)).map((site) => this.tokens[site]);
        const last = names.pop() ?? "";
        return names.length ? `${names.join(", ")} and ${last}` : last;
      }
    }
    return this.tokens[number];
  }
}
