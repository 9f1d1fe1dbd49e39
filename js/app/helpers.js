/** Who helps beside a game's table: a guide in a first game, and a coach. */

import { Coach } from "./coach.js";
import { isCoached, mayCoach } from "./coached.js";
import { readJson } from "./files.js";
import { Guide } from "./guide.js";
import { onlyPerson } from "./kept.js";

/** @typedef {import("./kept.js").Kept} Kept */
/** @typedef {import("../src/game.js").Game} Game */
/** @typedef {import("../src/state.js").State} State */
/** @typedef {import("../table/table.js").LivestoneTable} LivestoneTable */

/** The guide and the coach of one game, as far as there are any. */
export class Helpers {
  /** @param {number} person the seat of the only person @param {Guide | null} guide @param {Coach | null} coach */
  constructor(person, guide, coach) {
    this.person = person;
    this.guide = guide;
    this.coach = coach;
    this.seen = "";
  }

  /**
   * Those of a game, in the table's panel; call it before the table has a driver.
   * @param {LivestoneTable} table @param {Game} game @param {Kept} kept
   * @param {(change: Partial<Kept>) => void} keep
   */
  static async of(table, game, kept, keep) {
    const person = onlyPerson(kept.seats);
    if (person < 0 || kept.over) return null;
    const guide = kept.guide ? await guideOf(game, kept, keep) : null;
    const coach = mayCoach(game, kept) ? new Coach(game, table, isCoached(kept), (chosen) => keep({ coach: chosen })) : null;
    if (guide) {
      table.append(guide.element);
      table.addEventListener("livestone-impossible", () => guide.refused());
    }
    if (coach) table.append(coach.element);
    return new Helpers(person, guide, coach);
  }

  /** Look at the game as it stands. @param {import("../table/local.js").LocalDriver} driver */
  look(driver) {
    const { state, over } = driver;
    const mine = !over && state.player === this.person;
    if (this.coach) this.coach.element.hidden = over;
    const key = `${over} ${state.moveTexts.join(" ")}`;
    if (key === this.seen) return;
    this.seen = key;
    const now = state.copy(); // the game goes on in the other one
    this.coach?.look(mine ? now : null);
    if (mine || over) this.guide?.look(now, this.person);
  }

  /** @param {State} state @param {string} move */
  async consider(state, move) {
    return this.coach?.consider(state, move) ?? "";
  }

  close() {
    this.coach?.close();
  }
}

/** @param {Game} game @param {Kept} kept @param {(change: Partial<Kept>) => void} keep */
async function guideOf(game, kept, keep) {
  const { tips } = await readJson(`lessons/${game.id}.json`);
  return new Guide(tips, Boolean(game.manifest.points), kept.guide ?? [], kept.moves.length, (guide) => keep({ guide }));
}
