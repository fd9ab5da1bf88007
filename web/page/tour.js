// A story on the screen: its scenes with a button each, and the same on paper.
import { byId, make, refill, still } from "./dom.js";
import { palette } from "./colour.js";
import { STORIES } from "./stories.js";

export class Tour {
  constructor(page) {
    this.page = page;
    this.story = null;
    this.scene = 0;
    this.turn = 0;
    byId("stories").addEventListener("click", () => (this.open ? this.leave(true) : this.list()));
  }

  get open() {
    return !byId("story").hidden;
  }

  /** What a link to the scene says, or null. */
  pairs() {
    return this.story ? [["story", this.story.id], ["scene", String(this.scene + 1)]] : null;
  }

  show(on) {
    byId("story").hidden = !on;
    byId("main").classList.toggle("telling", on);
    byId("stories").setAttribute("aria-expanded", String(on));
    this.page.fold(on);
  }

  list() {
    this.story = null;
    this.show(true);
    refill(byId("story"), make("h2", {}, "Stories"), make("ul", { class: "shelf" }, ...STORIES.map((story) =>
      make("li", {}, make("button", { type: "button", onclick: () => this.tell(story.id) }, make("strong", {}, story.title), make("span", {}, story.about))))));
  }

  /** False: there is no such story. */
  tell(id, scene = 1) {
    const story = STORIES.find((one) => one.id === id), at = Math.floor(Number(scene)) - 1;
    if (!story) return false;
    this.story = story;
    this.show(true);
    this.steps = story.scenes.map(({ text }, k) => make("li", {}, make("p", {}, text),
      make("button", { type: "button", "aria-label": `Play scene ${k + 1}`, onclick: () => this.go(k, true) }, "▶ Play")));
    refill(byId("story"), make("h2", {}, story.title), make("ol", { class: "scenes" }, ...this.steps),
      make("div", { class: "ends" },
        make("button", { type: "button", onclick: () => this.list() }, "All stories"),
        make("button", { type: "button", id: "print-story", onclick: () => this.print() }, "Print"),
        make("button", { type: "button", onclick: () => this.leave(true) }, "Leave")));
    this.go(at >= 0 && at < story.scenes.length ? at : 0, false);
    return true;
  }

  /** Shows a scene and plays it; with less motion, unless it is asked for, its end. */
  async go(k, asked) {
    const turn = ++this.turn, { link, from, to, block } = this.story.scenes[k];
    this.scene = k;
    this.steps.forEach((step, i) => {
      if (i === k) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    if (!await this.page.showLink(link) || turn !== this.turn) return;
    if (asked) this.page.panes[0].canvas.scrollIntoView({ block: "nearest" });
    this.page.picks.pick(block ? { kind: "block", origin: block[0], dest: block[1] } : null);
    if (from === to || (still() && !asked)) this.page.player.go(to);
    else this.page.player.playTo(from, to);
  }

  leave(back) {
    this.turn++;
    this.story = null;
    if (!this.open) return;
    refill(byId("paper"));
    this.show(false);
    if (back) this.page.toLink();
  }

  // ---- On paper ----

  /** Every scene with its picture, on white; then the browser prints, to paper or to a PDF. */
  async print() {
    const { page, story } = this, { colours } = page, back = this.scene, sheets = [];
    byId("print-story").disabled = true;
    page.colours = palette(false);
    for (const [k, scene] of story.scenes.entries()) {
      this.scene = k;
      if (!await page.showLink(scene.link) || this.story !== story) break;
      page.player.go(scene.to);
      sheets.push(this.sheet(scene, k));
    }
    page.colours = colours;
    page.restyle();
    if (this.story !== story) return;
    byId("print-story").disabled = false;
    refill(byId("paper"), make("h1", {}, story.title), make("p", {}, story.about), ...sheets,
      make("p", { class: "hint" }, `Linkbound explorer, #story=${story.id}`));
    // On phones print() returns before the page is printed.
    window.addEventListener("afterprint", () => refill(byId("paper")), { once: true });
    window.print();
    this.go(back, false);
  }

  sheet({ text, to }, k) {
    const pictures = this.page.panes.filter((pane) => !pane.element.hidden && pane.plan?.drawn).map((pane) => {
      pane.draw(Math.min(to, pane.plan.end));
      return document.importNode(new DOMParser().parseFromString(pane.svg(), "image/svg+xml").documentElement, true);
    });
    return make("section", {}, make("p", {}, make("b", {}, `${k + 1}. `), text), make("div", { class: "pictures" }, ...pictures));
  }
}
