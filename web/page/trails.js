// What has happened so far, link by link: how many packets each direction has carried, and which came last. A broadcast
// leaves its tree behind, an all-to-all the load of every link.

export class Trails {
  constructor(plan) {
    const { count, finish } = plan.moves;
    this.plan = plan;
    this.ports = plan.net.ports.length;
    this.used = new Uint32Array(plan.net.nodes * this.ports);
    this.last = new Uint32Array(plan.net.nodes * this.ports);
    // On the unit clock moves come in the order in which they end.
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    if (plan.timed) this.order.sort((a, b) => finish[a] - finish[b]);
    this.next = 0;
    this.most = this.loads();
  }

  slots(move) {
    return this.plan.links(move).map(([from, port]) => from * this.ports + port);
  }

  /** The packets of the busiest link, in all. */
  loads() {
    const all = new Uint32Array(this.used.length);
    let most = 1;
    for (let i = 0; i < this.order.length; i++) {
      for (const slot of this.slots(i)) most = Math.max(most, ++all[slot]);
    }
    return most;
  }

  /** Goes to a time: forward by what has ended since, back by starting again. */
  to(time) {
    const { finish } = this.plan.moves;
    if (this.next > 0 && finish[this.order[this.next - 1]] > time + 1e-9) {
      this.next = 0;
      this.used.fill(0);
    }
    for (; this.next < this.order.length && finish[this.order[this.next]] <= time + 1e-9; this.next++) {
      const move = this.order[this.next];
      for (const slot of this.slots(move)) {
        this.used[slot]++;
        this.last[slot] = move;
      }
    }
  }

  /** Calls visit(from, to, share of the busiest link's packets, the last move) for every direction that has been used. */
  each(visit) {
    for (let slot = 0; slot < this.used.length; slot++) {
      if (!this.used[slot]) continue;
      const from = Math.floor(slot / this.ports), to = this.plan.net.neighbour(from, slot % this.ports);
      visit(from, to, this.used[slot] / this.most, this.last[slot]);
    }
  }
}
