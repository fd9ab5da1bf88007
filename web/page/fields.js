// The controls: what is asked for, as the words of a command line and as the fragment of a link. A field's key is the
// name of the tool's option, so that both are the same list.
import { byId, make, refill } from "./dom.js";

const ROOTED = ["broadcast", "scatter", "gather", "reduce", "send"];
const RANDOM = ["randomised", "random-trees", "auto", "around", "general"];

export const TASKS = [
  ["alltoall", "All-to-all: everybody has something for everybody"],
  ["broadcast", "Broadcast: one to all, the same"],
  ["scatter", "Scatter: one to all, to each its own"],
  ["gather", "Gather: all to one"],
  ["allgather", "Allgather: everybody learns everything"],
  ["reduce", "Reduce: a sum at one node"],
  ["reduce-scatter", "Reduce-scatter: a sum at each node"],
  ["allreduce", "Allreduce: the sum at every node"],
  ["send", "Send: one node to one other"],
  ["permute", "Permute: each node to another"],
  ["isotropic", "Isotropic: the same offsets for all"],
  ["neighbors", "Neighbours within a distance"],
  ["multibroadcast", "Several broadcasts at once"],
  ["scan", "Scan: parallel prefix"],
  ["exscan", "Exscan: prefix without one's own"],
];

export const PRESETS = [
  ["Total exchange, 4-cube: every link, every step", "task=alltoall&network=cube:4"],
  ["Total exchange, 6-cube", "task=alltoall&network=cube:6"],
  ["Total exchange, 8-cube: 262 144 packets", "task=alltoall&network=cube:8&speed=4"],
  ["Broadcast of 12 packets, 3-cube", "task=broadcast&network=cube:3&packets=12&colour=piece"],
  ["Broadcast: one packet, level by level", "task=broadcast&network=cube:5&view=levels"],
  ["Scatter on a balanced tree, or a binomial one", "task=scatter&network=cube:5&view=levels&colour=dest&compare=binomial-scatter"],
  ["Gather on a torus with dead links", "task=gather&network=5x5&without=0-1,12-13&colour=origin"],
  ["All-to-all on an 8x8 torus", "task=alltoall&network=8x8"],
  ["Halo exchange, Moore neighbours", "task=isotropic&network=6x6x6&stencil=moore:1"],
  ["Allreduce on 4x4x4", "task=allreduce&network=4x4x4"],
  ["Long broadcast under τm + β", "task=broadcast&network=cube:4&clock=linear&bytes=4096&tau=1&beta=100&colour=piece&compare=broadcast-1"],
  ["Transpose a matrix", "task=permute&network=cube:6&permutation=transpose&colour=origin"],
  ["Three broadcasts at once", "task=multibroadcast&network=cube:4&sources=0,5,15&colour=origin"],
];

const NETWORKS = ["cube:3", "cube:4", "cube:5", "cube:6", "cube:8", "ring:8", "4x4", "8x8", "5x7", "4x4x4", "3x4x5", "2x2x8", "mesh:4x6"];
const PERMUTATIONS = ["antipode", "bit-reversal", "complement", "half-turn", "inversion", "quarter-turn", "random",
  "reflection", "reverse", "rotation", "shuffle", "transpose"];
const TREES = ["", "binomial", "edge-disjoint", "sbnt-minr", "sbnt-maxl", "sbnt-minbl", "sbnt-maxbr", "sbg-minr",
  "sbg-maxl", "sbg-minbl", "sbg-maxbr", "balanced"];
const RULES = ["", "farthest", "nearest", "first", "random"];

