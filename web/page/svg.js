// The drawing as a file: the same scene as on the canvas, in a form that scales, with what the page says around it: the
// title above, the caption and the legend below.
import { lettering } from "./labels.js";
import { legendOf } from "./legend.js";
import { ASIDE } from "./stage.js";

const EDGE = 16, LINE = 18, TEXT = 13; // pixels

const short = (value) => String(Math.round(value * 10) / 10);
const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** Lines of at most so many pixels, as far as letters can be guessed. */
function wrapped(text, width) {
  const most = Math.max(20, Math.floor((width - 2 * EDGE) / (TEXT * 0.53))), lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line && line.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return text ? lines : [];
}

function putText(put, lines, top, colour, more = "") {
  lines.forEach((line, k) => put(`<text x="${EDGE}" y="${short(top + LINE * k + TEXT)}" font-size="${TEXT}" fill="${colour}"${more}>${escaped(line)}</text>`));
}

/** What the colours mean, in a row; of many colours a few stand for all. */
function putLegend(put, stage, top) {
  let x = EDGE;
  const dot = (colour) => put(`<circle cx="${short((x += 10) - 5)}" cy="${short(top + 8)}" r="4" fill="${colour}"/>`);
  for (const { colour, gold, text } of legendOf(stage, stage.plan)) {
    if (x > EDGE && x + 20 + text.length * TEXT * 0.5 > stage.width) {
      x = EDGE;
      top += LINE;
    }
    if (gold) put(`<rect x="${short(x)}" y="${short(top + 6)}" width="18" height="4" rx="2" fill="${gold}"/>`);
    if (gold) x += 20;
    else if (colour) dot(colour);
    else for (const k of [0, 2, 1]) dot(stage.colours.among(k, 3));
    put(`<text x="${short(x + 3)}" y="${short(top + 12)}" font-size="12" fill="${stage.colours.muted}">${escaped(text)}</text>`);
    x += 3 + text.length * 6.6 + 14;
  }
  return top + LINE;
}

/** The stage as it is now. `said`: title, verdict and caption. */
export function svgOf(stage, { title, verdict, caption }) {
  const { width, height } = stage, out = [], put = (text) => out.push(text), { ink, muted, ground } = stage.colours;
  const heads = wrapped(title, width), facts = wrapped(verdict, width), words = wrapped(caption, width);
  const above = 10 + LINE * (heads.length + facts.length);
  putText(put, heads, 8, ink, ' font-weight="600"');
  putText(put, facts, 8 + LINE * heads.length, muted);
  put(`<g transform="translate(0 ${above})">`);
  putStage(put, stage);
  put("</g>");
  putText(put, words, above + height + 4, ink);
  const bottom = putLegend(put, stage, above + height + 8 + LINE * words.length) + 6;
  return [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(bottom)}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(`${title}. ${caption}`)}</title>`, `<rect width="100%" height="100%" fill="${ground}"/>`, ...out, "</svg>\n"].join("\n");
}

function putStage(put, stage) {
  const { scene, plan } = stage;
  if (stage.options.witness) putWitness(put, stage);
  putLinks(put, stage);
  if (stage.options.trails) putTrails(put, stage);
  const size = scene.packetSize(plan.countInFlight(stage.time));
  plan.inFlight(stage.time, (move, fraction) => {
    const leg = plan.leg(move, fraction), [x, y] = scene.along(leg.from, leg.to, leg.fraction, ASIDE * scene.scale);
    put(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(size)}" fill="${stage.moveColour.list[stage.moveColour.index[move]]}"/>`);
  });
  for (let v = 0; v < plan.net.nodes; v++) putNode(put, stage, v);
}

function putTrails(put, stage) {
  const { groups, heads } = stage.trailGroups(stage.time), { scene } = stage, aside = ASIDE * scene.scale;
  for (const { colour, width, alpha, lines } of groups) {
    const paths = [], tips = [];
    for (let i = 0; i < lines.length; i += 2) {
      paths.push(linePath(scene, lines[i], lines[i + 1], aside));
      const [ax, ay, bx, by, cx, cy] = heads ? stage.head(lines[i], lines[i + 1]).map(short) : [];
      if (heads) tips.push(`M${ax} ${ay}L${bx} ${by}L${cx} ${cy}Z`);
    }
    const wide = short(width * Math.max(0.8, scene.scale));
    put(`<path class="trail" d="${paths.join("")}" fill="none" stroke="${colour}" stroke-width="${wide}" opacity="${alpha.toFixed(2)}"/>`);
    if (heads) put(`<path d="${tips.join("")}" fill="${colour}" opacity="${alpha.toFixed(2)}"/>`);
  }
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
  const inside = stage.fits(label), { size, above, plate } = lettering(label, r, inside);
  if (!label || (!inside && stage.options.labels === "auto")) return;
  if (plate)
    put(`<rect x="${short(x - plate.width / 2)}" y="${short(y - plate.height / 2)}" width="${short(plate.width)}" height="${short(plate.height)}" fill="${colours.nodeFill}"/>`);
  put(`<text x="${short(x)}" y="${short(above ? y - r - size * 0.3 : y + size * 0.36)}" font-size="${short(size)}" font-weight="600" text-anchor="middle" fill="${colours.ink}">${label}</text>`);
}
