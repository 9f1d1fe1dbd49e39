/** A person's bots, and the tokens by which programs log in. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { acting, field, form, lines, showSecret, sure, tell } from "./forms.js";
import { Faults } from "./freeplay/faults.js";
import { whenText } from "./game_list.js";
import { read, send } from "./net/api.js";
import { to } from "./routes.js";

/** @typedef {import("./net/types.d.ts").ApiToken} Token */

const BOT_SCOPES = ["read", "bot"];

/** What a person's own token may do. @returns {[string, string][]} */
function scopes() {
  return [
    ["read", t("see your games, also those that run, and your account")],
    ["play", t("start games, take seats and play in your name, and change your studies")],
    ["account", t("change what others see, whom you block, your vacation, and your bots")],
  ];
}

/** @param {string} name one's own */
export async function programs(name) {
  const part = new Programs(name);
  await part.update();
  return part.elements;
}

class Programs {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.secret = h("div", {});
    this.bots = h("div", {});
    this.tokens = h("div", { class: "folded" });
    this.line = h("select", { id: "line-bot", name: "bot" });
    const freeplay = (document.documentElement.dataset.more ?? "").includes("freeplay");
    this.faults = new Faults();
    if (freeplay) this.faults.update().catch(() => {}); // another process of the server has them
    this.elements = [
      this.secret,
      h("h3", {}, t("Bots")),
      h("p", { class: "soft" }, t("A bot is an account of yours for a program that plays. Everybody sees that it is a bot, and whose.")),
      this.bots,
      form([field("name", t("A new bot’s name"), { maxlength: 20 })], t("Make the bot"), async ({ name }) => {
        await send("/account/bots", { name });
        await this.update();
        return t("Your bot is made. Make a token for it, so that its program can log in.");
      }),
      h("h3", {}, t("Tokens for programs")),
      this.tokens,
      this.#tokenForm(),
      ...(freeplay ? [this.#freeplayForm(), this.faults.element] : []),
    ];
  }

  /** Read bots and tokens, and show them. */
  async update() {
    const [bots, tokens] = await Promise.all([read("/account/bots"), read("/account/tokens")]);
    this.bots.replaceChildren(lines(bots, (bot) => this.#bot(bot)));
    this.tokens.replaceChildren(lines(tokens, (token) => this.#token(token)));
    this.line.replaceChildren(...[this.name, ...bots].map((name, at) => h("option", { value: at ? name : "" }, t("as {name}", { name }))));
  }

  /** @param {string} bot */
  #bot(bot) {
    const remove = async () => {
      await send("/account/bots/delete", { name: bot });
      await this.update();
      tell(this.bots, t("That bot is deleted."));
    };
    return [
      h("a", { href: to("person", { name: bot }) }, bot),
      h("div", { class: "buttons" },
        acting(t("Make a token"), () => this.#make(bot, bot, BOT_SCOPES), { about: t("for {name}", { name: bot }) }),
        sure(t("Delete"), bot, t("Its running games are lost, and nobody can take its name again."), acting(t("Delete {name}", { name: bot }), remove))),
    ];
  }

  /** @param {Token} token */
  #token({ id, label, bot, scopes: may, seen }) {
    const revoke = async () => {
      await send("/account/tokens/revoke", { id, bot });
      await this.update();
      tell(this.tokens, t("That token is revoked."));
    };
    const used = seen ? t("used {when}", { when: whenText(seen) }) : t("never used");
    return [
      h("span", {}, bot ? t("{label} for {bot}", { label, bot }) : label, h("span", { class: "soft small" }, `${may.join(", ")}; ${used}`)),
      sure(t("Revoke"), label, t("Whoever uses this token is logged out at once."), acting(t("Yes, revoke it"), revoke)),
    ];
  }

  #tokenForm() {
    const ticks = scopes().map(([scope, words]) => h("label", { class: "tick" }, h("input", { type: "checkbox", name: scope }), h("span", {}, words)));
    return form([
      field("label", t("What the token is for"), { maxlength: 60 }),
      h("fieldset", { class: "ticks" }, h("legend", {}, t("It may")), ...ticks),
    ], t("Make a token"), async ({ label, ...chosen }) => this.#make(null, label, Object.keys(chosen)));
  }

  /** @param {string | null} bot @param {string} label @param {string[]} may */
  async #make(bot, label, may) {
    const made = await send("/account/tokens", { bot, label, scopes: may });
    await this.update();
    const use = t("A program sends it as “Authorization: Bearer …”. It allows: {scopes}.", { scopes: made.scopes.join(", ") });
    this.#show(t("A token for {label}", { label: made.label }), made.token, use);
  }

  #freeplayForm() {
    return form([
      h("div", { class: "field" }, h("label", { for: "line-bot" }, t("Freeplay: players’ programs log in with a token of their own")), this.line),
    ], t("Make a Freeplay token"), async ({ bot }) => {
      const made = await send("/account/freeplay-token", { bot: bot || null });
      const use = t("Save it in a file, say my.token; then “livestone bot my_player.py --user {name} --ssh-key my.token” plays under this name. It replaces an older one.", { name: made.name });
      this.#show(t("A Freeplay token for {name}", { name: made.name }), made.token, use);
    });
  }

  /** @param {string} title @param {string} token @param {string} use */
  #show(title, token, use) {
    showSecret(this.secret, title, token, t("It is shown only now."), use, t("Anyone who has it can use it. You can revoke it at any time."));
  }
}
