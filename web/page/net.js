// The network, as the library numbers it: dimension 0 is the least significant digit; a radix of 2 has one port, a larger
// one two, first + and then -. What is no torus comes with a table of neighbours.

const NOBODY = 0xffffffff;

export class Net {
  constructor(about) {
    this.title = about.title;
    this.nodes = about.nodes;
    this.radices = about.radices;
    this.linkCount = about.links;
    this.diameter = about.diameter;
    this.unit = [];
    this.ports = [];
    let unit = 1;
    for (const [dim, radix] of this.radices.entries()) {
      this.unit.push(unit);
      unit *= radix;
      if (radix >= 2) this.ports.push({ dim, sign: 1 });
      if (radix > 2) this.ports.push({ dim, sign: -1 });
    }
    /** A torus or a mesh: rows, columns, and perhaps ends that wrap. */
    this.grid = about.grid !== false;
    this.spots = about.spots ?? null;
    this.table = about.neighbours ?? null;
    if (!this.grid || this.ports.length !== (about.port_dims ?? this.ports).length)
      this.ports = about.port_dims.map((dim) => ({ dim, sign: 1 }));
    /** A packet may cross several links at once: its port then says where it lands, not which link it takes. */
    this.flies = /cut-through|dimension-order/.test(about.title);
    this.deadNodes = new Set(about.dead_nodes);
    this.deadLinks = new Set(about.dead_links.map(([from, to]) => from * this.nodes + to));
  }

  get cube() {
    return this.radices.every((radix) => radix === 2);
  }

  digit(node, dim) {
    return Math.floor(node / this.unit[dim]) % this.radices[dim];
  }

  digits(node) {
    const all = this.radices.map((radix, dim) => this.digit(node, dim));
    return this.cube ? all.reverse().join("") : `(${all.join(",")})`;
  }

  /** -1 where a line ends, or a node of a graph has no such port. */
  neighbour(node, port) {
    if (this.table) {
      const found = this.table[node * this.ports.length + port];
      return found === undefined || found === NOBODY ? -1 : found;
    }
    const { dim, sign } = this.ports[port], radix = this.radices[dim], digit = this.digit(node, dim);
    return node + ((digit + sign + radix) % radix - digit) * this.unit[dim];
  }

  /** -1 when they are not neighbours. */
  portTo(from, to) {
    return this.ports.findIndex((_, port) => this.neighbour(from, port) === to);
  }

  distance(a, b) {
    if (this.table) return this.walk(a)[b];
    return this.radices.reduce((sum, radix, dim) => {
      const apart = Math.abs(this.digit(a, dim) - this.digit(b, dim));
      return sum + Math.min(apart, radix - apart);
    }, 0);
  }

  /** How far all nodes are from one, by going there. */
  walk(from) {
    if (this.walked?.from === from) return this.walked.far;
    const far = new Int32Array(this.nodes).fill(-1), queue = [from];
    far[from] = 0;
    for (const v of queue)
      for (let port = 0; port < this.ports.length; port++) {
        const u = this.neighbour(v, port);
        if (u >= 0 && far[u] < 0) {
          far[u] = far[v] + 1;
          queue.push(u);
        }
      }
    for (let v = 0; v < this.nodes; v++) if (far[v] < 0) far[v] = this.diameter;
    this.walked = { from, far };
    return far;
  }

  dead(from, to) {
    return to < 0 || this.deadNodes.has(from) || this.deadNodes.has(to) || this.deadLinks.has(from * this.nodes + to);
  }

  portName(port) {
    const { dim, sign } = this.ports[port];
    if (!this.grid) return `port ${port}`;
    return this.radices[dim] === 2 ? `dimension ${dim}` : `dimension ${dim}${sign > 0 ? "+" : "−"}`;
  }
}
