// The page: controls make plans, plans are shown, time runs.
import { announce, byId, darkQuery, download, make, number, refill, still } from "./dom.js";
import { palette } from "./colour.js";
import { Fields } from "./fields.js";
import { comparison } from "./compare.js";
import { Pane } from "./pane.js";
import { Picks } from "./picks.js";
import { Player } from "./player.js";
import { select, stepTable } from "./inspect.js";
import { spoken } from "./verdict.js";
import { Tour } from "./tour.js";

const FILE_MOST = 64 << 20, SEARCH_DELAY = 220;
const LOOKS = ["view", "colour", "labels"], SHOWS = ["witness", "trails"];
const KNOWN = new Set([...LOOKS, ...SHOWS, "speed", "at", "step", "story", "scene"]); // in a link, beside the fields

class Page {
  constructor() {
    this.colours = palette();
    this.picked = null;
    this.file = null;
    this.wanted = null; // a place in time that a link asked for
    const hooks = {
      colours: () => this.colours,
      redraw: () => this.redraw(),
      turned: (pane) => this.turned(pane),
      cancel: () => this.cancel(),
      failed: (pane, error) => this.failed(pane, error),
      seek: (pane, time) => this.player.go(time),
      pick: (pane, what) => this.pick(pane, what),
      tip: (text, x, y) => this.tip(text, x, y),
    };
    this.panes = [new Pane("a", hooks), new Pane("b", hooks)];
    this.front = this.panes[0];
    byId("panes").append(...this.panes.map((pane) => pane.element));
    this.player = new Player({ shown: () => this.shown(), turning: (seconds) => this.turning(seconds) });
    this.picks = new Picks({ plan: () => this.front.plan, jump: (time) => this.jump(time),
      select: (what) => this.select(what) });
    this.fields = new Fields((typed) => this.changed(typed));
    this.tour = new Tour(this);
    this.listen();
    this.fromLink();
  }

