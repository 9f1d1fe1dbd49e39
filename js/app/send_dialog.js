/** The dialog by which a game goes to a friend: a link, a text, and a field for the answer. */

import { button, h } from "../table/dom.js";
import { get, set } from "../table/preferences.js";
import { t } from "../table/words.js";
import { recordToSend, shortly } from "./by_link.js";
import { linkIn, linkTo } from "./links.js";
import { go } from "./routes.js";
import { copyButton } from "./saving.js";

/** @typedef {import("./kept.js").Kept} Kept */

/**
 * Show the dialog.
 * @param {import("../src/game.js").Game} game @param {Kept} kept
 * @param {(name: string) => Promise<Kept>} rename gives the game with another name of one's own
 */
export async function sendDialog(game, kept, rename) {
  const link = /** @type {HTMLInputElement} */ (h("input", { id: "send-link", readonly: true }));
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "send-text", rows: 5, readonly: true }));
  const fill = async (/** @type {Kept} */ now) => {
    text.value = recordToSend(game, now).asText();
    link.value = await linkTo(shortly(now), null, "link");
  };
  await fill(kept);
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "send-name", value: get("name"), maxlength: 40, autocomplete: "nickname" }));
  name.addEventListener("change", async () => {
    set("name", name.value.trim());
    await fill(await rename(name.value.trim()));
  });
  const refused = h("p", { class: "notice refused", role: "alert", hidden: true },
    t("There is no link of a game in it: paste the whole link, or the whole text from its first line on."));
  const answer = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "send-answer", rows: 2, spellcheck: "false" }));
  const open = async () => {
    const address = await linkIn(answer.value);
    refused.hidden = address !== "";
    if (!address) return;
    dialog.close();
    go(address);
  };
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "share", "aria-labelledby": "send-title", onclose: () => dialog.remove() },
    h("h2", { id: "send-title" }, t("Send the game")),
    h("div", { class: "field" }, h("label", { for: "send-link" }, t("The link: send it by any messenger or by e-mail")), h("div", { class: "copy" }, link, copyButton(link, t("Copy")))),
    navigator.share ? button(t("Send…"), () => navigator.share({ title: game.manifest.title, url: link.value }).catch(() => {})) : "",
    h("div", { class: "field" }, h("label", { for: "send-name" }, t("Your name, for your friends (optional)")), name),
    h("details", {}, h("summary", {}, t("As text")), h("div", { class: "field" }, h("label", { for: "send-text" }, t("The game as text, which can be pasted too")), text, copyButton(text, t("Copy")))),
    h("div", { class: "field" }, h("label", { for: "send-answer" }, t("The answer: open your friend's link, or paste it or its text here")), answer, h("div", {}, button(t("Open the answer"), open))),
    refused,
    button(t("Close"), () => dialog.close(), { class: "main" })));
  document.body.append(dialog);
  dialog.showModal();
}
