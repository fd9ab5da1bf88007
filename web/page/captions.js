// Every step in words: who sends where, and how much is home after it.
import { number } from "./dom.js";
import { lowerBound } from "./plan.js";

const FEW = 4;
const PARTS = [[1, 2, "half"], [1, 3, "a third"], [2, 3, "two thirds"], [1, 4, "a quarter"], [3, 4, "three quarters"]];

const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** "half of all blocks are home", "5 of 15 blocks are home". */
function share(done, total, noun, state) {
  const count = Math.round(done * 1e6) / 1e6, all = Math.round(total * 1e6) / 1e6;
  if (count <= 0) return `no ${noun} is ${state} yet`;
  if (count >= all) return all === 1 ? `the ${noun} is ${state}` : `all ${noun}s are ${state}`;
  const part = PARTS.find(([a, b]) => Math.abs(count * b - all * a) < 1e-6);
  if (part && all > 1) return `${part[2]} of all ${noun}s are ${state}`;
  if (Number.isInteger(count) && Number.isInteger(all) && all <= 64) return `${count} of ${all} ${noun}s are ${state}`;
  return `${+(100 * count / all).toPrecision(2)} % of all ${noun}s are ${state}`;
}

/** What has arrived by when: times in order, and how much in all up to each. */
class Arrivals {
  constructor(plan, counts) {
    const { count, first, finish, lo, hi } = plan.moves;
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    if (plan.timed) order.sort((a, b) => finish[a] - finish[b]);
    this.times = Float64Array.from(order, (i) => finish[i]);
    this.sums = new Float64Array(count);
    this.total = 0;
    order.forEach((i, at) => {
      for (let k = first[i]; k < first[i + 1]; k++) if (counts(i, k)) this.total += (hi[k] - lo[k]) / plan.denominator;
      this.sums[at] = this.total;
    });
  }

  by(time) {
    const at = lowerBound(this.times, time + 1e-9 * (1 + time));
    return at ? this.sums[at - 1] : 0;
  }
}

export class Captions {
  constructor(plan) {
    this.plan = plan;
    this.alive = plan.net.nodes - plan.net.deadNodes.size;
  }

  /** Made when first asked for: a plan may have millions of packets. */
  arrivals() {
    const { plan } = this, { to, dest } = plan.moves, kind = plan.about.class;
    if (kind === "carry") return (this.home ??= new Arrivals(plan, (i, k) => to[i] === dest[k]));
    if (kind === "sum") {
      this.added ??= new Arrivals(plan, (i) => !plan.copied(i));
      return (this.home ??= new Arrivals(plan, (i) => plan.copied(i)));
    }
    return (this.home ??= new Arrivals(plan, () => true));
  }

  /** The words for a moment; tick 0 is before anything. */
  at(time) {
    const { plan } = this, tick = plan.tickAt(time);
    if (!plan.ticks.length || !(plan.drawn || plan.profile)) return "";
    const key = time >= plan.end ? -1 : tick;
    if (this.key !== key) {
      this.key = key;
      this.text = key < 0 ? sentence(`done: ${this.finished()}`) : tick === 0 ? sentence(`at first ${this.before()}`) : this.step(tick);
    }
    return this.text;
  }

  step(tick) {
    if (this.plan.profile) return this.count(tick);
    const { plan } = this, end = tick < plan.ticks.length ? plan.ticks[tick] : plan.end;
    const state = plan.broken ? "" : this.state(end);
    return sentence(this.who(plan.atTick(tick)) + (state ? `; ${plan.timed ? "when that is on its way" : "after it"}, ${state}` : ""));
  }

  /** Of a plan that is not drawn only counts are kept. */
  count(tick) {
    const { net } = this.plan, busy = this.plan.busyIn(tick);
    if (busy === null) return "";
    if (busy === net.linkCount && !net.flies) return sentence(this.everywhere((one) => `send${one ? "s" : ""}`));
    return sentence(`${number(busy)} packets on ${number(net.linkCount)} links`);
  }

  // ---- Who sends where ----

  who(moves) {
    const { plan } = this, { net, timed } = plan, from = new Set(), to = new Set();
    for (const i of moves) {
      from.add(plan.moves.from[i]);
      to.add(plan.moves.to[i]);
    }
    const send = (one) => (timed ? `begin${one ? "s" : ""} to send` : `send${one ? "s" : ""}`);
    if (!moves.length) return "no data moves";
    if (moves.length === net.linkCount && !net.flies) return this.everywhere(send);
    if (from.size === 1) return `node ${[...from][0]} ${send(true)} to ${this.reached([...from][0], [...to])}`;
    if (to.size === 1 && from.size <= FEW) return `nodes ${list([...from])} ${send(false)} to node ${[...to][0]}`;
    if (to.size === 1) return `${number(from.size)} nodes ${send(false)} to node ${[...to][0]}`;
    const all = from.size === this.alive;
    const subject = all ? "every node" : from.size <= FEW ? `nodes ${list([...from])}` : `${number(from.size)} of ${number(this.alive)} nodes`;
    const one = all && moves.length === this.alive;
    return `${subject} ${send(all)}${this.across(moves)}${one || net.flies ? "" : `, on ${number(moves.length)} of ${number(net.linkCount)} links`}`;
  }

