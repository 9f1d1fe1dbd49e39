/** One's own account at the server; its parts are read when they are opened. */

import { h } from "../table/dom.js";
import { language, t, tn } from "../table/words.js";
import { programs } from "./account_programs.js";
import { acting, field, folded, form, lines, passwordField, showSecret, switched, tell } from "./forms.js";
import { whenText } from "./game_list.js";
import { Refusal, apiAddress, read, send } from "./net/api.js";
import { server, to } from "./routes.js";

/** @typedef {import("./net/types.d.ts").Account} Account */

const DAYS = 30; // of vacation in a year

/** @type {import("./page.js").Show} */
export async function account(_app, { query }) {
  const me = await read("/account");
  if (me.name === null) throw new Refusal(t("Your account is shown when you are logged in."), "not-logged-in", 401);
  const main = h("main", { class: "page narrow account" },
    h("header", {}, h("h1", {}, me.name), ways(me)),
    query.get("done") === "recovered" && h("p", { class: "notice", role: "status" }, t("Your password is changed. Every other session has ended, and every token of yours and of your bots is revoked: make new ones for the programs that need them.")),
    h("div", {},
      folded(t("Challenges and chat"), () => choices(me)),
      folded(t("E-mail"), () => [mail(me)]),
      folded(t("Password and recovery codes"), () => passwords(me)),
      folded(t("Where you are logged in"), sessions),
      folded(t("Vacation"), vacation),
      folded(t("Bots and tokens for programs"), () => programs(me.name ?? "")),
      folded(t("Blocked people"), blocked),
      folded(t("Delete the account"), leave)));
  return { title: t("Your account"), main };
}

/** @param {Account} me */
function ways(me) {
  const logOut = async () => {
    await send("/logout");
    location.assign(`${server}/`);
  };
  return h("div", { class: "buttons" },
    h("a", { class: "button", href: to("person", { name: me.name }) }, t("Your profile")),
    h("a", { class: "button", href: to("settings") }, t("Settings of this device")),
    h("a", { class: "button", href: apiAddress("/account/games.zip"), download: true }, t("Download all games")),
    me.staff && h("a", { class: "button", href: to("admin") }, t("Staff")),
    acting(t("Log out"), logOut));
}

/** @param {Account} me */
async function choices(me) {
  const talk = await read("/account/talk").catch(() => null); // where the server has no chat
  const found = [switched(t("Bots may challenge me"), me.accepts_bots, (on) => send("/account/settings", { accepts_bots: on }))];
  if (talk) found.push(switched(t("Show chat at tables"), talk.on, (on) => send("/account/talk", { on })));
  return found;
}

/** @param {Account} me */
function mail(me) {
  const place = h("div", { class: "folded" });
  const change = async (/** @type {import("./forms.js").Values} */ { email, password }) => {
    show(await send("/account/settings", { email, password }));
    tell(place, t("Your e-mail address is changed."));
  };
  /** @param {Account} now */
  const show = ({ email, email_proved: proved, mail_turns: turns, mails, expires }) => {
    place.replaceChildren(
      form([
        field("email", t("E-mail (optional)"), { type: "email", value: email ?? "", note: t("Nobody sees it."), autocomplete: "email", required: false }),
        passwordField("password", t("Your password")),
      ], t("Change the address"), change),
      expires ? h("p", {}, tn("Without a proved e-mail address, an account that nobody uses is deleted after {n} day.", "Without a proved e-mail address, an account that nobody uses is deleted after {n} days.", expires)) : "",
      ...(mails && email ? (proved ? provedPart(email, turns) : [proofForm(email)]) : []));
  };
  show(me);
  return place;
}

/** @param {string} email @param {boolean} turns */
function provedPart(email, turns) {
  return [
    h("p", {}, t("{address} is proved to be yours: a new password can be set by it.", { address: email })),
    switched(t("E-mail me when it is my turn"), turns, (on) => send("/account/settings", { mail_turns: on }), t("Only for slow games with others, and one mail until you have looked at the game.")),
  ];
}

/** @param {string} email */
function proofForm(email) {
  return form([
    h("p", {}, t("{address} is not proved to be yours yet. Once it is, you can get a mail when it is your turn, and set a new password by mail.", { address: email })),
    passwordField("password", t("Your password")),
  ], t("Send me a link"), async ({ password }) => {
    await send("/mail/proof", { password });
    return t("A link is on its way to your address. It is valid for a day.");
  });
}

