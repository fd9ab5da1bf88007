// The drawing as a file: the same scene as on the canvas, in a form that scales. Numbers and fixed words only, so
// there is nothing to escape but the title.
import { palette } from "./colour.js";
import { ASIDE } from "./stage.js";

const short = (value) => String(Math.round(value * 10) / 10);
const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

export function svgOf(stage, title) {
  const { scene, plan, width, height } = stage, out = [];
  const put = (text) => out.push(text);
  put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" font-family="system-ui, sans-serif">`);
  put(`<title>${escaped(title)}</title>`);
  put(`<rect width="100%" height="100%" fill="${palette().ground}"/>`);
  if (stage.options.witness) putWitness(put, stage);
  putLinks(put, stage);
  const { from, to } = plan.moves, size = scene.packetSize(plan.countInFlight(stage.time));
  plan.inFlight(stage.time, (move, fraction) => {
    const [x, y] = scene.along(from[move], to[move], fraction, ASIDE * scene.scale);
    put(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(size)}" fill="${stage.moveColour.list[stage.moveColour.index[move]]}"/>`);
  });
  for (let v = 0; v < plan.net.nodes; v++) putNode(put, stage, v);
  put("</svg>\n");
  return out.join("\n");
}

function putLinks(put, { scene, plan, colours }) {
  const live = [], dead = [], n = scene.node;
  scene.layout.links.forEach((link, i) => {
    const begin = `M${short(n[link.from * 3])} ${short(n[link.from * 3 + 1])}`;
    const end = `${short(n[link.to * 3])} ${short(n[link.to * 3 + 1])}`;
    const stub = (k) => `${short(scene.stub[i * 6 + k])} ${short(scene.stub[i * 6 + k + 1])}`;
    const path = link.wrap ? `${begin}L${stub(0)}M${stub(3)}L${end}` : link.bend ? `${begin}Q${short(scene.bent[i * 3])} ${short(scene.bent[i * 3 + 1])} ${end}` : `${begin}L${end}`;
    (plan.net.dead(link.from, link.to) && plan.net.dead(link.to, link.from) ? dead : live).push(path);
  });
  put(`<path d="${live.join("")}" fill="none" stroke="${colours.link}"/>`);
  if (dead.length) put(`<path d="${dead.join("")}" fill="none" stroke="${colours.broken}" stroke-dasharray="3 4"/>`);
}

/** A link, one way, as the d of a path. */
function linePath(scene, from, to, aside) {
  return scene.lines(from, to).map((line) => line.map((fraction, k) => {
    const [x, y] = scene.along(from, to, fraction, aside);
    return `${k ? "L" : "M"}${short(x)} ${short(y)}`;
  }).join("")).join("");
}

function putWitness(put, stage) {
  const { nodes, links } = stage.witness, count = stage.plan.net.nodes, all = links.size >= stage.plan.net.linkCount;
  const parts = [];
  for (const key of links) {
    const from = Math.floor(key / count), to = key % count;
    if (all && from > to) continue;
    parts.push(linePath(stage.scene, from, to, all ? 0 : 1.5));
  }
  put(`<g fill="none" stroke="${stage.colours.witness}"><path d="${parts.join("")}" stroke-width="${all ? 4 : 4.5}" opacity="${all ? 0.22 : 0.8}"/>`);
  for (const v of nodes)
    put(`<circle cx="${short(stage.scene.node[v * 3])}" cy="${short(stage.scene.node[v * 3 + 1])}" r="${short(stage.radius(v) + 4.5)}" stroke-width="2.5"/>`);
  put("</g>");
}

function putNode(put, stage, v) {
  const { scene, plan, colours } = stage, x = scene.node[v * 3], y = scene.node[v * 3 + 1], r = stage.radius(v);
  const share = plan.received(v, stage.time), round = 2 * Math.PI * r, label = stage.isCovered(v) ? "" : stage.labelOf(v);
  if (plan.net.deadNodes.has(v)) {
    const k = r * 0.7;
    put(`<path d="M${short(x - k)} ${short(y - k)}l${short(2 * k)} ${short(2 * k)}m0 ${short(-2 * k)}l${short(-2 * k)} ${short(2 * k)}" stroke="${colours.broken}" stroke-width="2"/>`);
    return;
  }
  put(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${colours.nodeFill}" stroke="${colours.link}"/>`);
  if (share > 0)
    put(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="none" stroke="${colours.done}" stroke-width="${short(Math.max(1.6, r * 0.26))}"` +
      (share < 1 ? ` stroke-dasharray="${short(round * share)} ${short(round)}" transform="rotate(-90 ${short(x)} ${short(y)})"` : "") + "/>");
  const inside = stage.fits(label), size = inside ? r * (label.length > 2 ? 0.8 : 1.02) : Math.max(9, r * 0.9);
  if (label && (inside || stage.options.labels !== "auto"))
    put(`<text x="${short(x)}" y="${short(inside ? y + size * 0.36 : y - r - size * 0.3)}" font-size="${short(size)}" font-weight="600" text-anchor="middle" fill="${colours.ink}">${label}</text>`);
}
