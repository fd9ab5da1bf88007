// The network, as the library numbers it: dimension 0 is the least significant digit; a radix of 2 has one port, a larger
// one two, first + and then -.

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

  neighbour(node, port) {
    const { dim, sign } = this.ports[port], radix = this.radices[dim], digit = this.digit(node, dim);
    return node + ((digit + sign + radix) % radix - digit) * this.unit[dim];
  }

  /** -1 when they are not neighbours. */
  portTo(from, to) {
    return this.ports.findIndex((_, port) => this.neighbour(from, port) === to);
  }

  distance(a, b) {
    return this.radices.reduce((sum, radix, dim) => {
      const apart = Math.abs(this.digit(a, dim) - this.digit(b, dim));
      return sum + Math.min(apart, radix - apart);
    }, 0);
  }

  dead(from, to) {
    return this.deadNodes.has(from) || this.deadNodes.has(to) || this.deadLinks.has(from * this.nodes + to);
  }

  portName(port) {
    const { dim, sign } = this.ports[port];
    return this.radices[dim] === 2 ? `dimension ${dim}` : `dimension ${dim}${sign > 0 ? "+" : "−"}`;
  }
}
