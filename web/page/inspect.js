// What a node does, what a link carries, where a block goes: tables for the card beside the drawing.
import { amount, make, number, plural } from "./dom.js";

const MOST_ROWS = 250;

const when = (plan, move) => (plan.timed ? amount(plan.moves.start[move]) : String(plan.moves.step[move]));

function table(plan, caption, heads, moves, row, jump) {
  const body = moves.slice(0, MOST_ROWS).map((move) => make("tr", {},
    make("td", {}, make("button", { type: "button", class: "time", title: "Go there",
      onclick: () => jump(plan.moves.start[move]) }, when(plan, move))),
    ...row(move).map((text) => make("td", {}, text))));
  const left = moves.length - body.length;
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, make("caption", { class: "unseen" }, caption),
      make("thead", {}, make("tr", {}, ...[plan.timed ? "time" : "step", ...heads].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...body)),
    left > 0 ? make("p", { class: "hint" }, `and ${number(left)} more`) : null);
}

function nodeDetail(plan, { node, moves }, jump) {
  const { from, to } = plan.moves, sends = moves.filter((i) => from[i] === node).length;
  return [make("h3", {}, `Node ${node} `, make("small", {}, plan.net.digits(node))),
    make("p", {}, `Its program: sends ${plural(sends, "packet")}, receives ${number(moves.length - sends)}.`),
    table(plan, `Program of node ${node}`, ["", "with", "packet"], moves, (i) =>
      [from[i] === node ? "sends to" : "gets from", String(from[i] === node ? to[i] : from[i]), plan.contents(i)], jump)];
}

function linkDetail(plan, { from, to, moves }, jump) {
  const m = plan.moves, port = plan.net.portTo(from, to);
  const busy = moves.reduce((sum, i) => sum + m.finish[i] - m.start[i], 0);
  return [make("h3", {}, `Link ${from} → ${to} `, make("small", {}, port < 0 ? "there is no such link" : plan.net.portName(port))),
    make("p", {}, plan.net.dead(from, to) ? "This link is dead."
      : `Carries ${plural(moves.length, "packet")}; busy ${amount(100 * busy / (plan.end || 1))} % of the time.`),
    table(plan, `Traffic of the link ${from} to ${to}`, ["packet"], moves, (i) => [plan.contents(i)], jump)];
}

function blockDetail(plan, { name, origin, dest, moves }, jump) {
  const m = plan.moves, last = moves.reduce((end, i) => Math.max(end, m.finish[i]), 0);
  const pieces = (i) => {
    const all = [];
    for (let k = m.first[i]; k < m.first[i + 1]; k++)
      if (plan.isBlock(k, origin, dest)) all.push(plan.pieceName(k).trim() || "whole");
    return all.slice(0, 3).join(", ") + (all.length > 3 ? " …" : "");
  };
  return [make("h3", {}, `Block ${name}`),
    make("p", {}, moves.length ? `${plural(moves.length, "hop")}, the last one ends ${plan.timed ? `at ${amount(last)}` : `with step ${last}`}.`
      : "No packet carries it."),
    table(plan, `Path of block ${name}`, ["from", "to", "piece"], moves, (i) => [String(m.from[i]), String(m.to[i]), pieces(i)], jump)];
}

export function detail(plan, selection, jump) {
  if (!selection) return [];
  return { node: nodeDetail, link: linkDetail, block: blockDetail }[selection.kind](plan, selection, jump);
}

/** What happens at a tick, for those who read rather than look. */
export function stepTable(plan, tick, jump) {
  if (!plan.drawn) return [make("p", { class: "hint" }, "They are too many to be listed.")];
  const moves = plan.atTick(tick), { from, to } = plan.moves;
  if (!moves.length) return [make("p", { class: "hint" }, "Nothing starts here.")];
  return [table(plan, "Packets of this step", ["from", "to", "packet"], moves, (i) => [String(from[i]), String(to[i]), plan.contents(i)], jump)];
}

/** A selection with its moves. */
export function select(plan, what) {
  if (what.kind === "node") return { ...what, moves: plan.ofNode(what.node) };
  if (what.kind === "link") return { ...what, valid: plan.net.portTo(what.from, what.to) >= 0, moves: plan.ofLink(what.from, what.to) };
  const { origin, dest } = what, name = origin === null ? `sum ${dest ?? ""}` : dest === null ? `from ${origin}` : `${origin} → ${dest}`;
  return { ...what, name, moves: plan.ofBlock(origin, dest) };
}
