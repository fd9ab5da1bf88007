// Where the nodes stand. Every view gives each node a place in space and each link perhaps a bend; the camera does the rest.

/** Dimensions by threes: the first three make a small box, the next three a box of such boxes, and so on. */
function nested(net, node, axes, gap) {
  const place = [0, 0, 0];
  let step = [1, 1, 1];
  const extent = [0, 0, 0];
  net.radices.forEach((radix, dim) => {
    if (radix < 2) return;
    const axis = axes(dim);
    place[axis] += (net.digit(node, dim) - (radix - 1) / 2) * step[axis];
    extent[axis] += (radix - 1) * step[axis];
    step[axis] = extent[axis] + gap * step[axis];
  });
  return place;
}

/** The 4-cube as everybody knows it: a cube within a cube. */
function tesseract(net, node) {
  const size = net.digit(node, 3) ? 1 : 0.46;
  return [0, 1, 2].map((dim) => (net.digit(node, dim) * 2 - 1) * size);
}

function ring(index, count, radius = 1) {
  const angle = 2 * Math.PI * index / count - Math.PI / 2;
  return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
}

/** A torus of two dimensions really is one. */
function doughnut(net, node, [a, b]) {
  const major = 2 * Math.PI * net.digit(node, a) / net.radices[a];
  const minor = 2 * Math.PI * net.digit(node, b) / net.radices[b];
  const radius = 1 + 0.46 * Math.cos(minor);
  return [radius * Math.cos(major), 0.46 * Math.sin(minor), radius * Math.sin(major)];
}

const realDims = (net) => net.radices.flatMap((radix, dim) => (radix > 1 ? [dim] : []));

/** Where a graph's file has it, else around a circle. */
function anyhow(net) {
  const { spots } = net;
  return spots ? (node) => [spots[2 * node], -spots[2 * node + 1], 0] : (node) => ring(node, net.nodes);
}

function space(net) {
  const real = realDims(net), wraps = !net.table;
  if (!net.grid) return anyhow(net);
  if (wraps && real.length === 1 && net.radices[real[0]] > 2) return (node) => ring(node, net.nodes);
  if (wraps && real.length === 2 && real.every((dim) => net.radices[dim] > 2)) {
    const wide = net.radices[real[0]] >= net.radices[real[1]] ? real : [real[1], real[0]];
    return (node) => doughnut(net, node, wide);
  }
  if (net.cube && net.radices.length === 4) return (node) => tesseract(net, node);
  return (node) => nested(net, node, (dim) => dim % 3, 1.5);
}

/** Which dimension of a grid goes across, which down, which to the back; the longest first. */
function roles(net) {
  const [across, down, back] = realDims(net).sort((a, b) => net.radices[b] - net.radices[a] || a - b);
  return { across, down, back };
}

/** What one step of a dimension is on paper: to the back is a little up and to the right, never onto another node. */
function stepOf(net, { across, down, back }, dim) {
  if (dim === across) return [1, 0, 0];
  if (dim === down) return [0, 1, 0];
  return dim === back ? [1 / net.radices[back], -0.8 / net.radices[back], 0] : null;
}

/** Cubes: half of the dimensions across, half of them down. Grids: rows and columns, a third dimension to the back, and a
 * table of such pictures for the others. */
function flat(net) {
  const dims = net.radices.length, half = Math.ceil(dims / 2);
  if (!net.grid) return anyhow(net);
  if (!net.table && realDims(net).length === 1 && net.nodes > 2) return (node) => ring(node, net.nodes);
  if (net.cube) return (node) => nested(net, node, (dim) => (dim < half ? 0 : 1), 0.35);
  const role = roles(net), size = (dim) => net.radices[dim] ?? 1;
  const deep = 1 - 1 / size(role.back), block = [size(role.across) + deep + 0.7, size(role.down) + 0.8 * deep + 0.7];
  return (node) => {
    const place = [0, 0, 0], unit = [...block];
    let others = 0;
    for (const dim of realDims(net)) {
      const step = stepOf(net, role, dim), digit = net.digit(node, dim);
      if (step) step.forEach((v, i) => { place[i] += v * digit; });
      else {
        place[others % 2] += digit * unit[others % 2];
        unit[others % 2] *= net.radices[dim];
        others++;
      }
    }
    return place;
  };
}

/** The view that shows best what a network is. */
export function bestView(net) {
  if (!net.grid) return net.spots ? "flat" : "circle";
  return net.cube || net.nodes > 1024 ? "space" : "flat";
}

/** By distance from the root, which stands on top. */
function levels(net, root) {
  const rows = [];
  for (let node = 0; node < net.nodes; node++) (rows[net.distance(root, node)] ??= []).push(node);
  const widest = Math.max(...rows.map((row) => row.length)), place = new Map();
  const height = Math.max(1, rows.length - 1), width = Math.max(1.4, Math.min(2.6, widest / 12 + 1.2));
  rows.forEach((row, level) => row.forEach((node, at) => {
    // Between even rows and full width: long rows stay long, short ones do not run apart.
    const share = row.length < 2 ? 0 : (at / (row.length - 1) - 0.5) * Math.sqrt((row.length - 1) / Math.max(1, widest - 1));
    place.set(node, [share * 2 * width, (level / height - 0.5) * 2, 0]);
  }));
  return (node) => place.get(node);
}

