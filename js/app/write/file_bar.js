/** The learner's file: kept in this browser, saved and opened, and sent by a link that holds it. */

import { button, h } from "../../table/dom.js";
import { t } from "../../table/words.js";
import { pack, unpack } from "../links.js";
import { read, send } from "../net/api.js";
import { alone, replace, server, to } from "../routes.js";
import { save } from "../saving.js";
import { fileName, isOfCells } from "./starter.js";

const KEY = "livestone-player";
const MAX_LETTERS = 200_000;
const MAX_LINK = 30_000; // letters that a chat takes

/** The name by which the file for a game is kept. @param {import("../../src/game.js").Game} game */
function keyOf(game) {
  return isOfCells(game) ? KEY : `${KEY}-${game.id}`;
}

/** The file for a game as it was left, null where there is none. @param {import("../../src/game.js").Game} game */
export function keptText(game) {
  try {
    return localStorage.getItem(keyOf(game));
  } catch {
    return null;
  }
}

export class FileBar {
  /**
   * @param {{ text: string }} editor @param {string} starter @param {import("../../src/game.js").Game} game
   * @param {Record<string, string>} address the fields of the page's address
   * @param {(words: string, isWrong?: boolean) => void} say
   */
  constructor(editor, starter, game, address, say) {
    this.editor = editor;
    this.starter = starter;
    this.game = game;
    this.address = address;
    this.say = say;
    /** Whether somebody else has written it, and whether it may run. */
    this.isForeign = false;
    this.isTrusted = true;
    this.input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".py,text/x-python", hidden: true, onchange: () => this.#upload() }));
    this.notice = h("p", { class: "notice", hidden: true },
      t("This file came with a link; yours is kept."), " ",
      button(t("Back to mine"), () => this.#back()), " ",
      button(t("Keep this one as mine"), () => this.#adopt()));
    this.element = h("div", {}, this.notice, h("div", { class: "tools" },
      button(t("Download"), () => save(fileName(game), editor.text, "text/x-python")),
      button(t("Open a file…"), () => this.input.click()),
      button(t("Copy a link"), () => this.#link()),
      button(t("Start over"), () => this.#put(starter)), this.input));
    if (server !== undefined && !alone) this.#offerClasses();
  }

  /** A button for each class in which one is a student. */
  async #offerClasses() {
    const classes = await read("/classes").catch(() => []);
    const students = classes.filter(({ teacher }) => !teacher);
    this.element.append(...students.map(({ id, name }) => h("div", { class: "tools" },
      button(t("Hand in to {name}", { name }), () => this.#handIn(id)), h("a", { href: to("class", { id }) }, t("How it plays")))));
  }

  /** @param {string} id of a class */
  async #handIn(id) {
    if (this.isForeign) return this.say(t("This file came with a link: keep it as yours first."), true);
    try {
      const { version } = await send(/** @type {"/classes/x/versions"} */ (`/classes/${id}/versions`), { text: this.editor.text });
      this.say(t("Version {version} is handed in, and plays from now on.", { version }));
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Keep what has been written, unless it came with a link. */
  changed() {
    if (this.isForeign) return;
    try {
      localStorage.setItem(keyOf(this.game), this.editor.text);
    } catch {
      this.say(t("This browser keeps nothing: download your file before you leave."), true);
    }
  }

  /** Open the file that a link holds. @param {string} packed */
  async openLink(packed) {
    const text = await unpack(packed);
    if (text === this.editor.text) return;
    this.isForeign = true;
    this.isTrusted = false;
    this.notice.hidden = false;
    this.editor.text = text;
  }

  /** Whether the file may run: a stranger's is asked about once. */
  async mayRun() {
    this.isTrusted ||= await asked(
      t("Somebody else wrote this file. It runs shut off from your account, your files and the network, and Stop ends it. Run it?"), t("Run it"));
    return this.isTrusted;
  }

  #back() {
    this.#own(true);
    this.editor.text = keptText(this.game) ?? this.starter;
  }

  #adopt() {
    this.#own(this.isTrusted);
    this.changed();
  }

  /** @param {boolean} isTrusted */
  #own(isTrusted) {
    this.isForeign = false;
    this.isTrusted = isTrusted;
    this.notice.hidden = true;
    replace(to("write", this.address));
  }

  /** @param {string} text */
  #put(text) {
    this.#own(true);
    this.editor.text = text; // which can be undone
  }

  async #upload() {
    const [file] = this.input.files ?? [];
    this.input.value = "";
    if (!file) return;
    if (file.size > MAX_LETTERS) return this.say(t("{name} is too long for a player.", { name: file.name }), true);
    this.#put(await file.text());
  }

  async #link() {
    const address = new URL(to("write", { ...this.address, file: await pack(this.editor.text) }), location.href.split("#")[0]).href;
    if (address.length > MAX_LINK) return this.say(t("The file is too long for a link: download it."), true);
    try {
      await navigator.clipboard.writeText(address);
      this.say(t("Copied: who opens the link has your file as it is now."));
    } catch {
      replace(address);
      this.say(t("The link is in the address bar: copy it there."));
    }
  }
}

/** Whether a question is answered with yes. @param {string} question @param {string} yes @returns {Promise<boolean>} */
function asked(question, yes) {
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": yes, onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    } },
    h("p", {}, question),
    h("div", { class: "buttons" }, button(yes, () => dialog.close("yes"), { class: "main" }), button(t("Do not run it"), () => dialog.close("")))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
