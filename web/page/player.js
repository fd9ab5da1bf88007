// Time. One place in it for all panes, counted in shares of each plan: 0 is before anything, 1 when all is done. Still
// pictures stand in the middle of a step, where packets are on their links.
import { byId, still } from "./dom.js";

const SHORTEST = 0.1, LONGEST = 0.9, WHOLE = 16; // seconds for a step, and for a plan of middling length

export class Player {
  constructor(hooks) {
    this.hooks = hooks;
    this.position = 0; // in ticks of the lead plan's scale: 0..length
    this.playing = false;
    this.lead = null;
    this.before = 0;
    byId("play").addEventListener("click", () => this.toggle());
    byId("first").addEventListener("click", () => this.go(0));
    byId("last").addEventListener("click", () => this.go(this.length));
    byId("back").addEventListener("click", () => this.step(-1));
    byId("next").addEventListener("click", () => this.step(1));
    byId("scrub").addEventListener("input", () => this.goTick(Number(byId("scrub").value)));
    document.addEventListener("keydown", (event) => this.key(event));
    this.frame = this.frame.bind(this);
  }

  /** The plan that lasts longest leads; the others are shown at the same time. */
  setLead(plan, keep) {
    this.lead = plan;
    this.length = plan?.end ?? 0;
    byId("scrub").max = String(plan ? plan.ticks.length : 1);
    this.position = keep ? Math.min(this.position, this.length) : 0;
    this.show();
  }

  get tick() {
    return this.lead ? this.lead.tickAt(this.position) : 0;
  }

  go(time) {
    this.pause();
    this.position = Math.max(0, Math.min(this.length, time));
    this.show();
  }

  goTick(k) {
    if (this.lead) this.go(this.lead.middle(Math.max(0, Math.min(this.lead.ticks.length, k))));
  }

  /** From the end one step back is the last step, not the one before it. */
  step(by) {
    if (!this.lead) return;
    const done = this.position >= this.length;
    const to = done && by < 0 ? this.lead.ticks.length : this.tick + by;
    if (to > this.lead.ticks.length) this.go(this.length);
    else this.goTick(to);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** From one time to another, and no further. */
  playTo(from, until) {
    this.go(from);
    this.play();
    this.until = until;
  }

  play() {
    if (!this.lead || !this.length) return;
    this.until = this.length;
    if (this.position >= this.length) this.position = 0;
    this.playing = true;
    this.before = 0;
    this.owed = 0;
    this.show();
    requestAnimationFrame(this.frame);
  }

  pause() {
    this.playing = false;
    this.show();
  }

  /** Seconds that one tick takes, on average. */
  pace() {
    const ticks = Math.max(1, this.lead.ticks.length);
    return Math.max(SHORTEST, Math.min(LONGEST, WHOLE / ticks)) / Number(byId("speed").value);
  }

  frame(now) {
    if (!this.playing) return;
    const passed = this.before ? Math.min(0.1, (now - this.before) / 1000) : 0;
    this.before = now;
    if (still()) this.jumpOn(passed);
    else this.position += passed / this.pace() * this.length / this.lead.ticks.length;
    const end = Math.min(this.until, this.length);
    if (this.position >= end) {
      this.position = end;
      this.playing = false;
    }
    this.hooks.turning(passed);
    this.show();
    if (this.playing) requestAnimationFrame(this.frame);
  }

  /** With less motion nothing travels: one still picture follows another. */
  jumpOn(passed) {
    this.owed += passed;
    if (this.owed < Math.max(0.6, this.pace())) return;
    this.owed = 0;
    const next = this.tick + 1;
    this.position = next > this.lead.ticks.length ? this.length : this.lead.middle(next);
  }

  words() {
    if (!this.lead) return "";
    const count = this.lead.ticks.length, tick = this.tick;
    if (!count) return "nothing to send";
    if (this.position >= this.length) return this.lead.timed ? `done at ${+this.length.toPrecision(6)}` : `done: ${count} steps`;
    if (this.lead.timed) return `time ${+this.position.toPrecision(4)}`;
    return tick === 0 ? "before step 1" : `step ${tick} of ${count}`;
  }

  show() {
    const scrub = byId("scrub"), words = this.words();
    scrub.value = String(this.tick);
    scrub.setAttribute("aria-valuetext", words);
    scrub.style.setProperty("--done", `${100 * this.tick / Math.max(1, Number(scrub.max))}%`);
    if (byId("where").textContent !== words) byId("where").textContent = words;
    byId("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
    document.body.classList.toggle("playing", this.playing);
    this.hooks.shown();
  }

  /** Keys that work everywhere but where they mean something else. */
  key(event) {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (at.closest?.("input, select, textarea, button, summary, a, [role=region]")) return;
    const todo = { " ": () => this.toggle(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      Home: () => this.go(0), End: () => this.go(this.length) }[event.key];
    if (!todo) return;
    event.preventDefault();
    todo();
  }
}
