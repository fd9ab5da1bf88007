// One plan on the screen: its verdict, its drawing, its timeline, and the worker that makes it.
import { Captions } from "./captions.js";
import { make, number, refill } from "./dom.js";
import { Engine } from "./engine.js";
import { legendOf } from "./legend.js";
import { Plan } from "./plan.js";
import { Stage } from "./stage.js";
import { svgOf } from "./svg.js";
import { Timeline } from "./timeline.js";
import { showVerdict, verdictWords } from "./verdict.js";

/** A dot; without a colour, a dot of all colours; gold is a line. */
function swatch({ colour, gold }) {
  const dot = make("i", { "aria-hidden": "true" });
  if (colour || gold) dot.style.background = colour ?? gold;
  if (gold) dot.className = "gold";
  else if (!colour) dot.className = "many";
  return dot;
}

/** What the library says about a file, which is standard input to it, under the file's own name. */
function ofFile(name, message) {
  const [, line, text] = /^standard input(?::(\d+))?: (.*)$/s.exec(message) ?? ["", undefined, message];
  const hint = /of the header, but found/.test(text) ? ". Only Linkbound's own schedule files can be opened here; the tool reads those of others too: linkbound check FILE" : "";
  return `${name}${line ? `, line ${line}` : ""}: ${text}${hint}`;
}

export class Pane {
  constructor(letter, hooks) {
    this.hooks = hooks;
    this.letter = letter;
    this.plan = null;
    this.build();
    this.engine = new Engine((what, done) => this.progress(what, done));
    this.stage = new Stage(this.canvas);
    this.timeline = new Timeline(this.chart);
    this.listen();
  }

  build() {
    this.head = make("div", { class: "head" });
    this.figures = make("div", { class: "facts" });
    this.canvas = make("canvas", { id: `stage-${this.letter}`, class: "stage", tabindex: "0", role: "application",
      "aria-label": "Drawing of the network. Arrow keys turn it, plus and minus zoom." });
    this.chart = make("canvas", { class: "chart", role: "img", "aria-label": "Timeline: links by steps" });
    this.waitText = make("span", {});
    this.wait = make("div", { class: "wait", hidden: true, role: "status" }, make("span", { class: "spin", "aria-hidden": "true" }),
      this.waitText, make("button", { type: "button", onclick: () => this.hooks.cancel() }, "Stop"));
    this.legend = make("div", { class: "legend" });
    this.caption = make("p", { class: "caption" });
    this.error = make("p", { class: "error", role: "alert", hidden: true });
    this.element = make("article", { class: "pane", id: `pane-${this.letter}`, "aria-label": `Plan ${this.letter.toUpperCase()}` },
      this.head, this.error, make("div", { class: "frame" }, this.canvas, this.wait), this.caption, this.legend, this.chart, this.figures);
  }

  progress(what, done) {
    this.waitText.textContent = done > 0 ? `${what} ${Math.round(done * 100)} %` : `${what} …`;
  }

  /** The wait shows only where there is one to speak of. */
  busy(on) {
    clearTimeout(this.timer);
    if (on) {
      this.waitText.textContent = "planning …";
      this.timer = setTimeout(() => { this.wait.hidden = false; }, 180);
    } else {
      this.wait.hidden = true;
    }
    this.element.setAttribute("aria-busy", String(on));
  }

  fail(message) {
    this.error.textContent = message;
    this.error.hidden = false;
    this.element.classList.add("stale");
    if (this.plan) return;
    this.chart.hidden = true; // no empty frames below the message
    this.element.classList.add("undrawn");
  }

  /** Nothing is shown: what was there would be taken for what has failed. */
  empty() {
    this.plan = null;
    this.captions = null;
    this.stage.clear();
    for (const part of [this.head, this.figures, this.legend, this.caption]) refill(part);
    this.chart.hidden = true;
    this.element.classList.add("undrawn");
  }

  /** Asks the library; resolves with the plan, or null when it failed or something else was asked meanwhile. `name` is a
   * file's. */
  async ask(request, transfer, name = "") {
    this.busy(true);
    const turn = this.turn = (this.turn ?? 0) + 1;
    try {
      const answer = await this.engine.ask(request, transfer);
      if (turn !== this.turn) return null;
      this.setPlan(new Plan({ ...answer, name }));
      return this.plan;
    } catch (error) {
      if (turn !== this.turn) return null;
      if (error.message !== "stopped") {
        if (name) this.empty();
        this.fail(name ? ofFile(name, error.message) : error.message);
        this.hooks.failed(this, error);
      }
      return null;
    } finally {
      if (turn === this.turn) this.busy(false);
    }
  }

  cancel() {
    this.turn = (this.turn ?? 0) + 1;
    this.engine.stop();
    this.busy(false);
    this.fail("Stopped. Change something to plan again.");
  }

  setPlan(plan) {
    this.plan = plan;
    this.error.hidden = true;
    this.element.classList.remove("stale");
    this.stage.selection = null;
    this.stage.recolour(this.hooks.colours());
    this.stage.setPlan(plan);
    this.chart.hidden = !plan.moves.count && !plan.profile;
    this.element.classList.toggle("undrawn", !plan.drawn);
    if (plan.drawn || plan.profile) {
      this.timeline.setPlan(plan, this.hooks.colours(), this.stage.moveColour);
      this.chart.style.height = `${this.timeline.idealHeight()}px`;
      this.chart.setAttribute("aria-label", `Timeline: ${number(this.timeline.rows)} ${plan.profile ? "ports" : "links"} by ${number(plan.ticks.length)} steps`);
    }
    this.captions = new Captions(plan);
    this.caption.textContent = "";
    this.showLegend();
    showVerdict(this.head, this.figures, plan);
    this.canvas.setAttribute("aria-label", `${plan.about.title}. Arrow keys turn it, plus and minus zoom.`);
  }

