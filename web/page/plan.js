// A plan or a file as the page sees it: moves in flat arrays, and the questions that the drawing asks of them.
import { Net } from "./net.js";

const NONE = 0xffffffff;

/** Numbers of the moves, by a number that each has: those of k are list[first[k]] .. list[first[k+1]-1]. */
function sorted(keys, count, kinds) {
  const first = new Uint32Array(kinds + 1), list = new Uint32Array(count);
  for (let i = 0; i < count; i++) first[keys[i] + 1]++;
  for (let k = 0; k < kinds; k++) first[k + 1] += first[k];
  const next = first.slice(0, kinds);
  for (let i = 0; i < count; i++) list[next[keys[i]]++] = i;
  return { first, list };
}

export class Plan {
  constructor({ about, result, moves, profile, name }) {
    this.name = name ?? ""; // of a file
    this.about = about;
    this.result = result;
    this.broken = result?.broken ?? null;
    this.net = new Net(about.net);
    this.drawn = moves !== null;
    this.profile = profile ?? null; // of what is too large to be drawn: how busy each port's links are, step by step
    this.moves = moves ?? { count: 0, items: 0, step: [], from: [], to: [], kind: [], first: new Uint32Array(1),
      start: [], finish: [], origin: [], dest: [], copy: [], lo: [], hi: [], timed: false };
    this.timed = this.moves.timed;
    this.denominator = result?.denominator ?? 1;
    this.ways = result?.ways ?? []; // of ports beyond the network's own: the ports of the links that they lead over
    this.setTimes();
    if (!this.drawn) return; // 2^26 nodes are planned and checked, but no list is kept of them
    const { count, to } = this.moves;
    this.into = sorted(to, count, this.net.nodes);
    this.arrivals = new Float64Array(count);
    for (let i = 0; i < count; i++) this.arrivals[i] = this.moves.finish[this.into.list[i]];
    // On the unit clock moves come in the order of their steps, and so do arrivals.
    for (let node = 0; this.timed && node < this.net.nodes; node++)
      this.arrivals.subarray(this.into.first[node], this.into.first[node + 1]).sort();
  }

  /** Ticks are the moments at which something starts; between two of them the picture is one "step". */
  setTimes() {
    const { count, start, finish, step } = this.moves;
    this.order = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.order[i] = i;
    if (this.timed) this.order.sort((a, b) => start[a] - start[b]);
    this.starts = new Float64Array(count);
    for (let i = 0; i < count; i++) this.starts[i] = start[this.order[i]];
    this.longest = 0;
    this.end = 0;
    for (let i = 0; i < count; i++) {
      this.longest = Math.max(this.longest, finish[i] - start[i]);
      this.end = Math.max(this.end, finish[i]);
    }
    if (this.timed) {
      this.ticks = this.starts.filter((time, i) => i === 0 || time - this.starts[i - 1] > this.end * 1e-9);
    } else {
      const steps = this.profile ? Math.min(this.result.steps, 1 << 20)
        : Math.max(count ? step[count - 1] : 0, this.broken ? Math.min(this.broken.step, 1 << 20) : 0);
      this.end = steps;
      this.ticks = Float64Array.from({ length: steps }, (_, i) => i);
    }
  }

  /** Which tick a time is in: 0 before the first, ticks.length after the last. */
  tickAt(time) {
    return lowerBound(this.ticks, time);
  }

  /** The time at which tick k (from 1) is best looked at: past half way, so that packets that meet can be told apart. */
  middle(k) {
    if (k <= 0) return 0;
    const begin = this.ticks[k - 1], next = k < this.ticks.length ? this.ticks[k] : this.end;
    return begin + (next - begin) * 0.64;
  }

  /** Calls visit(move, fraction) for what is on a link at this time. */
  inFlight(time, visit) {
    const { start, finish } = this.moves;
    const from = lowerBound(this.starts, time - this.longest), to = lowerBound(this.starts, time);
    for (let i = from; i < to; i++) {
      const move = this.order[i];
      if (finish[move] > time) visit(move, (time - start[move]) / (finish[move] - start[move]));
    }
  }

  /** Packets in a step of what is not drawn; null where steps are counted together. */
  busyIn(step) {
    const { ports, bins, busy } = this.profile;
    if (bins < this.ticks.length) return null;
    let sum = 0;
    for (let port = 0; port < ports; port++) sum += busy[port * bins + step - 1];
    return sum;
  }

