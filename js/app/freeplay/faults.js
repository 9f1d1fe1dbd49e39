/** The last fault of each program, for those who may see it: its owner, and who runs the tournaments. */

import { Part, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { whenText } from "../game_list.js";
import { read } from "../net/api.js";
import { to } from "../routes.js";
import { section } from "./scoreboard.js";

/** @typedef {{ player: string, at: number, text: string, game: string | null }} Fault */

/** Shows the faults; nothing where there are none. */
export class Faults {
  #part = new Part(h("div", { class: "part", hidden: true }));

  get element() {
    return this.#part.element;
  }

  /** Read them again. */
  async update() {
    const faults = await read("/freeplay/faults");
    this.#part.show(faults, () => faults.length ? [section("faults", t("Last faults of programs"), "", ...faults.map(shown))] : []);
  }
}

/** @param {Fault} fault */
function shown({ player, at, text, game }) {
  const [first, ...more] = text.split("\n");
  return h("details", { class: "fault" },
    h("summary", {}, h("b", {}, player), " ", h("span", { class: "soft small" }, whenText(at)), h("span", { class: "what" }, ` ${first}`)),
    h("pre", { tabindex: 0 }, more.join("\n")),
    game && h("p", {}, h("a", { href: to("freeplaygame", { id: game }) }, t("To the game"))));
}
