// The drawing on a canvas: links, packets, nodes, and what is pointed at.
import { Camera } from "./camera.js";
import { Scene, moveColours, witnessPlaces } from "./scene.js";
import { lettering } from "./labels.js";
import { bestView, layout } from "./layout.js";
import { Trails } from "./trails.js";

const LAYERS = 4; // of links, by distance
export const ASIDE = 4; // pixels that a packet keeps to the right of the middle of its link

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.camera = new Camera();
    this.plan = null;
    this.selection = null;
    this.options = { view: "auto", colour: "dimension", labels: "auto", witness: true, trails: true };
  }

  setPlan(plan) {
    this.plan = plan.drawn ? plan : null;
    this.scene = null;
    this.trails = plan.drawn ? new Trails(plan) : null;
    this.arrange();
  }

  clear() {
    this.plan = this.scene = this.trails = null;
    this.selection = null;
  }

  arrange() {
    if (!this.plan) return;
    const { net, about } = this.plan, view = this.options.view === "auto" ? bestView(net) : this.options.view;
    this.scene = new Scene(this.plan, layout(net, view, about.root ?? about.bound?.node ?? 0));
    this.witness = witnessPlaces(this.plan);
    this.recolour();
  }

  recolour(colours = this.colours) {
    this.colours = colours;
    if (this.plan && colours) this.moveColour = moveColours(this.plan, this.options.colour, colours);
  }

  resize() {
    const box = this.canvas.getBoundingClientRect(), ratio = Math.min(2, devicePixelRatio || 1);
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.width = box.width;
    this.height = box.height;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  draw(time) {
    const c = this.context;
    c.clearRect(0, 0, this.width, this.height);
    if (!this.plan) return;
    this.time = time;
    this.scene.project(this.camera, this.width, this.height);
    if (this.options.witness) this.drawWitness();
    this.drawLinks();
    if (this.options.trails) this.drawTrails(time);
    this.drawSelectionBelow();
    this.drawPackets(time);
    this.drawNodes(time);
    this.drawBroken();
  }

  path(link, i) {
    const n = this.scene.node, c = this.context, a = link.from * 3, b = link.to * 3;
    c.moveTo(n[a], n[a + 1]);
    if (link.wrap) {
      c.lineTo(this.scene.stub[i * 6], this.scene.stub[i * 6 + 1]);
      c.moveTo(this.scene.stub[i * 6 + 3], this.scene.stub[i * 6 + 4]);
    }
    if (link.bend) c.quadraticCurveTo(this.scene.bent[i * 3], this.scene.bent[i * 3 + 1], n[b], n[b + 1]);
    else c.lineTo(n[b], n[b + 1]);
  }

  drawLinks() {
    const { links } = this.scene.layout, c = this.context, net = this.plan.net;
    const layers = Array.from({ length: LAYERS }, () => []), dead = [];
    links.forEach((link, i) => {
      if (net.dead(link.from, link.to) && net.dead(link.to, link.from)) return dead.push(i);
      const near = (this.scene.near(link.from) + this.scene.near(link.to)) / 2;
      layers[Math.max(0, Math.min(LAYERS - 1, Math.floor((near - 0.78) / 0.56 * LAYERS)))].push(i);
    });
    const thin = net.nodes > 128 ? 0.7 : 1.1;
    layers.forEach((list, layer) => {
      c.beginPath();
      for (const i of list) this.path(links[i], i);
      c.strokeStyle = this.colours.link;
      c.globalAlpha = this.scene.layout.solid ? 0.28 + 0.62 * layer / (LAYERS - 1) : 0.8;
      c.lineWidth = thin * (this.scene.layout.solid ? 0.8 + 0.5 * layer / (LAYERS - 1) : 1);
      c.stroke();
    });
    c.globalAlpha = 0.8;
    c.beginPath();
    for (const i of dead) this.path(links[i], i);
    c.setLineDash([3, 4]);
    c.strokeStyle = this.colours.broken;
    c.lineWidth = 1.2;
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  /** A directed link as a line beside the middle of the link. */
  sidePath(from, to, aside) {
    const c = this.context;
    for (const line of this.scene.lines(from, to))
      line.forEach((fraction, k) => {
        const [x, y] = this.scene.along(from, to, fraction, aside);
        if (k === 0) c.moveTo(x, y);
        else c.lineTo(x, y);
      });
  }

  /** How a used link is drawn: stronger, the more of the busiest link's packets it has carried. */
  trailStyle(share) {
    const fine = this.plan.net.nodes > 128;
    return { width: (fine ? 0.8 : 1.4) + (fine ? 0.8 : 1.8) * share, alpha: 0.4 + 0.35 * share };
  }

  /** Trails of one colour and one strength together; heads: where few links are used, as in a tree, it is told which way. */
  trailGroups(time) {
    const { list, index } = this.moveColour, groups = new Map();
    let count = 0;
    this.trails.to(time);
    this.trails.each((from, to, share, move) => {
      const strength = Math.ceil(share * 6) / 6, key = index[move] * 8 + strength * 6;
      if (!groups.has(key)) groups.set(key, { colour: list[index[move]], ...this.trailStyle(strength), lines: [] });
      groups.get(key).lines.push(from, to);
      count++;
    });
    return { groups: [...groups.values()], heads: count <= Math.min(200, 1.5 * this.plan.net.nodes) };
  }

  drawTrails(time) {
    const c = this.context, faint = this.selection?.kind === "block" ? 0.35 : 1, { groups, heads } = this.trailGroups(time);
    c.lineCap = "butt";
    for (const { colour, width, alpha, lines } of groups) {
      c.beginPath();
      for (let i = 0; i < lines.length; i += 2) this.sidePath(lines[i], lines[i + 1], ASIDE * this.scene.scale);
      c.strokeStyle = colour;
      c.lineWidth = width * Math.max(0.8, this.scene.scale);
      c.globalAlpha = alpha * faint;
      c.stroke();
      if (!heads) continue;
      c.beginPath();
      for (let i = 0; i < lines.length; i += 2) this.headPath(lines[i], lines[i + 1]);
      c.fillStyle = colour;
      c.fill();
    }
    c.globalAlpha = 1;
  }

  /** An arrow's head on the way, as three corners. */
  head(from, to) {
    const size = 5.5 * Math.max(0.7, this.scene.scale), aside = ASIDE * this.scene.scale;
    const [x, y] = this.scene.along(from, to, 0.7, aside), [px, py] = this.scene.along(from, to, 0.66, aside);
    const far = Math.hypot(x - px, y - py) || 1, dx = (x - px) / far * size, dy = (y - py) / far * size;
    return [x + dx, y + dy, x - dx - dy * 0.8, y - dy + dx * 0.8, x - dx + dy * 0.8, y - dy - dx * 0.8];
  }

  headPath(from, to) {
    const c = this.context, [ax, ay, bx, by, dx, dy] = this.head(from, to);
    c.moveTo(ax, ay);
    c.lineTo(bx, by);
    c.lineTo(dx, dy);
  }

  drawWitness() {
    const c = this.context, { nodes: count } = this.plan.net, { nodes, links } = this.witness;
    const all = links.size >= this.plan.net.linkCount;
    c.strokeStyle = this.colours.witness;
    c.globalAlpha = all ? 0.22 : 0.8;
    c.lineWidth = all ? 4 : 4.5;
    c.beginPath();
    if (all) this.scene.layout.links.forEach((link, i) => this.path(link, i));
    else for (const key of links) this.sidePath(Math.floor(key / count), key % count, 1.5);
    c.stroke();
    c.globalAlpha = 0.9;
    c.lineWidth = 2.5;
    for (const v of nodes) {
      c.beginPath();
      c.arc(this.scene.node[v * 3], this.scene.node[v * 3 + 1], this.radius(v) + 4.5, 0, 7);
      c.stroke();
    }
    c.globalAlpha = 1;
  }

  radius(v) {
    return this.scene.radius * this.scene.scale * this.scene.near(v);
  }

  /** What is selected: the moves of a block, a link, a node's links. */
  drawSelectionBelow() {
    const s = this.selection, c = this.context, m = this.plan.moves;
    if (!s) return;
    c.strokeStyle = this.colours.selected;
    c.lineWidth = 2.2;
    c.globalAlpha = 0.85;
    c.beginPath();
    if (s.kind === "link" && s.valid) this.sidePath(s.from, s.to, ASIDE * this.scene.scale);
    if (s.kind === "block") for (const i of s.moves) this.sidePath(m.from[i], m.to[i], ASIDE * this.scene.scale);
    c.stroke();
    c.globalAlpha = 1;
  }

  drawPackets(time) {
    const c = this.context, { list, index } = this.moveColour;
    const groups = list.map(() => []);
    this.plan.inFlight(time, (move, fraction) => groups[index[move]].push(move, fraction));
    const count = groups.reduce((sum, group) => sum + group.length / 2, 0);
    const size = this.scene.packetSize(count);
    const aside = ASIDE * this.scene.scale, tails = count < 700;
    const faded = this.selection?.kind === "block" ? new Set(this.selection.moves) : null;
    groups.forEach((group, k) => {
      if (!group.length) return;
      c.strokeStyle = list[k];
      c.fillStyle = list[k];
      if (tails) this.drawTails(group, aside, size);
      for (const pass of faded ? [false, true] : [null]) {
        c.globalAlpha = pass === false ? 0.18 : 1;
        c.beginPath();
        for (let i = 0; i < group.length; i += 2) {
          if (pass !== null && faded.has(group[i]) !== pass) continue;
          const { from: a, to: b, fraction } = this.plan.leg(group[i], group[i + 1]);
          const [x, y] = this.scene.along(a, b, fraction, aside);
          const near = this.scene.near(a) + (this.scene.near(b) - this.scene.near(a)) * fraction;
          c.moveTo(x + size * near, y);
          c.arc(x, y, size * near, 0, 6.3);
        }
        c.fill();
      }
    });
    c.globalAlpha = 1;
  }

  drawTails(group, aside, size) {
    const c = this.context;
    c.beginPath();
    for (let i = 0; i < group.length; i += 2) {
      const { from: a, to: b, fraction: f } = this.plan.leg(group[i], group[i + 1]);
      const begin = Math.max(f > 0.5 && this.scene.lines(a, b).length > 1 ? 0.5 + 1e-9 : 0, f - 0.34);
      for (let k = 0; k <= 3; k++) {
        const [x, y] = this.scene.along(a, b, begin + (f - begin) * k / 3, aside);
        if (k === 0) c.moveTo(x, y);
        else c.lineTo(x, y);
      }
    }
    c.globalAlpha = 0.42;
    c.lineWidth = size * 0.8;
    c.lineCap = "round";
    c.stroke();
    c.globalAlpha = 1;
  }

  labelOf(v) {
    const { labels } = this.options, net = this.plan.net;
    if (labels === "none" || (labels === "auto" && net.nodes > 64)) return "";
    return labels === "digits" ? net.digits(v) : String(v);
  }

  drawNodes(time) {
    const c = this.context, net = this.plan.net, small = this.scene.radius < 4;
    const order = Array.from({ length: net.nodes }, (_, v) => v);
    if (this.scene.layout.solid) order.sort((a, b) => this.scene.near(a) - this.scene.near(b));
    c.textAlign = "center";
    c.textBaseline = "middle";
    for (const v of order) {
      const x = this.scene.node[v * 3], y = this.scene.node[v * 3 + 1], r = this.radius(v);
      if (net.deadNodes.has(v)) this.drawDead(x, y, r);
      else if (small) this.drawDot(x, y, r, this.plan.received(v, time));
      else this.drawNode(v, x, y, r, this.plan.received(v, time));
      if (this.selection?.kind === "node" && this.selection.node === v) this.ringAround(x, y, r + 3, this.colours.selected);
    }
  }

  /** Whether labels are written into nodes: for all nodes or for none. */
  fits(label) {
    return this.scene.radius * this.scene.scale >= (label.length <= 2 ? 6.4 : 9);
  }

  /** In space a nearer node may stand before this one: then its label would be cut, and is left out. */
  isCovered(v) {
    const n = this.scene.node, { nodes } = this.plan.net;
    if (!this.scene.layout.solid || nodes > 64) return false;
    for (let u = 0; u < nodes; u++)
      if (n[u * 3 + 2] > n[v * 3 + 2] && Math.hypot(n[u * 3] - n[v * 3], n[u * 3 + 1] - n[v * 3 + 1]) < this.radius(u) + 0.6 * this.radius(v))
        return true;
    return false;
  }

  drawDot(x, y, r, share) {
    const c = this.context;
    c.beginPath();
    c.arc(x, y, r, 0, 6.3);
    c.fillStyle = share >= 1 ? this.colours.done : this.colours.nodeLine;
    c.fill();
  }

  /** A node fills up like a clock as it receives what it will receive. */
  drawNode(v, x, y, r, share) {
    const c = this.context, label = this.isCovered(v) ? "" : this.labelOf(v), inside = this.fits(label);
    c.beginPath();
    c.arc(x, y, r, 0, 6.3);
    c.fillStyle = this.colours.nodeFill;
    c.fill();
    c.lineWidth = Math.max(1, r * 0.14);
    c.strokeStyle = this.colours.link;
    c.stroke();
    if (share > 0) {
      c.beginPath();
      c.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * share);
      c.lineWidth = Math.max(1.6, r * 0.26);
      c.strokeStyle = this.colours.done;
      c.lineCap = "butt";
      c.stroke();
    }
    if (!label || (!inside && this.options.labels === "auto")) return;
    const { size, above, plate } = lettering(label, r, inside);
    c.font = `600 ${size.toFixed(1)}px system-ui, sans-serif`;
    if (plate) {
      c.fillStyle = this.colours.nodeFill;
      c.fillRect(x - plate.width / 2, y - plate.height / 2, plate.width, plate.height);
    }
    c.fillStyle = this.colours.ink;
    c.fillText(label, x, above ? y - r - size * 0.65 : y + r * 0.05);
  }

  drawDead(x, y, r) {
    const c = this.context;
    c.beginPath();
    c.moveTo(x - r * 0.7, y - r * 0.7);
    c.lineTo(x + r * 0.7, y + r * 0.7);
    c.moveTo(x + r * 0.7, y - r * 0.7);
    c.lineTo(x - r * 0.7, y + r * 0.7);
    c.strokeStyle = this.colours.broken;
    c.lineWidth = 2;
    c.stroke();
  }

  ringAround(x, y, r, colour) {
    const c = this.context;
    c.beginPath();
    c.arc(x, y, r, 0, 6.3);
    c.lineWidth = 2.4;
    c.strokeStyle = colour;
    c.stroke();
  }

  /** Where a file breaks the model: the two ends, and the line between them, link or not. */
  drawBroken() {
    const b = this.plan.broken, n = this.scene.node, c = this.context, { nodes } = this.plan.net;
    if (!b || b.step === 0 && b.from === 0 && b.to === 0) return;
    const ends = [b.from, b.to].filter((v) => v < nodes);
    if (ends.length === 2 && b.from !== b.to) {
      c.beginPath();
      this.sidePath(b.from, b.to, 0);
      c.strokeStyle = this.colours.broken;
      c.lineWidth = 4;
      c.stroke();
    }
    for (const v of ends) this.ringAround(n[v * 3], n[v * 3 + 1], this.radius(v) + 3, this.colours.broken);
  }
}
