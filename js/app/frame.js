/** What is around every page: the bar with its menu, the footer, sentences, and the keys. */

import { button, h, icon } from "../table/dom.js";
import { get, set, subscribe } from "../table/preferences.js";
import { t, tn } from "../table/words.js";
import { address, isSingleFile } from "./files.js";
import { alone, here, loginAddress, server, to } from "./routes.js";

const MOON = "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z";
const SUN = "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9ZM12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1";
const LINES = "M4 6.5h16M4 12h16M4 17.5h16";

/** @typedef {{ name: string | null }} Account one's own; without a name, a guest's */

/** The pages in the menu: their names in addresses, and in words. */
function places() {
  const more = document.documentElement.dataset.more ?? ""; // what not every server has
  return [
    ...(server === undefined ? [] : [["lobby", t("Lobby")]]),
    ...(more.includes("freeplay") ? [["freeplay", t("Freeplay")]] : []),
    ["", t("Games")],
    ["lessons", t("Lessons")],
    ["puzzles", t("Puzzles")],
    ["games", t("My games")],
    ...(isSingleFile() ? [] : [["write", t("Write a player")]]),
    ["analysis", t("Analysis")],
    ["settings", t("Settings")],
    ["help", t("Help")],
    ["about", t("About")],
  ];
}

/** The bar, the main element's place and the footer, around every page. */
export class Frame {
  /** @param {import("./catalogue.js").Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.nav = h("nav", { id: "menu" });
    this.menu = h("button", {
      type: "button", class: "menu plain", "aria-expanded": "false", "aria-controls": "menu",
      onclick: () => this.#open(this.menu.getAttribute("aria-expanded") !== "true"),
    }, icon(LINES));
    this.theme = h("button", { type: "button", class: "theme plain", onclick: changeTheme });
    this.me = h("a", { class: "me", hidden: true });
    this.notices = h("div", { class: "notices", role: "status" });
    this.place = h("div", { id: "place" });
    this.footer = h("footer", { class: "footer" });
    subscribe(() => this.#showTheme());
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || this.menu.getAttribute("aria-expanded") !== "true") return;
      this.#open(false);
      this.menu.focus();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#showTheme());
  }

  /** Put the frame into the page, in the language spoken now. */
  async build() {
    const { source, version } = this.catalogue;
    const home = h("a", { class: "home", href: to("") }, h("img", { src: await address("logo.svg"), alt: "", width: 26, height: 26 }), "Livestone");
    this.nav.setAttribute("aria-label", t("Main menu"));
    this.menu.setAttribute("aria-label", t("Menu"));
    this.nav.replaceChildren(...places().map(([name, text]) => h("a", { href: to(name), "data-page": name, onclick: () => this.#open(false) }, text)));
    this.#showTheme();
    this.footer.replaceChildren(
      h("nav", { "aria-label": t("About this site") },
        h("a", { href: to("help") }, t("Help")), h("a", { href: to("about") }, t("About")),
        source && h("a", { href: source, rel: "noreferrer" }, t("Source")),
        h("a", { href: to("about") }, t("Licence: MIT"))),
      h("p", { class: "soft small" }, t("Edition {version}", { version: version.slice(0, 10) })),
    );
    if (alone) this.#strip(home);
    document.body.replaceChildren(
      h("a", { class: "button skip", href: "#main", onclick: skip }, t("Skip to the content")),
      h("header", { class: "bar" }, home, this.nav, this.me, this.theme, this.menu),
      this.notices, this.place, this.footer,
    );
  }

  /** Leave only what a server of one page has. @param {HTMLElement} home its link is the browser's */
  #strip(home) {
    home.setAttribute("href", `${server}/`);
    home.setAttribute("target", "_self");
    this.nav.replaceChildren();
    this.footer.replaceChildren();
    this.menu.hidden = this.footer.hidden = true;
  }

  /** Show who one is at the server. @param {Account} account */
  showAccount({ name }) {
    this.me.hidden = false;
    this.me.textContent = name ?? t("Log in");
    this.me.setAttribute("href", name ? to("account") : loginAddress());
  }

  /** Show how many challenges wait for one in the lobby. @param {number} count */
  showChallenges(count) {
    const link = this.nav.querySelector('[data-page="lobby"]');
    const words = count && tn("{n} challenge for you", "{n} challenges for you", count);
    link?.replaceChildren(t("Lobby"), ...(words ? [" ", h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, String(count)), h("span", { class: "unseen" }, words))] : []));
    this.menu.toggleAttribute("data-called", count > 0);
    this.menu.setAttribute("aria-label", words ? `${t("Menu")}: ${words}` : t("Menu"));
  }

  /**
   * Show a page, and tell where one is.
   * @param {import("./page.js").Page} page @param {boolean} focus whether its heading gets the focus
   */
  show({ title, main }, focus) {
    this.#open(false);
    document.title = `${title} - Livestone`;
    main.id = "main";
    this.place.replaceChildren(main);
    this.footer.hidden = alone || main.classList.contains("whole");
    const { name } = here();
    for (const link of this.nav.querySelectorAll("a")) {
      if (link.dataset.page === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (!focus) return;
    scrollTo(0, 0);
    const heading = main.querySelector("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /**
   * Tell a sentence: at once to screen readers, above the page for everybody until it is closed.
   * @param {string} text @param {{ name?: string, act?: [string, () => void] }} [more] one of a
   *   name replaces the other; an empty text takes it away
   */
  say(text, { name = "", act } = {}) {
    if (name) this.notices.querySelector(`[data-name="${name}"]`)?.remove();
    if (!text) return;
    const notice = h("div", { class: "notice", "data-name": name || null }, h("p", {}, text));
    const buttons = h("div", { class: "buttons" });
    if (act) buttons.append(button(act[0], () => (notice.remove(), act[1]()), { class: "main" }));
    buttons.append(button(t("Close"), () => notice.remove()));
    notice.append(buttons);
    this.notices.append(notice);
  }

  /** @param {boolean} open */
  #open(open) {
    this.menu.setAttribute("aria-expanded", String(open));
    this.nav.toggleAttribute("data-open", open);
  }

  #showTheme() {
    const words = isDark() ? t("Use light colours") : t("Use dark colours");
    this.theme.setAttribute("aria-label", words);
    this.theme.title = words;
    this.theme.replaceChildren(icon(isDark() ? SUN : MOON));
  }
}

function isDark() {
  const colours = get("colours");
  return colours === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : colours === "dark";
}

function changeTheme() {
  set("colours", isDark() ? "light" : "dark");
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault(); // the address says which page this is
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}