/** True for the link of a ring that leads from its last node to its first. */
function isRound(net, from, port) {
  const { dim } = net.ports[port];
  return net.radices[dim] > 2 && Math.abs(net.digit(from, dim) - net.digit(net.neighbour(from, port), dim)) > 1;
}

/** On paper a link that wraps leaves the grid at one end and comes in at the other: how far, from the last node. */
function wrap(net, view, from, port) {
  if (view !== "flat" || !net.grid || net.cube || !isRound(net, from, port) || realDims(net).length < 2) return null;
  const { dim } = net.ports[port], role = roles(net);
  return stepOf(net, role, dim)?.map((v) => v * (dim === role.back ? 0.7 : 0.42)) ?? null;
}

/** A link that would run through other nodes, or that goes round the back of a torus, is bent away from the middle. */
function bend(net, view, from, port, a, b) {
  if (!net.grid || view === "levels" || view === "circle") return null;
  const { dim } = net.ports[port], half = Math.ceil(net.radices.length / 2);
  const length = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  if (view === "flat") {
    const straight = net.cube ? dim === 0 || dim === half : stepOf(net, roles(net), dim);
    if (realDims(net).length === 1 || straight) return null;
    return Math.abs(a[0] - b[0]) > Math.abs(a[1] - b[1]) ? [0, -0.22 * length, 0] : [-0.22 * length, 0, 0];
  }
  if (!isRound(net, from, port) || realDims(net).length < 3) return null;
  const axis = dim % 3, out = [0, 1, 2].map((i) => (i === axis ? 0 : a[i] + b[i]));
  const size = Math.hypot(...out);
  if (size < 1e-6) out[(axis + 1) % 3] = 1;
  return out.map((v) => v / (size < 1e-6 ? 1 : size) * length * 0.15);
}

/** Every link once, whichever way it is used. */
function linksOf(net, view, place) {
  const links = [], seen = new Set();
  for (let from = 0; from < net.nodes; from++) {
    net.ports.forEach(({ dim, sign }, port) => {
      const to = net.neighbour(from, port);
      if (to < 0 || sign < 0 || (net.grid && net.radices[dim] === 2 && to < from)) return;
      const pair = Math.min(from, to) * net.nodes + Math.max(from, to);
      if (!net.grid && seen.has(pair)) return;
      if (!net.grid) seen.add(pair);
      const a = place.subarray(from * 3, from * 3 + 3), b = place.subarray(to * 3, to * 3 + 3);
      const round = wrap(net, view, from, port);
      links.push({ from, to, port, wrap: round, bend: round ? null : bend(net, view, from, port, a, b) });
    });
  }
  return links;
}

/** {place: 3 numbers per node, links: [{from, to, port, bend, wrap}], half: the sides, solid: has depth, stretch: its two
 * directions have no common measure}; everything within about 1 of 0. */
export function layout(net, view, root) {
  const at = { space, flat, levels, circle: () => (node) => ring(node, net.nodes) }[view](net, root ?? 0);
  const place = new Float64Array(net.nodes * 3);
  for (let node = 0; node < net.nodes; node++) place.set(at(node), node * 3);
  const links = linksOf(net, view, place);
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const cover = (point) => point.forEach((v, i) => {
    low[i] = Math.min(low[i], v);
    high[i] = Math.max(high[i], v);
  });
  for (let i = 0; i < place.length; i += 3) cover([place[i], place[i + 1], place[i + 2]]);
  for (const { from, to, bend: by, wrap: out } of links) {
    if (by) cover(by.map((v, i) => (place[from * 3 + i] + place[to * 3 + i]) / 2 + v));
    if (out) {
      cover(out.map((v, i) => place[from * 3 + i] + v));
      cover(out.map((v, i) => place[to * 3 + i] - v));
    }
  }
  const middle = low.map((v, i) => (v + high[i]) / 2);
  const size = Math.max(1e-9, ...low.map((v, i) => (high[i] - v) / 2));
  for (let i = 0; i < place.length; i++) place[i] = (place[i] - middle[i % 3]) / size;
  for (const link of links) {
    link.bend = link.bend?.map((v) => v / size) ?? null;
    link.wrap = link.wrap?.map((v) => v / size) ?? null;
  }
  const half = low.map((v, i) => Math.max(0.02, (high[i] - v) / 2 / size));
  const solid = view === "space" && half[2] > 0.03;
  // A doughnut is seen from above, a box from the side.
  return { place, links, half, solid, stretch: view === "levels", pitch: half[1] < 0.5 ? 0.85 : 0.3 };
}
