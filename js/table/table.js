/** `<livestone-table>`: a board, the players, what happens, the moves, and what may be done. */

import { actionButtons, asksFirst, confirmBox, linkElement } from "./actions.js";
import { noteNodes, readNote } from "./annotations.js";
import { LivestoneBoard } from "./board.js";
import { choiceButtons } from "./choices.js";
import { Clocks } from "./clocks.js";
import { button, h } from "./dom.js";
import { Input } from "./input.js";
import { Keyboard } from "./keyboard.js";
import { showKeys } from "./keys.js";
import { layout } from "./layout.js";
import { LIST_KEYS, MoveTable, plyAfter, stepButtons } from "./moves.js";
import { isByNumbers, isOffered, speakOf, written } from "./notation.js";
import { curtainCard, offerBoxes } from "./offers.js";
import { get, set, subscribe } from "./preferences.js";
import { hasLeft, seatLines } from "./seats.js";
import { hasOthers, news, premove, status } from "./sentences.js";
import { Memory, arrivals, lastSites, planTokens, sideOf, soundOf, stateOf } from "./shown.js";
import { Settling } from "./settling.js";
import { language, t } from "./words.js";

/** @typedef {import("./driver.js").Driver} Driver */
/** @typedef {import("./driver.js").Snapshot} Snapshot */

/** A table; it shows what its driver says and tells the driver what a person does. */
export class LivestoneTable extends HTMLElement {
  static observedAttributes = ["game"];

  /** @type {Driver | null} */
  #driver = null;
  /** @type {Snapshot | null} */
  #shown = null;
  /** @type {(() => void)[]} */
  #ends = [];
  /** @type {number | null} the ply to look at, null for the present */
  #ply = null;
  #face = "";
  /** @type {boolean | null} whether the person has turned the board */
  #turned = null;
  /** @type {import("./how_to_play.js").HowToPlay | null} help beside the board; set it before a driver */
  howToPlay = null;
  /** @type {Record<string, import("./dom.js").Part>} */
  #parts = {};
  #moves = /** @type {MoveTable | null} */ (null);
  #input = new Input(this, { show: () => this.#show(), showOffers: () => this.#showOffers(), parts: () => this.#parts });
  #memory = new Memory();
  /** @type {HTMLElement} where its parts stand: the table itself, unless it is isolated */
  root = this;
  #keyboard = new Keyboard(this, { step: (event) => this.#listKey(event), escape: () => this.#escape(), help: () => showKeys(this.root) });
  #settling = new Settling(() => this.root, ".actions button, .actions summary, .offers button, .choices button");

  constructor() {
    super();
    this.board = /** @type {LivestoneBoard} */ (document.createElement("livestone-board"));
  }

  /** The driver that plays the game; giving one shows it. */
  get driver() {
    return this.#driver;
  }

  /** @param {Driver | null} driver */
  set driver(driver) {
    this.#leave();
    this.#driver = driver;
    this.#input.forget();
    this.#shown = null;
    this.#ply = this.#turned = null;
    this.#face = "";
    this.#input.hint = [];
    if (!driver) return;
    speakOf(driver.description.board);
    if (!this.#parts.seats) this.#build();
    this.#listen();
  }

  /**
   * Stand in a shadow root, where no style of the page reaches; before there is a driver.
   * @param {string} styles the address of the table's own
   */
  isolate(styles) {
    const inner = (this.root = h("div", { class: "livestone-table", lang: language(), hidden: true }));
    const link = h("link", { rel: "stylesheet", href: styles, onload: () => (inner.hidden = false), onerror: () => (inner.hidden = false) });
    this.attachShadow({ mode: "open" }).append(link, inner);
  }

  connectedCallback() {
    this.#keyboard.listen();
    this.#listen();
    this.attributeChangedCallback();
  }

  /** Whoever embeds tables hears of one that is there, or has got a game. */
  attributeChangedCallback() {
    this.dispatchEvent(new CustomEvent("livestone-connected", { bubbles: true, composed: true }));
  }

  /** Hear what the driver tells, if nothing is heard yet: a table may be moved, or come back. */
  #listen() {
    const driver = this.#driver;
    if (!driver || this.#ends.length) return;
    this.#ends = [driver.subscribe((told) => this.#heard(told)), subscribe(() => this.#redraw())];
    this.refresh();
  }

  disconnectedCallback() {
    this.#keyboard.leave();
    this.#leave();
  }

  #leave() {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#clocks?.wind(null);
  }

