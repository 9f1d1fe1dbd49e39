/** Soft sounds of the table, made by the browser itself. */

import { get } from "./preferences.js";

/**
 * A note: its pitch in hertz at the start and the end, when it begins, how long it lasts (seconds)
 * and how loud it is.
 * @typedef {{ from: number, to: number, at: number, seconds: number, loud: number,
 *   form?: OscillatorType }} Note
 */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  place: [{ from: 420, to: 180, at: 0, seconds: 0.09, loud: 0.25 }],
  slide: [{ from: 260, to: 340, at: 0, seconds: 0.12, loud: 0.14, form: "triangle" }],
  capture: [
    { from: 300, to: 120, at: 0, seconds: 0.12, loud: 0.26 },
    { from: 190, to: 90, at: 0.06, seconds: 0.14, loud: 0.2 },
  ],
  refused: [{ from: 150, to: 130, at: 0, seconds: 0.12, loud: 0.14, form: "triangle" }],
  won: [523, 659, 784].map((pitch, at) => ({ from: pitch, to: pitch, at: 0.13 * at, seconds: 0.4, loud: 0.13 })),
  lost: [440, 349].map((pitch, at) => ({ from: pitch, to: pitch, at: 0.16 * at, seconds: 0.4, loud: 0.12 })),
  over: [{ from: 494, to: 494, at: 0, seconds: 0.5, loud: 0.13 }],
};

/** @type {AudioContext | null} */
let context = null;

/** Play a sound, unless sounds are off or the browser has none. @param {string} name */
export function sound(name) {
  if (!get("sounds") || typeof AudioContext === "undefined") return;
  // Browsers let a page sound only after the person has touched it.
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  for (const note of SOUNDS[name] ?? []) play(context, note);
}

/** @param {AudioContext} context @param {Note} note */
function play(context, { from, to, at, seconds, loud, form = "sine" }) {
  const start = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: form, frequency: from });
  const volume = new GainNode(context, { gain: 0 });
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}
