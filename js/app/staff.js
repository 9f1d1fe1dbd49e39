/** The staff's pages: reports, bans, names and announcements, and the log of what was done. */

import { h } from "../table/dom.js";
import { t } from "../table/words.js";
import { dateTime } from "./account.js";
import { acting, field, form, lines, tell } from "./forms.js";
import { whenText } from "./game_list.js";
import { read, send } from "./net/api.js";
import { go, to } from "./routes.js";

/**
 * @typedef {import("./net/types.d.ts").Report} Report
 * @typedef {import("./net/types.d.ts").StaffOverview} Overview
 */

const ACCOUNT = "@"; // begins the id of whoever has one
const PAGE = 50; // lines of the log

/** @type {import("./page.js").Show} */
export async function staff(app) {
  const page = new StaffPage(app);
  await page.update();
  return { title: t("Staff"), main: page.main };
}

class StaffPage {
  /** @param {import("./page.js").App} app */
  constructor(app) {
    this.app = app;
    this.count = h("span", {});
    this.reports = h("div", {});
    this.bans = h("div", {});
    this.announcements = h("div", {});
    const days = (/** @type {string} */ note) => field("days", t("For how many days"), { maxlength: 4, inputmode: "numeric", note, required: false });
    const why = (/** @type {string} */ note = "") => field("reason", t("Why"), { maxlength: 300, note });
    this.main = h("main", { class: "page narrow account" },
      h("header", {}, h("h1", {}, t("Staff")), h("div", { class: "buttons" }, h("a", { class: "button", href: to("audit") }, t("Log")))),
      part("reports", [t("Reports"), this.count], this.reports),
      part("bans", [t("Bans")], this.bans,
        form([field("name", t("Whom to ban"), { maxlength: 20 }), why(t("They read it when they try to log in.")), days(t("Leave it empty to ban for good."))],
          t("Ban"), (values) => this.#act("ban", values, t("That account is banned, and logged out everywhere.")))),
      part("names", [t("Names")],
        form([field("name", t("Whom to rename"), { maxlength: 20 }), field("new", t("The new name"), { maxlength: 20 }), why()],
          t("Rename"), (values) => this.#act("rename", values, t("That account has its new name.")), t("Rename this account? Nobody can take the old name again."))),
      part("announcements", [t("Announcements")], this.announcements,
        form([field("text", t("Text on every page"), { maxlength: 300 }), days(t("Leave it empty: until you delete it."))],
          t("Announce"), (values) => this.#announce("announce", values, t("Every page shows it now.")))));
  }

  /** Read what waits for the staff, and show it; half-written notes stay. */
  async update() {
    const found = await read("/admin");
    this.count.textContent = found.total ? ` (${found.total})` : "";
    this.#showReports(found);
    this.bans.replaceChildren(lines(found.bans, ({ name, until, reason, by }) => [
      h("span", {}, h("a", { href: to("person", { name }) }, name), h("span", { class: "soft small" }, `${untilText(until)}, ${t("by {name}", { name: by })}: ${reason}`)),
      acting(t("Lift"), () => this.#done("unban", { name }, this.bans, t("That account may log in again.")), { about: t("the ban of {name}", { name }) }),
    ]));
    this.announcements.replaceChildren(lines(found.announcements, ({ id, text, until }) => [
      h("span", {}, text, h("span", { class: "soft small" }, untilText(until))),
      acting(t("Delete"), async () => tell(this.announcements, await this.#announce("withdraw", { id: String(id) }, t("That announcement is deleted."))), { about: text }),
    ]));
  }

  /** @param {Overview} found */
  #showReports({ reports, public_games: games }) {
    const known = new Map([...this.reports.querySelectorAll("li")].map((line) => [line.dataset.id, line]));
    const shown = reports.map((report) => known.get(String(report.id)) ?? this.#report(report, games));
    this.reports.replaceChildren(shown.length ? h("ul", { class: "lines reports" }, ...shown) : h("p", { class: "soft" }, t("Nothing waits for you.")));
  }

  /** @param {Report} report @param {string[]} games that may be opened */
  #report({ id, at, reporter_name: reporter, about, about_name: name, game_id: game, words, reason }, games) {
    const whom = h("strong", {}, about.startsWith(ACCOUNT) ? h("a", { href: to("person", { name }) }, name) : name);
    const where = game && (games.includes(game) ? h("a", { href: to("game", { id: game }) }, t("the game")) : t("private game {id}", { id: game }));
    const settle = form([field("note", t("Note"), { maxlength: 300, required: false })], t("Settle"), async ({ note }) => {
      await this.#done("settle", { id: String(id), note }, this.reports, t("That report is settled."));
    });
    settle.querySelector("button")?.append(h("span", { class: "unseen" }, ` ${t("the report about {name}", { name })}`));
    return h("li", { "data-id": id },
      h("div", {}, whom, !about.startsWith(ACCOUNT) && ` (${t("a guest")})`, words && `: “${words}”`,
        h("span", { class: "soft small" }, `${reporter}, ${whenText(at)}${reason && `: ${reason}`}`, where && " (", where, where && ")")),
      settle);
  }

  /** @param {string} act @param {object} values @param {string} said */
  async #act(act, values, said) {
    await send(`/admin/${act}`, values);
    await this.update();
    return said;
  }

  /** @param {string} act @param {object} values @param {Element} place @param {string} said */
  async #done(act, values, place, said) {
    tell(place, await this.#act(act, values, said));
  }

  /** @param {string} act @param {object} values @param {string} said */
  async #announce(act, values, said) {
    await this.#act(act, values, said);
    const { announcement } = await read("/announcement");
    this.app.say(announcement, { name: "announcement" });
    return said;
  }
}

/** @param {string} id @param {(Node | string)[]} title @param {...Node} content */
function part(id, title, ...content) {
  return h("section", { class: "feature", "aria-labelledby": id }, h("h2", { id }, ...title), ...content);
}

/** @param {number | null} until */
function untilText(until) {
  return until === null ? t("for good") : t("until {time}", { time: dateTime(until) });
}

/** @type {import("./page.js").Show} */
export async function audit(_app, { query }) {
  const q = query.get("q") ?? "";
  const page = Math.max(1, Math.floor(Number(query.get("page"))) || 1);
  const { entries, total } = await read(`/admin/audit?${new URLSearchParams({ q, page: String(page) }).toString()}`);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const search = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(to("audit", { q: input.value }));
  };
  const input = /** @type {HTMLInputElement} */ (h("input", { id: "q", type: "search", value: q, maxlength: 100, autocomplete: "off" }));
  const turn = (/** @type {number} */ number, /** @type {string} */ label) => h("a", { class: "button", href: to("audit", { q, page: number }) }, label);
  const main = h("main", { class: "page narrow account" },
    h("header", {}, h("h1", {}, t("Log")), h("div", { class: "buttons" }, h("a", { class: "button", href: to("admin") }, t("Back to the staff’s page")))),
    h("form", { class: "type", role: "search", onsubmit: search }, h("label", { for: "q" }, t("Search")), input, h("button", {}, t("Search"))),
    entries.length ? lines(entries, entry) : h("p", { class: "soft" }, t("Nothing like that is in the log.")),
    entries.length > 0 && h("nav", { class: "pager", "aria-label": t("Pages") },
      page > 1 && turn(page - 1, t("Newer")),
      h("span", { class: "soft" }, t("{total} in all. Page {page} of {pages}.", { total, page, pages })),
      page < pages && turn(page + 1, t("Older"))));
  return { title: t("Log"), main };
}

/** @param {import("./net/types.d.ts").AuditEntry} entry */
function entry({ at, actor, act, about, detail, address }) {
  const more = [dateTime(at), address && t("from {address}", { address })].filter(Boolean).join(", ");
  return [h("span", {}, h("strong", {}, actor), ` ${act} ${about}`, h("span", { class: "soft small" }, detail ? `${more}: ${detail}` : more))];
}