  countInFlight(time) {
    let count = 0;
    this.inFlight(time, () => count++);
    return count;
  }

  /** How much of what a node will ever receive it has, 0 to 1; 1 when it receives nothing. */
  received(node, time) {
    const from = this.into.first[node], to = this.into.first[node + 1];
    if (from === to) return 1;
    return upperBound(this.arrivals, time + 1e-9, from, to) / (to - from);
  }

  port(move) {
    return this.moves.kind[move] & 255;
  }

  /** The links that a move crosses, as [from, port] each: one, or all of its way; none where that is not known. */
  links(move) {
    const port = this.port(move), { net } = this, own = net.ports.length;
    let at = this.moves.from[move];
    if (port < own) return [[at, port]];
    return (this.ways[port - own] ?? []).map((by) => {
      const link = [at, by];
      at = net.neighbour(at, by);
      return link;
    });
  }

  /** Where a move is: {from, to, fraction} of a link that it crosses. */
  leg(move, fraction) {
    const { from, to } = this.moves;
    if (this.port(move) < this.net.ports.length) return { from: from[move], to: to[move], fraction };
    const links = this.links(move), k = Math.min(links.length - 1, Math.floor(fraction * links.length));
    if (k < 0) return { from: from[move], to: to[move], fraction };
    return { from: links[k][0], to: this.net.neighbour(...links[k]), fraction: fraction * links.length - k };
  }

  copied(move) {
    return this.moves.kind[move] >> 8 === 0;
  }

  /** A block's name for people: "0 → 5", "from 3", "sum for 2". */
  blockName(item) {
    const { origin, dest, copy } = this.moves;
    const more = copy[item] ? ` (${copy[item] + 1})` : "";
    if (this.about.class === "span") return `[${origin[item]}..${dest[item]}]`;
    if (dest[item] === NONE) return `from ${origin[item]}${more}`;
    if (origin[item] === NONE) return this.about.task === "reduce" ? "sum" : `sum ${dest[item]}`;
    return `${origin[item]} → ${dest[item]}${more}`;
  }

  pieceName(item) {
    const { lo, hi } = this.moves;
    return lo[item] === 0 && hi[item] === this.denominator ? "" : ` [${lo[item]},${hi[item]})/${this.denominator}`;
  }

  /** What a packet holds, shortly. */
  contents(move, most = 3) {
    const { first } = this.moves, names = [];
    for (let i = first[move]; i < first[move + 1] && names.length < most; i++)
      names.push(this.blockName(i) + this.pieceName(i));
    const left = first[move + 1] - first[move] - names.length;
    return names.join(", ") + (left > 0 ? ` and ${left} more` : "") || "nothing";
  }

  where(test) {
    const found = [];
    for (let i = 0; i < this.moves.count; i++) if (test(i)) found.push(i);
    return found;
  }

  ofNode(node) {
    const { from, to } = this.moves;
    return this.where((i) => from[i] === node || to[i] === node);
  }

  ofLink(a, b) {
    const { from, to } = this.moves;
    return this.where((i) => from[i] === a && to[i] === b);
  }

  /** Moves that carry some of this block; either name may be left out (null). */
  ofBlock(origin, dest) {
    const { first } = this.moves;
    return this.where((i) => {
      for (let k = first[i]; k < first[i + 1]; k++)
        if (this.isBlock(k, origin, dest)) return true;
      return false;
    });
  }

  isBlock(item, origin, dest) {
    const m = this.moves;
    return (origin === null || m.origin[item] === origin) && (dest === null || m.dest[item] === dest);
  }

  atTick(k) {
    if (k < 1) return [];
    const from = lowerBound(this.starts, this.ticks[k - 1]);
    const to = k < this.ticks.length ? lowerBound(this.starts, this.ticks[k]) : this.starts.length;
    return Array.from(this.order.subarray(from, to));
  }
}

/** The first place in [from, to) whose value is not below. */
export function lowerBound(array, value, from = 0, to = array.length) {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (array[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many of [from, to) are not above. */
export function upperBound(array, value, from, to) {
  const begin = from;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (array[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from - begin;
}

export const isNone = (value) => value === NONE;
