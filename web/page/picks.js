// Choosing what to look at closer: by click or by number.
import { byId, make, refill } from "./dom.js";
import { detail, select } from "./inspect.js";

const NUMBERS = ["pick-node", "pick-link-from", "pick-link-to", "pick-origin", "pick-dest"];

export class Picks {
  constructor(hooks) {
    this.hooks = hooks;
    this.what = null;
    const value = (id) => (byId(id).value === "" ? null : Math.max(0, Math.floor(Number(byId(id).value))));
    const on = (ids, build) => ids.forEach((id) => byId(id).addEventListener("input", () => this.pick(build(), true)));
    on(["pick-node"], () => (value("pick-node") === null ? null : { kind: "node", node: value("pick-node") }));
    on(["pick-link-from", "pick-link-to"], () => {
      const from = value("pick-link-from"), to = value("pick-link-to");
      return from === null || to === null ? null : { kind: "link", from, to };
    });
    on(["pick-origin", "pick-dest"], () => {
      const origin = value("pick-origin"), dest = value("pick-dest");
      return origin === null && dest === null ? null : { kind: "block", origin, dest };
    });
  }

  /** typed: the numbers are being typed and are left alone. */
  pick(what, typed = false) {
    const keep = typed ? document.activeElement?.id.slice(0, 9) : "";
    this.what = what;
    for (const id of NUMBERS) if (!typed || id.slice(0, 9) !== keep && !pairOf(id, keep)) byId(id).value = "";
    if (what && !typed) {
      if (what.kind === "node") byId("pick-node").value = String(what.node);
      if (what.kind === "link") [byId("pick-link-from").value, byId("pick-link-to").value] = [what.from, what.to];
      if (what.kind === "block") [byId("pick-origin").value, byId("pick-dest").value] = [what.origin ?? "", what.dest ?? ""];
    }
    this.apply();
  }

  /** Again, for a new plan. */
  apply() {
    const made = this.hooks.plan(), plan = made?.drawn ? made : null, what = this.what;
    let text = what && made && !plan ? "The plan is too large to look at single nodes, links and blocks here." : "";
    if (what && plan) {
      const ids = [what.node, what.from, what.to].filter((v) => v !== undefined);
      if (ids.some((v) => v >= plan.net.nodes)) text = `There are nodes 0 to ${plan.net.nodes - 1}.`;
    }
    this.hooks.select(text ? null : what);
    const chosen = what && plan && !text ? select(plan, what) : null;
    refill(byId("detail"), text ? make("p", { class: "hint" }, text) : null,
      ...(chosen ? detail(plan, chosen, (time) => this.hooks.jump(time)) : []));
  }
}

const pairOf = (id, keep) => (keep === "pick-orig" && id === "pick-dest") || (keep === "pick-dest" && id === "pick-origin");