  everywhere(send) {
    const { net } = this.plan, each = net.linkCount / this.alive;
    if (net.table || net.deadLinks.size || net.deadNodes.size) return "every link is busy, both ways";
    return each === 1 ? `every node ${send(true)} over its link` : `every node ${send(true)} over all ${each} of its links`;
  }

  reached(node, nodes) {
    if (nodes.length === 1) return `node ${nodes[0]}`;
    if (nodes.length <= FEW) return `nodes ${list(nodes)}`;
    const all = this.plan.net.ports.filter((_, port) => !this.plan.net.dead(node, this.plan.net.neighbour(node, port))).length;
    return all === nodes.length ? `all its ${all} neighbours` : `${nodes.length} of its ${all} neighbours`;
  }

  across(moves) {
    const { plan } = this, { net } = plan, signs = new Map();
    if (!net.grid || net.flies) return "";
    for (const i of moves) {
      const port = net.ports[plan.port(i)];
      if (port) signs.set(port.dim, (signs.get(port.dim) ?? 0) | (port.sign > 0 ? 1 : 2));
    }
    const dims = [...signs.keys()].sort((a, b) => a - b), real = net.radices.filter((radix) => radix > 1).length;
    if (real === 1 && net.radices[dims[0]] > 2) return ["", " up the ring", " down the ring", " both ways"][signs.get(dims[0])];
    if (dims.length === 0 || real === 1) return "";
    if (dims.length > 1) return dims.length === real ? " across all dimensions" : ` across dimensions ${list(dims)}`;
    const way = net.radices[dims[0]] === 2 ? "" : ["", ", upwards", ", downwards", ", both ways"][signs.get(dims[0])];
    return ` across dimension ${dims[0]}${way}`;
  }

  // ---- How far it is ----

  state(time) {
    const home = this.arrivals(), kind = this.plan.about.class, by = home.by(time);
    if (kind === "carry") return share(by, home.total, "block", "home");
    if (kind === "span") return share(by, home.total, "partial result", "in place");
    if (kind === "sum") {
      const added = this.added.by(time);
      if (added < this.added.total - 1e-9 || !home.total) return share(added, this.added.total, "addition", "done");
      return `all sums are made, and ${share(by, home.total, "copy", "in place").replaceAll("copys", "copies")}`;
    }
    return this.copies(time, by, home.total);
  }

  copies(time, by, total) {
    const { plan } = this, counts = new Set();
    let whole = 0;
    for (let v = 0; v < plan.net.nodes; v++) {
      if (plan.net.deadNodes.has(v)) continue;
      const part = plan.received(v, time);
      counts.add(part);
      if (part >= 1) whole++;
    }
    if (plan.about.task === "allgather" && counts.size === 1) {
      const known = 1 + by / this.alive;
      if (Math.abs(known - Math.round(known)) < 1e-9) return `every node knows ${Math.round(known)} of ${this.alive} blocks`;
    }
    if (plan.about.task !== "broadcast" || whole < 2) return share(by, total, "copy", "in place").replaceAll("copys", "copies");
    return whole === this.alive ? "every node has all of it" : `${number(whole)} of ${number(this.alive)} nodes have all of it`;
  }

  before() {
    const { task, root, to } = this.plan.about;
    return {
      alltoall: "every node has a block for every other node", broadcast: `node ${root} has what everybody wants`,
      scatter: `node ${root} has a block for every other node`, gather: `every node has a block for node ${root}`,
      allgather: "every node has a block that everybody wants", reduce: `every node has a vector, and node ${root} wants their sum`,
      "reduce-scatter": "every node has a vector and wants its part of their sum",
      allreduce: "every node has a vector and wants the sum of all", send: `node ${root} has a block for node ${to}`,
      permute: "every node has a block for one node", isotropic: "every node has blocks for the same nodes around it",
      neighbors: "every node has blocks for the nodes around it", multibroadcast: "some nodes have what everybody wants",
      scan: "every node has a value and wants the sum of all up to its own",
      exscan: "every node has a value and wants the sum of all before its own",
    }[task] ?? "nothing has been sent";
  }

  finished() {
    if (this.plan.broken) return "this is where the file ends";
    return { carry: "all blocks are home", copy: "every node has everything", sum: "every sum is where it is wanted",
      span: "every node has its prefix" }[this.plan.about.class];
  }
}