  /** After another view, colour or ground. */
  restyle(options) {
    Object.assign(this.stage.options, options);
    this.stage.recolour(this.hooks.colours());
    this.stage.arrange();
    if (!this.plan?.drawn && !this.plan?.profile) return;
    const { span } = this.timeline;
    this.timeline.setPlan(this.plan, this.hooks.colours(), this.stage.moveColour);
    this.timeline.setSpan(span);
    this.showLegend();
  }

  showLegend() {
    refill(this.legend, ...legendOf(this.stage, this.plan).map((entry) => make("span", {}, swatch(entry), entry.text)));
  }

  /** The drawing as a file. */
  svg() {
    const { plan, stage } = this;
    return svgOf(stage, { title: `${plan.result.algorithm ?? "unnamed"}: ${plan.about.title}`, verdict: verdictWords(plan),
      caption: this.captions.at(stage.time) });
  }

  draw(time) {
    if (!this.plan?.drawn && !this.plan?.profile) return;
    if (this.plan.drawn) {
      this.stage.resize();
      this.stage.draw(time);
    }
    const words = this.captions.at(time);
    if (this.caption.textContent !== words) this.caption.textContent = words;
    if (!this.chart.hidden) this.timeline.draw(time, this.stage.selection);
  }

  listen() {
    const { canvas, chart } = this;
    canvas.addEventListener("pointerdown", (event) => this.grab(event));
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.hooks.tip(null));
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return; // do not catch those who scroll by
      event.preventDefault();
      this.stage.camera.scale(Math.exp(-event.deltaY * 0.002));
      this.hooks.redraw();
    }, { passive: false });
    chart.addEventListener("pointerdown", (event) => {
      const found = this.timeline.at(event.offsetX, event.offsetY);
      if (!found || !this.plan) return;
      this.hooks.seek(this, found.time);
      if (found.link) this.hooks.pick(this, { kind: "link", from: found.link[0], to: found.link[1] });
    });
  }

  grab(event) {
    const start = { x: event.clientX, y: event.clientY };
    let last = start, moved = false;
    const move = (e) => {
      const dx = e.clientX - last.x, dy = e.clientY - last.y;
      moved ||= Math.hypot(e.clientX - start.x, e.clientY - start.y) > 4;
      last = { x: e.clientX, y: e.clientY };
      if (moved) this.drag(dx, dy);
    };
    const up = (e) => {
      this.canvas.removeEventListener("pointermove", move);
      this.canvas.removeEventListener("pointerup", up);
      this.canvas.removeEventListener("pointercancel", up);
      if (!moved && e.type === "pointerup") this.click(e);
    };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
  }

  drag(dx, dy) {
    const camera = this.stage.camera;
    if (this.stage.scene?.layout.solid) camera.turn(dx * 0.008, dy * 0.008);
    else [camera.panX, camera.panY] = [camera.panX + dx, camera.panY + dy];
    this.hooks.turned(this);
  }

  /** What is under the pointer: a node, else a packet, else a link. */
  under(event) {
    const { scene } = this.stage, { offsetX: x, offsetY: y } = event;
    if (!scene) return null;
    const packet = scene.packetAt(x, y, this.stage.time), node = scene.nodeAt(x, y);
    if (node >= 0) return { kind: "node", node };
    if (packet >= 0) return { kind: "packet", packet };
    const link = scene.linkAt(x, y);
    return link && { kind: "link", from: link[0], to: link[1] };
  }

  hover(event) {
    if (event.buttons || event.pointerType === "touch" || !this.plan) return this.hooks.tip(null);
    const found = this.under(event), m = this.plan.moves;
    this.canvas.style.cursor = found ? "pointer" : "";
    if (!found) return this.hooks.tip(null);
    const text = found.kind === "node" ? `node ${found.node} ${this.plan.net.digits(found.node)}`
      : found.kind === "link" ? `link ${found.from} → ${found.to}`
        : `${m.from[found.packet]} → ${m.to[found.packet]}: ${this.plan.contents(found.packet)}`;
    return this.hooks.tip(text, event.clientX, event.clientY);
  }

  click(event) {
    const found = this.under(event), m = this.plan?.moves;
    if (!found) return this.hooks.pick(this, null);
    if (found.kind !== "packet") return this.hooks.pick(this, found);
    const item = m.first[found.packet];
    if (item === m.first[found.packet + 1]) return undefined;
    const named = (value) => (value === 0xffffffff ? null : value);
    return this.hooks.pick(this, { kind: "block", origin: named(m.origin[item]), dest: named(m.dest[item]) });
  }

  key(event) {
    const camera = this.stage.camera, turns = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (turns[event.key]) this.drag(...turns[event.key]);
    else if (event.key === "+" || event.key === "=") camera.scale(1.15);
    else if (event.key === "-") camera.scale(1 / 1.15);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.hooks.redraw();
  }
}