  listen() {
    for (const id of LOOKS) byId(id).addEventListener("change", () => this.restyle());
    for (const id of SHOWS) byId(id).addEventListener("change", () => this.restyle());
    byId("speed").addEventListener("change", () => this.toLink());
    byId("reset-view").addEventListener("click", () => {
      for (const pane of this.panes) pane.stage.camera.reset();
      this.redraw();
    });
    byId("preset").addEventListener("change", (event) => this.preset(event.target.value));
    byId("fold").addEventListener("click", () => {
      const open = byId("fold").getAttribute("aria-expanded") === "true";
      this.tour.leave(true);
      this.fold(open);
    });
    byId("share").addEventListener("click", () => this.copy(this.link(), "The link"));
    byId("copy-command").addEventListener("click", () => this.copy(byId("command").textContent, "The command"));
    byId("save-schedule").addEventListener("click", () => this.saveSchedule());
    byId("save-svg").addEventListener("click", () => this.saveSvg());
    byId("open-file").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", (event) => this.openFile(event.target.files[0]));
    byId("close-file").addEventListener("click", () => this.closeFile());
    byId("step-card").addEventListener("toggle", () => this.showStep());
    darkQuery.addEventListener("change", () => {
      this.colours = palette();
      this.restyle();
    });
    addEventListener("hashchange", () => { if (location.hash.slice(1) !== this.written) this.fromLink(); });
    new ResizeObserver(() => this.redraw()).observe(byId("panes"));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) this.openFile(event.dataTransfer.files[0]);
    });
  }

  // ---- Planning ----

  changed(typed) {
    this.notice([]);
    this.tour.leave();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.replan(), typed ? SEARCH_DELAY : 0);
  }

  /** Nothing is being planned, and nothing is about to be. */
  get idle() {
    return !this.later && !this.working && this.panes.every((pane) => pane.element.getAttribute("aria-busy") !== "true");
  }

  get comparing() {
    return byId("f-comparing").checked && !this.file;
  }

  async replan() {
    clearTimeout(this.later);
    this.later = 0;
    if (this.file) this.forgetFile();
    const [a, b] = this.panes, second = this.comparing;
    this.showTwo(second);
    byId("command").textContent = commandLine("plan", this.fields.words());
    this.toLink();
    if (!second) this.front = a;
    const jobs = [a.ask({ ask: "plan", words: this.fields.words() })];
    if (second) jobs.push(b.ask({ ask: "plan", words: this.fields.words(true) }));
    this.working = (this.working ?? 0) + 1;
    const plans = await Promise.all(jobs);
    this.working--;
    if (plans[0]) {
      this.fields.planned = plans[0].result.algorithm;
      this.fields.setAlgorithms(plans[0].about.algorithms);
    }
    if (plans.some(Boolean)) this.ready();
    return plans.every(Boolean);
  }

  /** Two plans need the width of the page: what stood beside them goes below. */
  showTwo(on) {
    this.panes[1].element.hidden = !on;
    for (const id of ["panes", "main"]) byId(id).classList.toggle("two", on);
    if (!on) byId("headline").hidden = true;
  }

  fold(on) {
    byId("main").classList.toggle("folded", on);
    byId("fold").setAttribute("aria-expanded", String(!on));
    this.redraw();
  }

  headline(shown) {
    const both = shown.length === 2 ? comparison(shown[0].plan, shown[1].plan) : null;
    byId("headline").hidden = !both;
    if (!both) return "";
    refill(byId("headline"), make("strong", {}, both.strong), both.more ? ` ${both.more}.` : "");
    return `${both.strong}: ${both.more}.`;
  }

  /** New plans are there. */
  ready() {
    const shown = this.panes.filter((pane) => !pane.element.hidden && pane.plan);
    const lead = shown.reduce((best, pane) => (!best || pane.plan.end > best.end ? pane.plan : best), null);
    const wanted = this.wanted;
    this.wanted = null;
    for (const pane of shown) pane.timeline.setSpan(lead.end);
    this.player.setLead(lead, false);
    announce(this.headline(shown) || shown.map((pane) => spoken(pane.plan)).join(" "));
    this.picks.apply();
    const broken = this.front.plan?.broken;
    if (broken?.step) this.player.goTick(broken.step);
    else if (wanted !== null) this.player.go(wanted);
    else if (still()) this.player.goTick(1);
    else this.player.play();
  }

  failed(pane, error) {
    if (error.about?.algorithms && pane === this.panes[0]) this.fields.setAlgorithms(error.about.algorithms);
    this.player.pause();
    announce(error.message);
  }

  cancel() {
    for (const pane of this.panes) if (pane.element.getAttribute("aria-busy") === "true") pane.cancel();
  }

  preset(fragment) {
    if (!fragment) return;
    if (this.file) this.forgetFile();
    this.notice([]);
    this.tour.leave();
    this.load(new URLSearchParams(fragment));
    byId("preset").value = fragment;
    this.replan();
  }

  // ---- The link ----

  /** Returns what the map asks for that there is not: [name, value, what is shown instead]. */
  load(map) {
    const odd = this.fields.load(map);
    for (const id of [...LOOKS, "speed"]) {
      const input = byId(id), value = map.get(id), known = [...input.options].some((option) => option.value === value);
      if (known) input.value = value;
      else if (id !== "speed") input.value = input.options[0].value;
      if (value && !known) odd.push([id, value, input.selectedOptions[0].textContent]);
    }
    for (const id of SHOWS) {
      byId(id).checked = map.get(id) !== "off";
      if (map.has(id) && !["on", "off"].includes(map.get(id))) odd.push([id, map.get(id), "on"]);
    }
    const key = map.has("at") ? "at" : "step", time = map.has(key) ? Number(map.get(key)) : NaN;
    const at = key === "at" ? time : time - 0.5; // in the middle of the step
    this.wanted = Number.isFinite(at) && at >= 0 ? at : null;
    if (map.has(key) && this.wanted === null) odd.push([key, map.get(key), "the first step"]);
    for (const key of map.keys())
      if (!KNOWN.has(key) && !this.fields.knows(key)) odd.push([key, map.get(key), null]);
    this.restyle();
    return odd;
  }

  /** What a link asks for in vain is told, not passed over. */
  notice(odd) {
    const words = odd.slice(0, 5).map(([key, value, instead]) => (instead === null ? `it has no meaning for “${key.slice(0, 40)}”`
      : `there is no ${key} “${value.slice(0, 40)}”, so it is ${instead}`));
    byId("notice").hidden = !odd.length;
    byId("notice").textContent = odd.length ? `Not all of the link is understood: ${words.join("; ")}.` : "";
  }

  fromLink() {
    const map = new URLSearchParams(location.hash.slice(1)), story = map.get("story");
    if (story !== null && this.tour.tell(story, map.get("scene") ?? 1)) return;
    this.tour.leave();
    const odd = this.load(map);
    if (story !== null) odd.push(["story", story, "a plan"]);
    this.notice(odd);
    this.fold(map.has("compare"));
    this.replan();
  }

  /** What a fragment says, for a story; true when the plans are there. */
  async showLink(fragment) {
    this.notice([]);
    this.load(new URLSearchParams(fragment));
    this.wanted = 0;
    return this.replan();
  }

  fragment() {
    const told = this.tour.pairs();
    if (told) return new URLSearchParams(told);
    const map = new URLSearchParams(this.fields.pairs());
    for (const id of LOOKS) if (byId(id).value !== byId(id).options[0].value) map.set(id, byId(id).value);
    if (byId("speed").value !== "1") map.set("speed", byId("speed").value);
    for (const id of SHOWS) if (!byId(id).checked) map.set(id, "off");
    return map;
  }

  toLink() {
    if (this.file) return;
    this.written = readable(this.fragment());
    history.replaceState(null, "", `#${this.written}`);
  }

  link() {
    const map = this.fragment();
    if (this.player.position) map.set("at", String(+this.player.position.toPrecision(6)));
    return `${location.href.split("#")[0]}#${readable(map)}`;
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${what} is copied.`);
    } catch {
      prompt(`${what}, to be copied:`, text);
    }
  }

  say(text) {
    announce(text);
    this.tip(text, innerWidth / 2 - 60, innerHeight - 90);
    setTimeout(() => this.tip(null), 1600);
  }

  // ---- Files ----

  async openFile(file) {
    byId("file").value = "";
    if (!file) return;
    clearTimeout(this.later);
    this.later = 0;
    this.file = file;
    this.tour.leave();
    this.player.pause();
    this.front = this.panes[0];
    byId("file-banner").hidden = false;
    byId("file-name").textContent = `${file.name.slice(0, 120)}, ${number(file.size)} bytes`;
    this.showTwo(false);
    if (file.size > FILE_MOST) {
      this.front.empty();
      this.emptied();
      this.front.fail(`${file.name.slice(0, 120)}: the file has ${number(file.size)} bytes; the explorer reads up to ${number(FILE_MOST)}. The tool has no such limit: linkbound check FILE`);
      return;
    }
    const bytes = await file.arrayBuffer(), name = file.name.slice(0, 120);
    byId("command").textContent = commandLine("check", [file.name]);
    const plan = await this.front.ask({ ask: "check", bytes }, [bytes], name);
    if (plan) {
      this.fields.follow(plan.about);
      this.ready();
    } else if (this.file === file && !this.front.plan) {
      this.emptied();
    }
  }

  /** There is no plan: neither time nor tables. */
  emptied() {
    this.player.setLead(null, false);
    this.picks.apply();
    this.showStep();
  }

  forgetFile() {
    this.file = null;
    byId("file-banner").hidden = true;
  }

  closeFile() {
    this.forgetFile();
    this.replan();
  }

  async saveSchedule() {
    if (this.file) {
      download(this.file, this.file.name);
      return;
    }
    if (!this.front.plan) return;
    if (!this.idle || this.front.element.classList.contains("stale")) {
      this.say("There is no plan yet for what is chosen.");
      return;
    }
    try {
      const { file } = await this.front.engine.ask({ ask: "write" });
      download(file, `${fileName(this.front.plan)}.jsonl`);
    } catch (error) {
      if (error.message !== "stopped") this.front.fail(error.message);
    }
  }

  saveSvg() {
    const { plan } = this.front;
    if (!plan?.drawn) {
      this.say("There is no drawing to save.");
      return;
    }
    download(new Blob([this.front.svg()], { type: "image/svg+xml" }), `${fileName(plan)}.svg`);
  }

  // ---- Looking ----

  restyle() {
    const options = Object.fromEntries(LOOKS.map((id) => [id, byId(id).value]));
    for (const id of SHOWS) options[id] = byId(id).checked;
    for (const pane of this.panes) pane.restyle(options);
    this.toLink();
    this.redraw();
  }

  pick(pane, what) {
    this.front = pane;
    this.picks.pick(what);
    this.redraw();
  }

  select(what) {
    for (const pane of this.panes) {
      const fits = what && pane.plan?.drawn && [what.node, what.from, what.to].every((v) => v === undefined || v < pane.plan.net.nodes);
      pane.stage.selection = fits ? select(pane.plan, what) : null;
    }
    this.redraw();
  }

  jump(time) {
    this.player.goTick(this.player.lead.tickAt(time) + 1);
  }

  /** Both drawings turn together. */
  turned(pane) {
    const { yaw, pitch, zoom, panX, panY } = pane.stage.camera;
    for (const other of this.panes) Object.assign(other.stage.camera, { yaw, pitch, zoom, panX, panY });
    this.redraw();
  }

  turning(seconds) {
    if (!byId("turn").checked || still()) return;
    for (const pane of this.panes) pane.stage.camera.turn(seconds * 0.22, 0);
  }

  shown() {
    this.redraw();
    if (this.player?.tick !== this.toldTick) {
      this.toldTick = this.player?.tick;
      if (this.player && !this.player.playing && this.player.lead) this.tell();
      this.showStep();
    }
  }

  /** For screen readers, when somebody steps. */
  tell() {
    const { player } = this, pane = this.panes.find(({ plan }) => plan === player.lead);
    announce(`${player.words()}: ${pane?.captions.at(player.position) ?? ""}`);
  }

  showStep() {
    if (!byId("step-card").open) return;
    const { plan } = this.front;
    refill(byId("step-moves"), ...(plan ? stepTable(plan, this.player.tick, (time) => this.jump(time)) : []));
  }

  /** At most once a frame, however often it is asked for. */
  redraw() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      for (const pane of this.panes)
        if (!pane.element.hidden && pane.plan) pane.draw(Math.min(this.player.position, pane.plan.end));
    });
  }

  tip(text, x, y) {
    const tip = byId("tip");
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    tip.style.left = `${Math.max(4, Math.min(innerWidth - tip.offsetWidth - 8, x + 14))}px`;
    tip.style.top = `${Math.max(4, Math.min(innerHeight - tip.offsetHeight - 8, y + 14))}px`;
  }
}

/** Colons and commas may stand in a fragment as they are. */
const readable = (map) => map.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");

function commandLine(command, words) {
  return ["linkbound", command, ...words.map((word) => (/^[\w:=.,+@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))].join(" ");
}

const fileName = (plan) => `${plan.result.algorithm}-${plan.result.task ?? plan.about.task}-${plan.net.title}`.replace(/[^\w.-]+/g, "-").slice(0, 80);

window.linkbound = new Page();
