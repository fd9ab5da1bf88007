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

function space(net) {
  const real = net.radices.flatMap((radix, dim) => (radix > 1 ? [dim] : []));
  if (real.length === 1 && net.radices[real[0]] > 2) return (node) => ring(node, net.nodes);
  if (real.length === 2 && real.every((dim) => net.radices[dim] > 2)) {
    const wide = net.radices[real[0]] >= net.radices[real[1]] ? real : [real[1], real[0]];
    return (node) => doughnut(net, node, wide);
  }
  if (net.cube && net.radices.length === 4) return (node) => tesseract(net, node);
  return (node) => nested(net, node, (dim) => dim % 3, 1.5);
}

/** Half of the dimensions across, half of them down. */
function flat(net) {
  const dims = net.radices.length, across = Math.ceil(dims / 2);
  if (dims === 1 && net.nodes > 2) return (node) => ring(node, net.nodes);
  return (node) => nested(net, node, (dim) => (dim < across ? 0 : 1), 0.35);
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

/** A link that would run through other nodes, or that goes round the back of a torus, is bent away from the middle. */
function bend(net, view, from, port, a, b) {
  if (view === "levels" || view === "circle") return null;
  const { dim } = net.ports[port], radix = net.radices[dim];
  const apart = Math.abs(net.digit(from, dim) - net.digit(net.neighbour(from, port), dim));
  const round = radix > 2 && apart > 1, length = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  if (view === "flat") {
    const first = net.radices.length === 1 || dim === 0 || dim === Math.ceil(net.radices.length / 2);
    if (net.radices.length === 1 || (first && !round)) return null;
    const across = dim < Math.ceil(net.radices.length / 2);
    return across ? [0, -0.22 * length, 0] : [-0.22 * length, 0, 0];
  }
  if (!round || net.radices.filter((r) => r > 1).length < 3) return null;
  const axis = dim % 3, out = [0, 1, 2].map((i) => (i === axis ? 0 : a[i] + b[i]));
  const size = Math.hypot(...out);
  if (size < 1e-6) out[(axis + 1) % 3] = 1;
  return out.map((v) => v / (size < 1e-6 ? 1 : size) * length * 0.15);
}

function linksOf(net, view, place) {
  const links = [];
  for (let from = 0; from < net.nodes; from++) {
    net.ports.forEach(({ dim, sign }, port) => {
      const to = net.neighbour(from, port);
      if (sign < 0 || (net.radices[dim] === 2 && to < from)) return;
      const a = place.subarray(from * 3, from * 3 + 3), b = place.subarray(to * 3, to * 3 + 3);
      links.push({ from, to, port, bend: bend(net, view, from, port, a, b) });
    });
  }
  return links;
}

/** {place: 3 numbers per node, links: [{from, to, port, bend}], half: the sides, solid: has depth, stretch: its two
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
  for (const { from, to, bend: by } of links)
    if (by) cover(by.map((v, i) => (place[from * 3 + i] + place[to * 3 + i]) / 2 + v));
  const middle = low.map((v, i) => (v + high[i]) / 2);
  const size = Math.max(1e-9, ...low.map((v, i) => (high[i] - v) / 2));
  for (let i = 0; i < place.length; i++) place[i] = (place[i] - middle[i % 3]) / size;
  for (const link of links) link.bend = link.bend?.map((v) => v / size) ?? null;
  const half = low.map((v, i) => Math.max(0.02, (high[i] - v) / 2 / size));
  const solid = view === "space" && half[2] > 0.03;
  // A doughnut is seen from above, a box from the side.
  return { place, links, half, solid, stretch: view === "levels", pitch: half[1] < 0.5 ? 0.85 : 0.3 };
}