/** @param {Account} me */
function passwords({ name, codes_left: left }) {
  const owner = () => h("input", { type: "hidden", name: "username", value: name, autocomplete: "username" });
  const codes = h("div", {});
  const leftText = (/** @type {number} */ n) => tn("{n} of your recovery codes is left. New ones replace them.", "{n} of your recovery codes are left. New ones replace them.", n);
  const still = h("p", {}, leftText(left));
  return [
    form([
      owner(),
      passwordField("password", t("Your current password")),
      passwordField("new", t("New password"), { note: t("At least 8 characters. Every other session ends."), autocomplete: "new-password" }),
    ], t("Change the password"), async ({ password, new: chosen }) => {
      await send("/account/password", { password, new: chosen });
      return t("Your password is changed, and every other session has ended.");
    }),
    form([
      owner(),
      still,
      passwordField("password", t("Your password")),
    ], t("Make new codes"), async ({ password }) => {
      const made = await send("/account/codes", { password });
      still.textContent = leftText(made.codes.length);
      showSecret(codes, t("Keep these recovery codes"), made.codes.join("\n"), t("If you lose your password, any one of them sets a new one, once. They are shown only now: print this page, or write them down."));
    }),
    codes,
  ];
}

async function sessions() {
  const place = h("div", { class: "folded" });
  const end = (/** @type {object} */ which) => async () => show(await send("/account/sessions/end", which));
  /** @param {import("./net/types.d.ts").LoginSession[]} all */
  const show = (all) => {
    place.replaceChildren(
      lines(all, ({ id, device, created, seen, here }) => [
        h("span", {}, device, h("span", { class: "soft small" }, t("since {begun}, last seen {seen}", { begun: whenText(created), seen: whenText(seen) }))),
        here ? h("strong", {}, t("This one")) : acting(t("End"), end({ id }), { about: t("the session of {device}", { device }) }),
      ]),
      all.length > 1 ? h("div", { class: "buttons" }, acting(t("End all others"), end({}))) : "");
  };
  show(await read("/account/sessions"));
  return [place];
}

async function vacation() {
  const place = h("div", { class: "folded" });
  /** @param {import("./net/types.d.ts").Vacation} now */
  const show = ({ until, days_left: left }) => {
    const note = t("Your correspondence time stops meanwhile. {left} of {days} days a year are left.", { left: Math.floor(left), days: DAYS });
    place.replaceChildren(until
      ? form([h("p", {}, t("You are away until {until}. Until then your correspondence time is stopped. You can still play.", { until: dateTime(until) }))], t("I am back"), async () => {
          show(await send("/account/vacation", { days: 0 }));
          tell(place, t("Welcome back: your correspondence time runs again."));
        })
      : form([field("days", t("How many days I am away, from now on"), { type: "number", min: 1, max: DAYS, note })], t("Go on vacation"), async ({ days }) => {
          show(await send("/account/vacation", { days: Number(days) }));
          tell(place, t("You are on vacation: your correspondence time is stopped."));
        }));
  };
  show(await read("/account/vacation"));
  return [place];
}

/** @param {number} seconds since 1970 */
export function dateTime(seconds) {
  return new Date(seconds * 1000).toLocaleString(language(), { dateStyle: "long", timeStyle: "short" });
}

async function blocked() {
  const place = h("div", {});
  /** @param {string[]} names */
  const show = (names) => {
    place.replaceChildren(lines(names, (name) => [
      h("a", { href: to("person", { name }) }, name),
      acting(t("Unblock"), async () => show(await send("/account/unblock", { name })), { about: name }),
    ]));
  };
  show(await read("/account/blocks"));
  return [
    h("p", { class: "soft" }, t("People whom you block cannot challenge you, and you do not read each other’s messages.")),
    place,
    form([field("name", t("Whom to block"), { maxlength: 20 })], t("Block"), async ({ name }) => {
      show(await send("/account/blocks", { name }));
      return t("That person is blocked.");
    }),
  ];
}

function leave() {
  return [form([
    h("p", {}, t("Running games are lost, finished ones stay with the others as those of a “Deleted player”. Your bots are deleted too. Nobody can take your name again, not even you.")),
    passwordField("password", t("Your password")),
  ], t("Delete the account"), async ({ password }) => {
    await send("/account/delete", { password });
    location.assign(`${server}/`);
  })];
}
