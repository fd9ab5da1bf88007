// What is to be seen at one moment, as plain shapes: places of nodes and links on the screen, packets on their way, what
// the witness and the selection point at. The canvas and the SVG file are both drawn from this.
import { isNone } from "./plan.js";

const FLIGHT = -2; // a move over several links belongs to no dimension
const RING = 7; // around a node that the witness is about
const BENT = Array.from({ length: 21 }, (_, k) => k / 20);

export class Scene {
  constructor(plan, layout) {
    this.plan = plan;
    this.layout = layout;
    const { nodes } = plan.net;
    this.node = new Float64Array(nodes * 3);
    this.bent = new Float64Array(layout.links.length * 3);
    this.stub = new Float64Array(layout.links.length * 6); // where a link that wraps leaves, and where it comes in
    this.linkOf = new Map();
    layout.links.forEach((link, i) => {
      // On a ring of two the links of both signs join the same ends; the first one stands for both.
      if (!this.linkOf.has(link.from * nodes + link.to)) this.linkOf.set(link.from * nodes + link.to, i);
      if (!this.linkOf.has(link.to * nodes + link.from)) this.linkOf.set(link.to * nodes + link.from, i);
    });
    this.radius = nodeRadius(nodes);
  }

  project(camera, width, height) {
    const { place, links } = this.layout;
    const usual = Math.max(0.55, Math.min(1.25, Math.min(width, height) / 480));
    const largest = this.layout.solid ? 1.35 * usual : Math.max(1, usual); // as `near` and `roomy` let it grow
    camera.frame(width, height, this.layout, this.radius * largest + RING);
    for (let i = 0; i < place.length; i += 3) camera.project(place[i], place[i + 1], place[i + 2], this.node, i);
    for (let i = 0; i < links.length; i++) {
      const { from, to, bend, wrap } = links[i], a = from * 3, b = to * 3;
      if (wrap) {
        camera.project(place[a] + wrap[0], place[a + 1] + wrap[1], 0, this.stub, i * 6);
        camera.project(place[b] - wrap[0], place[b + 1] - wrap[1], 0, this.stub, i * 6 + 3);
      }
      if (!bend) continue;
      camera.project((place[a] + place[b]) / 2 + bend[0] * 2, (place[a + 1] + place[b + 1]) / 2 + bend[1] * 2,
        (place[a + 2] + place[b + 2]) / 2 + bend[2] * 2, this.bent, i * 3);
    }
    this.scale = usual * Math.min(1.6, Math.sqrt(camera.zoom));
    if (!this.layout.solid) this.scale = this.roomy(camera, usual);
  }

  /** On paper nodes are as large as there is room between them, so that no two overlap. */
  roomy(camera, usual) {
    const { nodes } = this.plan.net, key = `${camera.size} ${camera.sizeY}`;
    if (nodes < 2 || nodes > 400) return this.scale;
    if (this.gapKey !== key) {
      this.gap = Infinity;
      for (let u = 0; u < nodes; u++)
        for (let v = 0; v < u; v++)
          this.gap = Math.min(this.gap, Math.hypot(this.node[u * 3] - this.node[v * 3], this.node[u * 3 + 1] - this.node[v * 3 + 1]));
      this.gapKey = key;
    }
    return Math.min(0.36 * this.gap / this.radius, Math.max(1, usual) * Math.min(1.6, Math.sqrt(camera.zoom)));
  }

  /** A link, one way, as lines to be drawn: lists of fractions of the way. What wraps is drawn in two. */
  lines(from, to) {
    const link = this.layout.links[this.linkOf.get(from * this.plan.net.nodes + to)];
    if (link?.wrap) return [[0, 0.5], [0.5 + 1e-9, 1]];
    return [link?.bend ? BENT : [0, 1]];
  }

  /** Half of the way out of the grid, half of the way into it again. */
  alongWrap(link, from, to, fraction, aside) {
    const n = this.node, s = this.stub, out = this.layout.links[link].from === from ? 0 : 3;
    const leave = link * 6 + out, enter = link * 6 + 3 - out, begins = fraction <= 0.5;
    const [ax, ay, bx, by] = begins ? [n[from * 3], n[from * 3 + 1], s[leave], s[leave + 1]]
      : [s[enter], s[enter + 1], n[to * 3], n[to * 3 + 1]];
    const share = begins ? fraction * 2 : fraction * 2 - 1, length = Math.hypot(bx - ax, by - ay) || 1;
    return [ax + (bx - ax) * share - (by - ay) / length * aside, ay + (by - ay) * share + (bx - ax) / length * aside];
  }

  /** [x, y] of a fraction of the way; a packet keeps to the right, so that both directions can be told apart. */
  along(from, to, fraction, aside) {
    const link = this.linkOf.get(from * this.plan.net.nodes + to);
    if (link !== undefined && this.layout.links[link].wrap) return this.alongWrap(link, from, to, fraction, aside);
    const n = this.node, ax = n[from * 3], ay = n[from * 3 + 1], bx = n[to * 3], by = n[to * 3 + 1];
    let x = ax + (bx - ax) * fraction, y = ay + (by - ay) * fraction, dx = bx - ax, dy = by - ay;
    if (link !== undefined && this.layout.links[link].bend) {
      const cx = this.bent[link * 3], cy = this.bent[link * 3 + 1], u = 1 - fraction;
      x = u * u * ax + 2 * u * fraction * cx + fraction * fraction * bx;
      y = u * u * ay + 2 * u * fraction * cy + fraction * fraction * by;
      dx = 2 * u * (cx - ax) + 2 * fraction * (bx - cx);
      dy = 2 * u * (cy - ay) + 2 * fraction * (by - cy);
    }
    const length = Math.hypot(dx, dy) || 1;
    return [x - dy / length * aside, y + dx / length * aside];
  }