/** Options of the tool, and when each means something. */
const WHEN = {
  root: (f) => ROOTED.includes(f.task),
  to: (f) => f.task === "send",
  sources: (f) => f.task === "multibroadcast",
  stencil: (f) => f.task === "isotropic",
  offsets: (f) => f.task === "isotropic",
  permutation: (f) => f.task === "permute",
  distance: (f) => f.task === "neighbors",
  tree: (f) => f.algorithm === "tree",
  rule: (f) => f.algorithm === "greedy",
  groups: (f, algorithms) => !!algorithms.find((a) => a.name === f.algorithm)?.groups,
  seed: (f) => RANDOM.includes(f.algorithm) || f.permutation === "random" && f.task === "permute" ||
    f.rule === "random" && f.algorithm === "greedy",
  ports: () => true,
  packets: (f) => f.clock !== "linear",
  clock: () => true,
  bytes: (f) => f.clock === "linear",
  tau: (f) => f.clock === "linear",
  beta: (f) => f.clock === "linear",
  without: () => true,
  "without-node": () => true,
  compare: (f) => f.comparing,
};
const TEXTS = ["task", "network", "algorithm", ...Object.keys(WHEN).filter((key) => key !== "clock")];
const LINEAR = { bytes: "4096", tau: "1", beta: "100" };
/** What a task cannot do without. */
const NEEDED = { to: "7", sources: "0,3,5", permutation: "transpose", distance: "1..1" };

/** A node's number by its digits, the first dimension first. */
function tuple(node, radices) {
  const digits = [];
  for (const radix of radices) {
    digits.push(node % radix);
    node = Math.floor(node / radix);
  }
  return `(${digits.join(",")})`;
}

/** A network as people call it. */
function usual(name) {
  if (/^2(x2)+$/.test(name)) return `cube:${name.split("x").length}`;
  return /^\d+$/.test(name) ? `ring:${name}` : name;
}

export class Fields {
  constructor(changed) {
    this.algorithms = [];
    this.taskOfList = null;
    this.fillLists();
    for (const key of TEXTS) {
      const input = byId(`f-${key}`), typed = input.tagName === "INPUT";
      input.addEventListener(typed ? "input" : "change", () => this.edited(key, typed, changed));
    }
    for (const id of ["f-clock-unit", "f-clock-linear", "f-comparing"])
      byId(id).addEventListener("change", () => this.edited(id, false, changed));
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
  }

  fillLists() {
    const options = (names) => names.map((name) => make("option", { value: name }));
    refill(byId("f-task"), ...TASKS.map(([name, title]) => make("option", { value: name, title }, name)));
    refill(byId("networks"), ...options(NETWORKS));
    refill(byId("permutations"), ...options(PERMUTATIONS));
    refill(byId("f-tree"), ...TREES.map((name) => make("option", { value: name }, name || "the usual one")));
    refill(byId("f-rule"), ...RULES.map((name) => make("option", { value: name }, name || "the usual one")));
    refill(byId("preset"), make("option", { value: "" }, "a preset …"),
      ...PRESETS.map(([title, fragment]) => make("option", { value: fragment }, title)));
  }

  edited(key, typed, changed) {
    if (key === "task") {
      this.set("algorithm", "");
      this.set("compare", "");
      this.needed();
    }
    if (key === "f-clock-linear" && byId("f-clock-linear").checked)
      for (const [name, value] of Object.entries(LINEAR)) if (!this.get(name)) this.set(name, value);
    if (key === "f-comparing" && byId("f-comparing").checked && !this.get("compare")) this.proposeSecond();
    byId("preset").value = "";
    this.show();
    changed(typed);
  }

  needed() {
    const all = this.all();
    for (const [key, value] of Object.entries(NEEDED))
      if (WHEN[key](all, this.algorithms) && !this.get(key)) this.set(key, value);
    if (all.task === "isotropic" && !all.offsets && !all.stencil) this.set("stencil", "moore:1");
  }

  get(key) {
    return byId(`f-${key}`).value.trim();
  }

  set(key, value) {
    const input = byId(`f-${key}`);
    // An algorithm of a link may come before its list: it waits in the list until the library has judged it.
    if (input.tagName === "SELECT" && value && ![...input.options].some((o) => o.value === value))
      input.append(make("option", { value }, value));
    input.value = value;
  }

  all() {
    const values = Object.fromEntries(TEXTS.map((key) => [key, this.get(key)]));
    values.clock = byId("f-clock-linear").checked ? "linear" : "unit";
    values.comparing = byId("f-comparing").checked;
    return values;
  }

  /** Only what means something now is shown. */
  show() {
    const all = this.all();
    for (const row of document.querySelectorAll("[data-field]"))
      row.hidden = !WHEN[row.dataset.field](all, this.algorithms);
    const chosen = this.algorithms.find((a) => a.name === all.algorithm);
    byId("promise").textContent = chosen ? `${chosen.promise}. ${chosen.source}.` : "the best that the library knows for this";
  }