  /** @type {Clocks | null} */
  #clocks = null;

  /** Ask the driver what is to be seen, and show it. */
  async refresh() {
    const driver = this.#driver;
    if (!driver) return;
    const wanted = this.#ply ?? undefined;
    const found = driver.snapshot(wanted);
    const shown = found instanceof Promise ? await found : found;
    if (driver !== this.#driver || wanted !== (this.#ply ?? undefined)) return;
    const before = this.#shown;
    if (before && shown.version < before.version) return;
    this.#shown = shown;
    this.#show(before);
  }

  get shown() {
    return this.#shown;
  }

  /** What a program said at the move that led to the position shown. */
  get #note() {
    const { turns = [], ply } = this.#shown ?? {};
    return turns.flatMap(({ plies }) => plies).find(({ number }) => number === ply)?.note ?? "";
  }

  /** Look at an earlier position, or at the present one. @param {number | null} ply */
  goTo(ply) {
    this.#ply = ply === null || ply >= (this.#shown?.last_ply ?? 0) ? null : Math.max(0, ply);
    this.#input.hint = [];
    return this.refresh();
  }

  /** @param {{ thinking?: import("./driver.js").Thinking | null }} [told] */
  #heard(told) {
    if (told && "thinking" in told) this.#showThinking(told.thinking ?? null);
    else this.refresh();
  }

  #build() {
    const beside = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("[data-beside]")]);
    this.#moves = new MoveTable((ply) => this.goTo(ply), (event) => this.#listKey(event));
    const { nodes, parts } = layout({ board: this.board, list: this.#moves.element, beside, help: this.howToPlay?.element ?? null, onsubmit: (event) => this.#input.typed(event) });
    this.#parts = parts;
    this.root.replaceChildren(...nodes);
    const { root } = this;
    const tick = this.#one(".ticking");
    this.#clocks = new Clocks(this.root, (text) => (tick.textContent = text));
    root.addEventListener("livestone-drawn", () => this.#showLinks());
    this.board.pen.tell = (text) => this.tell(text);
    this.#input.listen(root);
    root.addEventListener("livestone-time-up", () => this.#driver?.retry?.()); // only the server knows what follows
    root.addEventListener("focus-lost", () => this.#one(".status").focus({ preventScroll: true }));
  }

  /** @param {string} selector @returns {HTMLElement} */
  #one(selector) {
    return /** @type {HTMLElement} */ (this.root.querySelector(selector));
  }

  /** @param {Snapshot | null} [before] what was shown last; pieces move from there */
  #show(before) {
    const [driver, shown] = [this.#driver, this.#shown];
    if (!driver || !shown) return;
    const game = driver.description;
    const { doubt } = this.#input;
    if (doubt && (doubt.ply !== shown.last_ply || shown.status !== "running")) this.#input.forget();
    this.dataset.state = stateOf(shown);
    this.dataset.ply = String(shown.ply);
    this.dataset.last = String(shown.last_ply);
    this.dataset.version = String(shown.version);
    this.#showBoard(before ?? null);
    this.#parts.title.show([game.title, shown.options, shown.id], () => [
      h("h1", {}, t(game.title), " ", h("span", { class: "soft small" }, shown.options)),
    ]);
    const turned = Boolean(this.board.shown.turned);
    this.#parts.seats.show([shown.seats, shown.scores, shown.tally, shown.mover, shown.ply, shown.clock, shown.winners, shown.present, turned], () => seatLines(shown, game, turned));
    const said = this.#one(".said");
    const sentence = status(shown, game);
    const heard = news(shown, game);
    if (said.dataset.text !== `${heard} ${sentence}`) {
      said.dataset.text = `${heard} ${sentence}`;
      said.replaceChildren(h("span", { class: "unseen" }, `${heard} `), sentence);
    }
    this.#showThinking(shown.thinking);
    if (shown.trouble || !this.board.given.length) this.tell(shown.trouble, true);
    this.#showPanel(driver, shown);
    this.#clocks?.wind(shown);
    this.#settling.look();
    if (before && before.version !== shown.version) soundOf(before, shown);
    if (before?.present && shown.present) this.#tellOf(before, shown);
    // How it has ended is seen wherever the panel was scrolled to.
    if (before?.status === "running" && shown.status === "finished") {
      this.howToPlay?.close();
      this.#one(".status").scrollIntoView({ block: "nearest" });
    }
    if (!before && !shown.onlooker && shown.status === "running" && !shown.clock) this.howToPlay?.greet(shown.id);
    this.dispatchEvent(new CustomEvent("livestone-shown", { detail: shown }));
  }

  /** Say to people who listen who has left, or is back. @param {Snapshot} before @param {Snapshot} shown */
  #tellOf(before, shown) {
    const news = shown.seats.flatMap(({ name }, seat) => {
      const left = hasLeft(shown, seat);
      return left === hasLeft(before, seat) ? [] : [left ? t("{name} has left the table.", { name }) : t("{name} is back.", { name })];
    });
    if (news.length) this.#one(".ticking").textContent = news.join(" ");
  }

  /** Show all of it again: a person has chosen something. */
  #redraw() {
    this.#moves?.forget();
    this.refresh();
  }

  /** @param {Driver} driver @param {Snapshot} shown */
  #showPanel(driver, shown) {
    const play = (/** @type {string} */ move) => this.#input.play(move);
    const live = shown.ply === shown.last_ply;
    const game = driver.description;
    if (!this.board.given.length) this.#parts.path.show([], () => []);
    this.#parts.choices.show(live ? shown.paths : {}, () => (live ? choiceButtons(shown, game, play) : []));
    this.#showOffers();
    this.#parts.curtain.show([shown.curtain, live], () => (live ? curtainCard(shown, () => this.change("look")) : []));
    const links = driver.links(shown);
    const main = links.filter((link) => link.main || link.beside);
    const form = /** @type {HTMLFormElement} */ (this.#one("form.type"));
    const plans = Boolean(shown.can.plan);
    form.hidden = !live || shown.status !== "running" || shown.curtain !== null || !(shown.my_turn || plans);
    const example = shown.example ?? shown.legal[0] ?? "";
    /** @type {HTMLInputElement} */ (form.elements.namedItem("move")).placeholder = written(example);
    this.#parts.actions.show([shown.status, shown.can, live, shown.picture.faces && Object.keys(shown.picture.faces), this.#face, shown.offers, main], () =>
      actionButtons(shown, main, this.#face, {
        change: (what) => this.change(what),
        hint: () => this.#input.askHint(),
        now: () => this.goTo(null),
        turn: (face) => this.#turnOver(face),
      }),
    );
    this.#parts.steps.show([shown.ply, shown.last_ply], () => stepButtons(shown, (ply) => this.goTo(ply)));
    this.#moves?.show(shown);
    const text = this.#note;
    this.#parts.note.show([text, isByNumbers()], () => (text ? noteNodes(readNote(text)) : []));
    this.#showLinks();
    this.#parts.confirm.show([asksFirst(shown), form.hidden], () => [!form.hidden && hasOthers(shown) && confirmBox(asksFirst(shown))]);
  }

  /** The smaller ways on, and what the board can do. */
  #showLinks() {
    const [driver, shown] = [this.#driver, this.#shown];
    if (!driver || !shown) return;
    const others = driver.links(shown).filter((link) => !link.main && !link.beside);
    const { pen } = this.board;
    this.#parts.links.show([shown.status, shown.last_ply > 0, shown.ply === shown.last_ply, others, get("sounds"), isOffered(), isByNumbers(), pen.down, pen.marks.length > 0], () => [
      ...others.map(linkElement),
      button(t("Turn the board round"), () => this.turnRound(), { class: "link", "data-focus": "turn" }),
      isOffered() && button(isByNumbers() ? t("Name cells by letters") : t("Name cells by x and y"), () => set("notation", isByNumbers() ? "letters" : "xy"), { class: "link", "data-focus": "notation" }),
      button(t("Draw on the board"), () => pen.toggle(), { class: "link", "aria-pressed": String(pen.down), "data-focus": "draw" }),
      pen.marks.length > 0 && button(t("Remove all marks"), () => pen.clear(), { class: "link", "data-focus": "remove-marks" }),
      button(t("Keys"), () => showKeys(this.root), { class: "link", "data-focus": "keys" }),
    ]);
  }

  #showOffers() {
    const shown = this.#shown;
    if (!shown) return;
    const live = shown.ply === shown.last_ply;
    this.#parts.offers.show([shown.offers, shown.takeback, shown.clock?.paused, shown.claim && shown.claim > 0, shown.mover, shown.plan, live, this.#input.doubt], () => [
      ...this.#input.question,
      ...offerBoxes(shown, (what, details) => this.change(what, details)),
    ]);
  }

  /** @param {Snapshot | null} before */
  #showBoard(before) {
    const [driver, shown] = [this.#driver, this.#shown];
    if (!driver || !shown) return;
    const live = shown.ply === shown.last_ply;
    const steps = before && before.id === shown.id && before.ply <= shown.ply ? shown.steps.slice(before.ply) : [];
    const planning = live && !shown.my_turn && Boolean(shown.can.plan);
    const { names } = driver.description.board;
    const turned = this.#turned ?? sideOf(driver.description, shown);
    if (this.howToPlay) this.howToPlay.turned.hidden = !turned;
    this.board.show(driver.description, {
      picture: shown.picture,
      signs: shown.signs,
      note: this.#note ? readNote(this.#note) : null,
      numbers: shown.numbered ? arrivals(shown) : undefined,
      last: [...lastSites(shown, names), ...this.#memory.changed(shown, names)],
      paths: live ? shown.paths : {},
      playable: live && shown.my_turn && !this.#input.busy,
      planning,
      plans: planTokens(shown),
      planned: planning ? premove(shown).split(" ").filter(Boolean) : [],
      hint: this.#input.hint,
      face: this.#face,
      turned,
      colour: shown.my_turn ? shown.seats[shown.mover ?? 0].colour : "",
      steps,
      title: `${t(driver.description.title)}, ${status(shown, driver.description)}`,
      asks: asksFirst(shown),
    });
  }

  /** @param {import("./driver.js").Thinking | null} thinking */
  #showThinking(thinking) {
    const bar = /** @type {HTMLProgressElement} */ (this.#one("progress"));
    const shown = this.#shown;
    const bot = shown?.status === "running" && shown.mover !== null && shown.seats[shown.mover].kind === "bot";
    bar.hidden = !thinking && !(bot && shown?.ply === shown?.last_ply && !shown?.trouble);
    if (thinking?.limit) bar.value = Math.min(1, thinking.seconds / thinking.limit);
    else bar.removeAttribute("value");
  }

  /** @param {string} face */
  #turnOver(face) {
    this.#face = face;
    this.#show();
  }

  /** Turn the board by half a turn. */
  turnRound() {
    const [driver, shown] = [this.#driver, this.#shown];
    if (!driver || !shown) return;
    this.#turned = !(this.#turned ?? sideOf(driver.description, shown));
    this.#show();
  }

  /**
   * Have something done by name, and show what came of it.
   * @param {string} what @param {any} [details]
   */
  async change(what, details) {
    this.#input.hint = [];
    this.tell("");
    try {
      await this.#driver?.change(what, details);
      await this.refresh();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** Say something beside the board; `refused` for what was not done. @param {string} words */
  tell(words, refused = false) {
    const text = written(words);
    const [bad, good] = [this.#one(".refused"), this.#one(".told")];
    bad.hidden = !(refused && text);
    good.hidden = refused || !text;
    bad.textContent = refused ? text : "";
    good.textContent = refused ? "" : text;
    if (refused && this.#shown?.trouble && this.#driver?.retry) {
      bad.append(" ", button(t("Try again"), () => this.#driver?.retry?.()));
    }
  }

  /** @param {KeyboardEvent} event */
  #listKey(event) {
    const step = LIST_KEYS[event.key];
    if (!step || !this.#shown || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.goTo(plyAfter(this.#shown, step));
  }

  /** Call off what was begun last. */
  #escape() {
    if (this.#input.doubt) this.#input.decide(false);
    else if (!this.board.given.length) this.howToPlay?.close();
    this.board.cancel();
    this.board.pen.clear();
    if (this.#shown?.plan) this.change("plan", { tokens: [] });
  }
}

if (!customElements.get("livestone-table")) customElements.define("livestone-table", LivestoneTable);