  /** A packet's radius: smaller where there are many. */
  packetSize(count) {
    return Math.max(1.5, Math.min(6, this.radius * 0.52)) * this.scale * (count > 250 ? 0.8 : 1);
  }

  near(node) {
    return this.node[node * 3 + 2];
  }

  /** Node under a point, or -1. */
  nodeAt(x, y) {
    let best = -1, least = Math.max(9, this.radius * this.scale + 4);
    for (let v = 0; v < this.plan.net.nodes; v++) {
      const far = Math.hypot(this.node[v * 3] - x, this.node[v * 3 + 1] - y);
      if (far < least) [best, least] = [v, far];
    }
    return best;
  }

  /** Packet (move) under a point, or -1. */
  packetAt(x, y, time) {
    let best = -1, least = 9;
    this.plan.inFlight(time, (move, fraction) => {
      const leg = this.plan.leg(move, fraction), [px, py] = this.along(leg.from, leg.to, leg.fraction, 4 * this.scale);
      const far = Math.hypot(px - x, py - y);
      if (far < least) [best, least] = [move, far];
    });
    return best;
  }

  /** [from, to] of the directed link under a point: the direction whose side was meant. */
  linkAt(x, y) {
    let best = null, least = 8;
    for (const { from, to, wrap } of this.layout.links) {
      // Every few pixels, so that no place between two samples is missed.
      const n = this.node, far = Math.hypot(n[from * 3] - n[to * 3], n[from * 3 + 1] - n[to * 3 + 1]);
      const parts = 4 + Math.ceil((wrap ? 80 : far) / 6);
      for (let k = 1; k < parts; k++) {
        for (const [a, b] of [[from, to], [to, from]]) {
          const [px, py] = this.along(a, b, k / parts, 4);
          const off = Math.hypot(px - x, py - y);
          if (off < least) [best, least] = [[a, b], off];
        }
      }
    }
    return best;
  }
}

export function nodeRadius(nodes) {
  return nodes <= 16 ? 13 : nodes <= 32 ? 10.5 : nodes <= 64 ? 8 : nodes <= 256 ? 4.6 : nodes <= 1024 ? 3 : 2;
}

/** Which nodes and directed links the bound's witness is about. */
export function witnessPlaces(plan) {
  const w = plan.about.bound, net = plan.net;
  const nodes = new Set(), links = new Set(), key = (a, b) => a * net.nodes + b;
  if (!w || w.kind === "none") return { nodes, links };
  const around = (v, inward) => {
    nodes.add(v);
    net.ports.forEach((_, port) => {
      const u = net.neighbour(v, port);
      if (!net.dead(v, u)) links.add(inward ? key(u, v) : key(v, u));
    });
  };
  if (w.kind === "node" || w.kind === "growth" || w.kind === "levels" || w.kind === "sides" || w.kind === "ways") {
    around(w.node, w.inward);
    // Where it is the distance that binds, the far end belongs to it.
    if (w.radius > 1 && w.load <= 1)
      for (let v = 0; v < net.nodes; v++) if (net.distance(w.node, v) === w.radius) nodes.add(v);
  } else if (w.kind === "cut") {
    const inside = (v) => (net.digit(v, w.dim) - w.first + net.radices[w.dim]) % net.radices[w.dim] < w.width;
    for (let v = 0; v < net.nodes; v++) {
      if (!inside(v)) continue;
      nodes.add(v);
      net.ports.forEach(({ dim }, port) => {
        const u = net.neighbour(v, port);
        if (dim === w.dim && !net.dead(v, u) && !inside(u)) links.add(w.inward ? key(u, v) : key(v, u));
      });
    }
  } else if (w.kind === "moments") {
    // Inside from the beginning, and the links that lead out of the moving border in some step.
    for (let v = 0; v < net.nodes; v++) {
      if (w.moments[v] === 0) nodes.add(v);
      net.ports.forEach((_, port) => {
        const u = net.neighbour(v, port);
        if (!net.dead(v, u) && w.moments[u] > w.moments[v] + 1) links.add(key(v, u));
      });
    }
  } else if (w.kind === "links") {
    for (let v = 0; v < net.nodes; v++)
      net.ports.forEach((_, port) => {
        const u = net.neighbour(v, port);
        if (w.weights[port] && !net.dead(v, u)) links.add(key(v, u));
      });
  }
  return { nodes, links };
}

/** The colour of every move, as numbers into a short list of colours. */
export function moveColours(plan, by, colours) {
  const m = plan.moves, net = plan.net, list = [], index = new Uint16Array(m.count);
  const known = new Map(); // of names, and nodes after them: kinds are few
  const dims = net.ports.map(({ dim }) => dim);
  for (let i = 0; i < m.count; i++) {
    const item = m.first[i], port = m.kind[i] & 255, has = item < m.first[i + 1];
    const node = by === "origin" ? m.origin[item] : m.dest[item];
    let name = dims[port] ?? (port === 255 && !net.flies ? -1 : FLIGHT);
    if (name >= 0 && has && by === "piece") name = pieceNumber(plan, item);
    else if (name >= 0 && has && by !== "dimension" && !isNone(node)) name = 1000 + node % net.nodes;
    let place = known.get(name);
    if (place === undefined) {
      place = list.push(name === FLIGHT ? colours.flight : name < 0 ? colours.broken : name < 1000 ? colours.kind(name) : colours.among(name - 1000, net.nodes)) - 1;
      known.set(name, place);
    }
    index[i] = place;
  }
  return { list, index };
}

/** Pieces of a block, told apart by where they begin. */
function pieceNumber(plan, item) {
  const share = plan.moves.lo[item] / plan.denominator;
  return Math.floor(share * Math.min(12, plan.denominator));
}
