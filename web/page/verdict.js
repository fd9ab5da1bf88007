// What is known about a plan, in one line and a few figures.
import { amount, make, number, refill } from "./dom.js";

function figure(label, value, bound, title) {
  return make("div", { class: "figure", title }, make("dt", {}, label),
    make("dd", {}, value, bound ? make("small", {}, ` ${bound}`) : null));
}

function headline(plan) {
  const r = plan.result;
  if (plan.broken) return { mark: "bad", text: `Breaks the model: ${plan.broken.rule}` };
  if (plan.timed) {
    const best = r.time === r.time_bound;
    return { mark: best ? "good" : "near", text: `Time ${amount(r.time)}`,
      more: best ? "no schedule can be faster" : r.time < 2 * r.time_bound ? `${amount(100 * (r.time / r.time_bound - 1))} % above the bound ${amount(r.time_bound)}`
        : `${amount(r.time / r.time_bound)} times the bound ${amount(r.time_bound)}` };
  }
  const steps = `${number(r.steps)} step${r.steps === 1 ? "" : "s"}`;
  if (r.steps_bound === null) return { mark: "near", text: steps, more: "" };
  const best = r.steps === r.steps_bound;
  return { mark: best ? "good" : "near", text: steps,
    more: best ? "no schedule can be faster" : `${number(r.steps - r.steps_bound)} above the bound ${number(r.steps_bound)}` };
}

/** Where a file breaks the model, and how, in the checker's words. */
function reason({ line, text }, name) {
  return make("p", { class: "reason", role: "alert" }, make("b", {}, `${name}${line ? `, line ${number(line)}` : ""}: `), text);
}

/** What a plan is that is too large for the stage. */
function undrawn({ net, result, profile }) {
  const best = result.steps === result.steps_bound ? "Planned, checked and optimal" : "Planned and checked";
  return make("p", { class: "note" }, `${best}, but too large to be drawn packet by packet: ${number(net.nodes)} nodes on ${number(net.linkCount)} links, ` +
    `${number(result.transmissions ?? 0)} packets. ${profile ? "The timeline shows how busy the links of each dimension are. " : ""}` +
    "Drawn are up to 4\u202f096 nodes, 2 million packets and 4 million blocks in them.");
}

export function showVerdict(head, figures, plan) {
  const r = plan.result, line = headline(plan), bound = plan.about.bound;
  refill(head, make("p", { class: `verdict ${line.mark}` }, make("span", { class: "badge", "aria-hidden": "true" },
    { good: "✓", near: "≈", bad: "✗" }[line.mark]), make("strong", {}, line.text), line.more ? make("span", {}, line.more) : null),
  make("p", { class: "algorithm" }, make("b", {}, r.algorithm ?? ""), ` · ${plan.about.title}`),
  plan.broken ? reason(plan.broken, plan.name) : bound?.text ? make("p", { class: "witness" }, make("span", { class: "swatch", "aria-hidden": "true" }), `Why not faster: ${bound.text}.`) : null,
  plan.drawn ? null : undrawn(plan));
  const rows = [];
  if (!plan.broken) {
    const of = (value) => (value === null || value === undefined ? "" : `bound ${number(value)}`);
    rows.push(make("dl", { class: "figures" },
      figure("transmissions", number(r.transmissions), of(r.transmissions_bound), "packets sent over links, in all"),
      figure("links busy", `${amount(100 * r.utilisation)} %`, "", "of the links, on average"),
      figure("mean delay", amount(r.mean_delay), r.mean_delay_bound ? `bound ${amount(r.mean_delay_bound)}` : "",
        "the step in which data arrives, on average"),
      r.formula ? figure("formula", r.formula, "", "what the algorithm promises, exactly or at most") : null));
  }
  refill(figures, ...rows);
}

export function verdictWords(plan) {
  const line = headline(plan);
  return plan.broken ? `${line.text}. ${plan.broken.text}` : `${line.text}${line.more ? `, ${line.more}` : ""}.`;
}

export function spoken(plan) {
  return plan.broken ? verdictWords(plan) : `${plan.result.algorithm}: ${verdictWords(plan)}`;
}
