/** The clock of a search that works in slices: when it stops, and when it reports. */

import { now } from "./report.js";

/** @typedef {import("./report.js").Limits} Limits */
/** @typedef {import("./report.js").Stop} Stop */

// How often a search reports, and how long a slice runs, in seconds.
const REPORT_SECONDS = 0.1;
const SLICE_SECONDS = 0.01;
// How many nodes that may be, and how many it is at first.
const LEAST = 16;
const MOST = 1 << 16;
const FIRST_SLICE = 2000;

/** When to stop, to report, and to look up. */
export class Clock {
  /** @param {Limits} limits @param {Stop} stop */
  constructor(limits, stop) {
    this.limits = limits;
    this.stop = stop;
    this.began = now();
    this.looked = this.began;
    this.reported = this.began;
    this.length = FIRST_SLICE;
  }

  /** Seconds since the search began. */
  get seconds() {
    return now() - this.began;
  }

  /** Whether the limits or the stop signal end the search. @param {number} used */
  isOver(used) {
    const { nodes, seconds } = this.limits;
    return (
      (nodes != null && used >= nodes) || (seconds != null && this.seconds >= seconds) || this.stop()
    );
  }

  /**
   * The node to look up at: about `SLICE_SECONDS` away, and never past the limit.
   * @param {number} used
   */
  slice(used) {
    const { nodes, seconds } = this.limits;
    const time = now();
    const spent = time - this.looked;
    this.looked = time;
    let aim = SLICE_SECONDS;
    if (seconds != null) aim = Math.min(aim, this.began + seconds - time);
    const ratio = Math.min(aim / Math.max(spent, 1e-6), 2);
    this.length = Math.min(Math.max(Math.trunc(this.length * ratio), LEAST), MOST);
    const until = used + this.length;
    return nodes == null ? until : Math.min(until, nodes);
  }

  /** Whether it is time for the next report. */
  reportDue() {
    const time = now();
    const due = time - this.reported >= REPORT_SECONDS;
    if (due) this.reported = time;
    return due;
  }
}
