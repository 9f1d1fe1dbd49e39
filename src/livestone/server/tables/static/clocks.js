// The clocks beside the players. The server decides; this only counts on from what it last said.

const TENTHS = 10;
const DAY = 24 * 3600;
const spoken = new Map(); // the moments that were told of, by clock
let clocks = [];
let timer = null;

const two = (number) => String(number).padStart(2, "0");

function duration(seconds) {
  if (seconds < TENTHS) {
    const tenths = Math.floor(seconds * 10);
    return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  if (seconds >= DAY) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function read(node, began) {
  const { seconds, periods, period, warn, abort } = node.dataset;
  return {
    node,
    began,
    seconds: Number(seconds),
    periods: Number(periods),
    period: Number(period),
    warn: Number(warn),
    abort: abort === undefined ? null : Number(abort),
    inPeriod: "inPeriod" in node.dataset,
    running: "running" in node.dataset,
    mine: "mine" in node.dataset,
  };
}

// What a clock shows after so many seconds.
function after(clock, used) {
  let left = clock.seconds - used;
  let { periods, inPeriod } = clock;
  while (left <= 0 && periods > (inPeriod ? 1 : 0)) {
    if (inPeriod) periods -= 1;
    inPeriod = true;
    left += clock.period;
  }
  return { left: Math.max(0, left), periods, inPeriod };
}

function tick() {
  const now = performance.now();
  let next = Infinity;
  for (const clock of clocks) {
    const used = (now - clock.began) / 1000;
    if (clock.running) {
      const { left, periods, inPeriod } = after(clock, used);
      const low = left < clock.warn && (inPeriod || !periods);
      put(clock.node.querySelector(".left"), duration(left));
      if (inPeriod) put(clock.node.querySelector(".note"), periods > 1 ? `${periods} periods left` : "last period");
      clock.node.classList.toggle("low", low);
      clock.node.querySelector(".warning").hidden = !low;
      if (clock.mine) announce(clock, left, low);
      next = Math.min(next, left < TENTHS ? 100 : 1000 * (left % 1) + 5);
    } else if (clock.abort !== null) {
      const left = Math.max(0, Math.ceil(clock.abort - used));
      put(clock.node.querySelector(".note"), `${left < TENTHS ? `${left} s` : duration(left)} to begin`);
      next = Math.min(next, 500);
    }
  }
  clearTimeout(timer);
  if (next < Infinity) timer = setTimeout(tick, Math.max(50, Math.min(next, 1000)));
}

function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A screen reader hears of the clock when time gets short, and of the last seconds: no more.
function announce(clock, left, low) {
  const told = spoken.get(clock.node.id) ?? 0;
  const level = !low ? 0 : left < TENTHS ? 2 : 1;
  if (level > told) {
    document.getElementById("tick").textContent = `Your time: ${Math.ceil(left)} seconds left.`;
  }
  spoken.set(clock.node.id, level);
}

function wind(began) {
  clocks = [...document.querySelectorAll(".clock")].map((node) => read(node, began));
  tick();
}

// The page has just come: what the server said is as old as the first byte of it.
const arrival = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
document.addEventListener("shown", (event) => wind(performance.now() - (event.detail ?? 0)));
document.addEventListener("visibilitychange", tick);
wind(arrival);