  /** The words after "linkbound plan"; second: with the algorithm to compare with. */
  words(second = false) {
    const all = this.all(), words = [all.task, all.network];
    if (second) all.algorithm = all.compare;
    for (const key of ["algorithm", ...Object.keys(WHEN)]) {
      const means = key === "algorithm" || (key !== "compare" && WHEN[key](all, this.algorithms));
      if (!means || !all[key] || (key === "clock" && all.clock === "unit")) continue;
      if (key === "offsets" && all.stencil) continue;
      words.push(`--${key}=${all[key].replace(/\s+/g, "")}`);
    }
    return words;
  }

  /** The pairs of the link's fragment. */
  pairs() {
    const all = this.all(), pairs = [["task", all.task], ["network", all.network]];
    for (const key of ["algorithm", ...Object.keys(WHEN)])
      if (all[key] && !(key === "clock" && all.clock === "unit") && (key === "algorithm" || WHEN[key](all, this.algorithms)))
        pairs.push([key, all[key]]);
    return pairs;
  }

  knows(key) {
    return key === "clock" || TEXTS.includes(key);
  }

  /** Returns what there is not: [name, value, what is taken instead]. The library judges the rest. */
  load(map) {
    const odd = [], task = map.get("task") ?? "alltoall", clock = map.get("clock") ?? "unit";
    for (const key of TEXTS) if (key !== "task") this.set(key, (map.get(key) ?? "").slice(0, 2000));
    const known = TASKS.some(([name]) => name === task);
    this.set("task", known ? task : "alltoall");
    if (!known) odd.push(["task", task, "alltoall"]);
    if (!["unit", "linear"].includes(clock)) odd.push(["clock", clock, "unit"]);
    if (!this.get("network")) this.set("network", "cube:4");
    const linear = clock === "linear";
    byId(linear ? "f-clock-linear" : "f-clock-unit").checked = true;
    byId("f-comparing").checked = map.has("compare");
    this.show();
    return odd;
  }

  /** The problem of a file, as the form would have asked for it. */
  follow({ task, root, to, asked, net, algorithms }) {
    const map = new Map([["task", task], ["network", usual(asked.network)], ["clock", asked.clock]]);
    const set = (key, value) => { if (value) map.set(key, String(value)); };
    const listed = { multibroadcast: "sources", isotropic: "offsets", permute: "permutation" }[task];
    if (WHEN.root({ task })) set("root", root);
    if (task === "send") map.set("to", String(to));
    if (listed === "offsets" && net.radices.length > 1) set(listed, asked.list?.map((v) => tuple(v, net.radices)).join(";"));
    else if (listed) set(listed, asked.list?.join(","));
    if (task === "neighbors") set("distance", `${asked.nearest}..${asked.farthest}`);
    if (asked.ports < asked.degree) set("ports", asked.ports);
    if (asked.packets > 1) set("packets", asked.packets);
    set("without", net.dead_links.map(([a, b]) => `${a}>${b}`).join(","));
    set("without-node", net.dead_nodes.join(","));
    if (asked.clock === "linear") for (const [key, value] of Object.entries(LINEAR)) map.set(key, value);
    this.load(map);
    this.setAlgorithms(algorithms);
  }

  /** Something to compare with that is not what is planned now: the first other that can do it. */
  proposeSecond() {
    const mine = this.get("algorithm") || this.planned;
    const other = this.algorithms.find((a) => !a.obstacle && a.name !== mine);
    this.set("compare", other?.name ?? "");
  }

  setAlgorithms(list) {
    this.algorithms = list;
    for (const key of ["algorithm", "compare"]) {
      const input = byId(`f-${key}`), value = input.value;
      refill(input, make("option", { value: "" }, "best"), ...list.map((a) =>
        make("option", { value: a.name, disabled: !!a.obstacle && a.name !== value, title: a.obstacle ?? a.promise },
          a.obstacle ? `${a.name} – ${a.obstacle}` : a.name)));
      this.set(key, value);
    }
    this.show();
  }
}
