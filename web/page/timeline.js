// Links by steps: who carries what, when, and what is idle. The cells are painted once into a small picture, a dot each,
// and that is stretched; only the cursor moves.

const LEFT = 64, TOP = 30, MOST = 4096;

export class Timeline {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.plan = null;
  }

  /** Rows are directed links, by port and then by sender, so that a dimension is a band. */
  setPlan(plan, colours, moveColour) {
    this.plan = plan;
    this.span = plan.end;
    this.colours = colours;
    this.rows = plan.profile ? plan.profile.ports : plan.net.ports.length * plan.net.nodes;
    this.columns = plan.timed ? 1200 : Math.max(1, plan.ticks.length);
    this.binRows = Math.max(1, Math.min(MOST, this.rows));
    this.binColumns = Math.max(1, Math.min(MOST, this.columns));
    if (plan.profile) this.paintProfile();
    else {
      this.paint(moveColour);
      this.countBusy();
    }
  }

  /** Two charts side by side have one scale: the longer plan's. */
  setSpan(end) {
    this.span = Math.max(end, this.plan?.end ?? 0);
  }

  rowOf(from, port) {
    return port * this.plan.net.nodes + from;
  }

  linkOf(row) {
    if (this.plan.profile) return [-1, -1]; // a row is all links of a port
    const from = row % this.plan.net.nodes, port = Math.floor(row / this.plan.net.nodes);
    return [from, this.plan.net.neighbour(from, port)];
  }

  /** Height that suits: every row a few pixels, where there are not too many. */
  idealHeight() {
    const whole = this.rows > 150 && this.rows <= 220; // a pixel each, rather than nearly
    return TOP + 20 + (whole ? this.rows : Math.max(66, Math.min(150, this.rows * 12)));
  }

  paint({ list, index }) {
    const { start, finish, count } = this.plan.moves, picture = document.createElement("canvas");
    picture.width = this.binColumns;
    picture.height = this.binRows;
    const context = picture.getContext("2d"), image = context.createImageData(this.binColumns, this.binRows);
    const pixels = new Uint32Array(image.data.buffer), packed = list.map(packColour), end = this.plan.end || 1;
    pixels.fill(packColour(this.colours.empty));
    this.paintDead(pixels);
    for (let i = 0; i < count; i++) {
      const first = Math.floor(start[i] / end * this.binColumns + 1e-6);
      const last = Math.min(this.binColumns, Math.max(first + 1, Math.floor(finish[i] / end * this.binColumns + 1e-6)));
      for (const [from, port] of this.plan.links(i)) {
        const row = Math.floor(this.rowOf(from, port) / this.rows * this.binRows);
        for (let x = first; x < last; x++) pixels[row * this.binColumns + x] = packed[index[i]];
      }
    }
    context.putImageData(image, 0, 0);
    this.picture = picture;
    this.squeezed = null;
  }

  /** A row for every port of what is not drawn, as strong as its links are busy. */
  paintProfile() {
    const { ports, bins, busy } = this.plan.profile, { net, ticks } = this.plan, picture = document.createElement("canvas");
    const most = net.nodes * ticks.length / bins;
    [picture.width, picture.height] = [this.binColumns = bins, this.binRows = ports];
    const context = picture.getContext("2d");
    context.fillStyle = this.colours.empty;
    context.fillRect(0, 0, bins, ports);
    this.busy = new Float64Array(bins);
    for (let port = 0; port < ports; port++) {
      context.fillStyle = this.colours.kind(net.ports[port]?.dim ?? 0);
      for (let bin = 0; bin < bins; bin++) {
        context.globalAlpha = Math.min(1, busy[port * bins + bin] / most);
        context.fillRect(bin, port, 1, 1);
        this.busy[bin] += busy[port * bins + bin] * bins / ticks.length / (net.linkCount || 1);
      }
    }
    this.picture = picture;
    this.squeezed = null;
  }

  /** Dead links carry nothing, and that is not idleness; where a mesh ends there is no link, and nothing in its row. */
  paintDead(pixels) {
    const { net } = this.plan, grey = packColour(this.colours.link), nothing = packColour(this.colours.ground);
    if (!net.deadNodes.size && !net.deadLinks.size && !net.table) return;
    for (let row = 0; row < this.rows; row++) {
      const [from, to] = this.linkOf(row), bin = Math.floor(row / this.rows * this.binRows);
      if (net.dead(from, to)) pixels.fill(to < 0 ? nothing : grey, bin * this.binColumns, (bin + 1) * this.binColumns);
    }
  }

  /** The share of links that is busy, column by column. */
  countBusy() {
    const { start, finish, count } = this.plan.moves, end = this.plan.end || 1, columns = Math.min(this.binColumns, 600);
    this.busy = new Float64Array(columns);
    const width = end / columns, links = this.plan.net.linkCount || 1;
    for (let i = 0; i < count; i++) {
      const first = Math.max(0, Math.floor(start[i] / width + 1e-9)), crossed = this.plan.links(i).length || 1;
      for (let k = first; k < columns && k * width < finish[i] - 1e-9; k++)
        this.busy[k] += (Math.min(finish[i], (k + 1) * width) - Math.max(start[i], k * width)) / width / links * crossed;
    }
  }

  draw(time, selection) {
    const c = this.context, ratio = Math.min(2, devicePixelRatio || 1), box = this.canvas.getBoundingClientRect();
    if (this.canvas.width !== Math.round(box.width * ratio) || this.canvas.height !== Math.round(box.height * ratio)) {
      this.canvas.width = Math.round(box.width * ratio);
      this.canvas.height = Math.round(box.height * ratio);
    }
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, box.width, box.height);
    if (!this.plan) return;
    this.w = Math.max(10, box.width - LEFT - 10);
    this.h = Math.max(10, box.height - TOP - 20);
    this.x = this.w / (this.span || 1); // pixels in a unit of time
    c.globalAlpha = 0.88;
    this.drawCells(ratio);
    c.globalAlpha = 1;
    this.drawGrid();
    this.drawBusy();
    this.drawLabels();
    if (selection) this.drawSelection(selection);
    this.drawCursor(time);
  }

  /** Where rows are finer than pixels they are averaged, steps never run into each other. */
  drawCells(ratio) {
    const c = this.context, width = this.plan.end * this.x, high = Math.max(1, Math.round(this.h * ratio));
    let cells = this.picture;
    if (this.binRows > high) {
      if (this.squeezed?.height !== high) {
        this.squeezed = document.createElement("canvas");
        [this.squeezed.width, this.squeezed.height] = [this.binColumns, high];
        this.squeezed.getContext("2d").drawImage(cells, 0, 0, this.binColumns, high);
      }
      cells = this.squeezed;
    }
    c.imageSmoothingEnabled = this.binColumns > width * ratio;
    const bands = this.plan.profile ? cells.height : 1; // whose colours must not run into each other
    for (let k = 0; k < bands; k++)
      c.drawImage(cells, 0, k * cells.height / bands, cells.width, cells.height / bands, LEFT, TOP + k * this.h / bands, width, this.h / bands);
  }

  drawGrid() {
    const c = this.context, across = this.x, down = this.h / this.rows;
    c.strokeStyle = this.colours.ground;
    c.lineWidth = 1;
    c.beginPath();
    if (!this.plan.timed && across >= 5)
      for (let i = 1; i < this.columns; i++) {
        c.moveTo(LEFT + i * across, TOP);
        c.lineTo(LEFT + i * across, TOP + this.h);
      }
    if (down >= 4)
      for (let i = 1; i < this.rows; i++) {
        c.moveTo(LEFT, TOP + i * down);
        c.lineTo(LEFT + this.plan.end * this.x, TOP + i * down);
      }
    c.stroke();
    c.lineWidth = 2;
    c.beginPath();
    for (let p = 1; p < this.plan.net.ports.length; p++) {
      const y = TOP + p * this.plan.net.nodes * down;
      c.moveTo(LEFT, y);
      c.lineTo(LEFT + this.w, y);
    }
    c.stroke();
  }

  drawBusy() {
    const c = this.context, width = this.plan.end * this.x / this.busy.length, high = TOP - 12;
    c.fillStyle = this.colours.empty;
    c.fillRect(LEFT, 4, this.plan.end * this.x, high);
    c.fillStyle = this.colours.done;
    c.globalAlpha = 0.75;
    for (let i = 0; i < this.busy.length; i++) {
      const share = Math.min(1, this.busy[i]);
      c.fillRect(LEFT + i * width, 4 + high * (1 - share), width > 4 ? width - 1 : width + 0.2, high * share);
    }
    c.globalAlpha = 1;
  }

  drawLabels() {
    const c = this.context, { net } = this.plan, band = this.h / net.ports.length, row = this.h / this.rows;
    c.fillStyle = this.colours.muted;
    c.font = "11px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.textAlign = "right";
    c.fillText("busy", LEFT - 8, 4 + (TOP - 12) / 2);
    if (row >= 9.5 && !this.plan.profile) {
      for (let i = 0; i < this.rows; i++) if (this.linkOf(i)[1] >= 0) c.fillText(this.linkOf(i).join("→"), LEFT - 8, TOP + (i + 0.5) * row);
    } else if (band >= 11 && net.grid) {
      net.ports.forEach(({ dim, sign }, p) =>
        c.fillText(`dim ${dim}${net.radices[dim] === 2 ? "" : sign > 0 ? "+" : "−"}`, LEFT - 8, TOP + (p + 0.5) * band));
    }
    this.drawScale();
  }

  drawScale() {
    const c = this.context, { plan } = this, most = Math.max(1, Math.floor(this.w / 56));
    c.textAlign = "center";
    const steps = this.span, raw = steps / most;
    const power = 10 ** Math.floor(Math.log10(raw || 1));
    const every = Math.max(plan.timed ? 0 : 1, [1, 2, 5, 10].map((k) => k * power).find((v) => v >= raw) || 1);
    for (let at = plan.timed ? 0 : every; at <= steps + 1e-9 && every > 0; at += every) {
      const x = LEFT + (plan.timed ? at : at - 0.5) * this.x;
      c.fillText(String(+at.toPrecision(6)), Math.min(x, LEFT + this.w - 8), TOP + this.h + 11);
    }
    c.textAlign = "right";
    c.fillText(plan.timed ? "time" : "step", LEFT - 8, TOP + this.h + 11);
  }

  outline(from, to, begin, end) {
    const port = this.plan.net.portTo(from, to);
    if (port < 0) return;
    const row = this.rowOf(from, port), high = this.h / this.rows, x = LEFT + begin * this.x;
    const width = Math.max(2, (end - begin) * this.x), y = TOP + row * high;
    this.context.strokeRect(x, y + Math.min(0, (high - 3) / 2), width, Math.max(3, high));
  }

  /** A node's links, out of it and into it. */
  markRows(node) {
    const c = this.context, high = this.h / this.rows, { net } = this.plan;
    net.ports.forEach((_, port) => {
      const other = net.neighbour(node, port), back = other < 0 ? -1 : net.portTo(other, node);
      if (back < 0) return;
      for (const [row, colour] of [[this.rowOf(node, port), this.colours.selected], [this.rowOf(other, back), this.colours.muted]]) {
        c.fillStyle = colour;
        c.fillRect(LEFT - 6, TOP + row * high, 5, Math.max(2, high));
      }
    });
  }

  drawSelection(s) {
    const c = this.context, m = this.plan.moves;
    c.strokeStyle = this.colours.selected;
    c.lineWidth = 1.5;
    if (s.kind === "node") this.markRows(s.node);
    else if (s.kind === "link" && s.valid) this.outline(s.from, s.to, 0, this.plan.end);
    else for (const i of (s.moves ?? []).slice(0, 3000)) this.outline(m.from[i], m.to[i], m.start[i], m.finish[i]);
  }

  drawCursor(time) {
    const c = this.context, broken = this.plan.broken;
    if (broken?.step) {
      c.strokeStyle = this.colours.broken;
      c.lineWidth = 2;
      this.outline(broken.from, broken.to, broken.step - 1, broken.step);
    }
    const x = LEFT + Math.min(this.span, time) * this.x;
    c.strokeStyle = this.colours.ink;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(x, 2);
    c.lineTo(x, TOP + this.h + 2);
    c.stroke();
    c.beginPath();
    c.moveTo(x - 4.5, 0);
    c.lineTo(x + 4.5, 0);
    c.lineTo(x, 6);
    c.fillStyle = this.colours.ink;
    c.fill();
  }

  /** {time, link} under a point; link is null above the rows. */
  at(x, y) {
    if (!this.plan || !this.w) return null;
    const time = Math.max(0, Math.min(this.span, (x - LEFT) / this.x));
    const row = Math.floor((y - TOP) / this.h * this.rows);
    return { time, link: row >= 0 && row < this.rows && this.linkOf(row)[1] >= 0 ? this.linkOf(row) : null };
  }
}

/** #rrggbb as a pixel of an image. */
function packColour(hex) {
  const value = parseInt(hex.slice(1), 16);
  return (0xff000000 | (value & 255) << 16 | (value >> 8 & 255) << 8 | value >> 16) >>> 0;
}
