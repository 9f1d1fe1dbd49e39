/** Help: how to play here, what is kept where, and what to do when something goes wrong. */

import { button, h } from "../table/dom.js";
import { showKeys } from "../table/keys.js";
import { t } from "../table/words.js";
import { server } from "./routes.js";

/** @type {import("./page.js").Show} */
export function help() {
  const main = h("main", { class: "page narrow" },
    h("header", {}, h("h1", {}, t("Help"))),
    h("div", { class: "prose" },
      ...part(t("Playing"),
        t("Choose a game and press Play: you play at once, against a bot. Your first game of a kind is against level 1, which most people can beat; after each game one press makes the opponent stronger or weaker."),
        t("Where you may play is marked on the board. Press a place to put a piece there; to move a piece, press it, then where it goes. A press that cannot be played says why. You may also type a move."),
        t("Hint shows a good move, Undo takes back your last one.")),
      ...part(t("Learning"),
        t("The lessons of a game ask you for one turn after the other on the board; they stand on its card and on its rules page. They lead to a first game with a guide."),
        t("In your first two games of a kind a coach asks before a bad move is played, and marks what your opponent could do. Switch it beside the board, or under Settings."),
        t("Puzzles are positions in which one move is proved to be better than all others. The bot plays on against a wrong move. Everybody has the same puzzle of the day.")),
      ...part(t("People at one screen"),
        t("Under Set up, choose “Another person here” for a seat. Where a game has secrets, the board is hidden until the screen has been handed over.")),
      ...part(t("After a game"),
        t("“Why?” lets the engine go through the game, and asks you for something better where a move cost most. Show all turns tells what each move cost. The analysis board lets you try variations."),
        t("Share or save gives a link that carries the whole game, its text, and pictures. No server keeps it: the game is in the link itself.")),
      ...part(t("What is kept"),
        server === undefined
          ? t("Games and settings are kept in this browser, on this device, and nowhere else. Clearing the browser’s data deletes them: My games saves them as files, and reads them again.")
          : t("Games are kept in this browser and, when you are logged in, on the server after every move: then you can go on with them on any device. Settings and what you have learned are kept in this browser."),
        t("Once opened, everything works without a network. Your browser may offer to install these pages as an app.")),
      ...part(t("By keyboard and screen reader"),
        t("Every place of a board can be reached with the arrow keys and played with Enter. What happens is said as well as shown. Press ? at any time for the list of keys.")),
      h("p", {}, button(t("Show the keys"), showKeys)),
      ...part(t("If something goes wrong"),
        t("If a bot stops, press Try again beside the board. If pages look odd, load them again: a game that runs is kept after every move."))),
  );
  return { title: t("Help"), main };
}

/** @param {string} title @param {...string} paragraphs */
function part(title, ...paragraphs) {
  return [h("h2", {}, title), ...paragraphs.map((text) => h("p", {}, text))];
}
